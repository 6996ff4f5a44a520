"""The rule text of tenhou.net/6 logs, such as 三鳳南喰赤, and how many red fives there are.

Tenhou writes 三 for three players, the room, 東 or 南 for the length, 喰 for open tanyao, 赤 for red fives and 速 for a
fast table. Logs of Mahjong Soul in this format have the name of its room, …の間, in the place of Tenhou's.
"""

import re
from dataclasses import dataclass
from typing import Final

from replay.formats.foreign_text import shown
from replay.formats.json_values import Json, integer, members, text
from replay.gamelog import LogError

_TENHOU: Final = re.compile("([三四]?)[般上特鳳若銀琥孔]?([東南])(喰?)(赤?)速?")
_MAJSOUL: Final = re.compile("(三?)(?:[銅銀金玉]|王座)の間([東南]?)喰?赤?")

_REDS: Final = ("aka51", "aka52", "aka53")
_MOST_REDS: Final = 4


@dataclass(frozen=True)
class RuleText:
    """What a log states of its rules."""

    text: str
    three: bool  # says that there are three players
    platform: str  # empty: not a text of a known platform
    length: str  # empty: not stated
    open_tanyao: bool | None
    reds: tuple[int, int, int] | None  # of m, p, s

    def variant(self, seats: int) -> str:
        """The preset it selects; empty when it says nothing. A text nobody knows is taken for Tenhou's."""
        if not self.text:
            return ""
        return f"{self.platform or 'tenhou'}{'-sanma' if seats == 3 else ''}"

    def overrides(self, seats: int) -> tuple[tuple[str, str], ...]:
        """The switches it states otherwise than the presets of its platform have them."""
        stated = []
        if self.length or self.platform:
            stated.append(("game_length", self.length or "either"))
        if self.reds is not None:
            of_m = self.reds[0] if seats == 4 else 0  # no 5m with three players
            if (of_m, *self.reds[1:]) != (int(seats == 4), 1, 1):
                stated.append(("red_fives", f"[{of_m}, {self.reds[1]}, {self.reds[2]}]"))
        if self.open_tanyao is False:
            stated.append(("tanyao_han", "[0, 1]"))
        return tuple(stated)


NO_RULES: Final = RuleText("", three=False, platform="", length="", open_tanyao=None, reds=None)


def read_rules(value: Json) -> RuleText:
    """The rules stated by the object `rule` of a log. Raises LogError."""
    rule = members(value, '"rule"')
    disp = text(rule.get("disp", ""), '"rule", disp').strip()
    numbers = _red_numbers(rule)
    tenhou = _TENHOU.fullmatch(disp)
    if tenhou is not None:
        reds = numbers or ((1, 1, 1) if tenhou[4] else (0, 0, 0))
        length = "south" if tenhou[2] == "南" else "east"
        return RuleText(disp, tenhou[1] == "三", "tenhou", length, bool(tenhou[3]), reds)
    majsoul = _MAJSOUL.fullmatch(disp)
    if majsoul is not None:
        length = {"東": "east", "南": "south"}.get(majsoul[2], "")
        return RuleText(disp, bool(majsoul[1]), "majsoul", length, None, numbers)
    return RuleText(disp, disp.startswith("三"), "", "", None, numbers)


def _red_numbers(rule: dict[str, Json]) -> tuple[int, int, int] | None:
    """The red fives as numbers: one for all suits, or one a suit."""
    if "aka" in rule:
        every = _reds(rule["aka"], "aka")
        return every, every, every
    if not any(name in rule for name in _REDS):
        return None
    of_m, of_p, of_s = [_reds(rule.get(name, 0), name) for name in _REDS]
    return of_m, of_p, of_s


def _reds(value: Json, name: str) -> int:
    number = integer(value, f'"rule", {name}')
    if not 0 <= number <= _MOST_REDS:
        raise LogError(f"{number} red fives of a suit", f'"rule", {name}')
    return number


def unknown_rules(rules: RuleText) -> str:
    """What is to be remarked about a rule text that is of no known platform; empty when there is nothing."""
    if rules.text and not rules.platform:
        return f"rule text {shown(rules.text)!r} states rules of its own, not which"
    return ""
