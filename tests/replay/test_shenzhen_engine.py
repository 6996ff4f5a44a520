"""One engine, two families: the Shenzhen family uses what is shared and nothing of riichi."""

import sys
from pathlib import Path
from types import FrameType, ModuleType
from typing import Final

import pytest

import replay
from replay import family
from replay.engine import GameReplay, audit
from replay.family import RIICHI, SHENZHEN, family_of
from replay.findings import Severity
from replay.gamelog import GameLog, Header, KongPayment, RoundStart
from replay.ruleset.loader import PRESETS, preset
from replay.settlement.shenzhen import Stakes
from replay.simulate.play import play_games
from tests.notation import Round, situation

ROOT: Final = Path(replay.__file__).parent
RULES: Final = preset("shenzhen")
READY: Final = "123m456m789m11z46p"

OF_RIICHI: Final = {
    *(f"judges/{name}" for name in ("aborts", "claim", "furiten", "north", "payments", "riichi", "rule_ids", "win")),
    *(f"hand/{name}" for name in ("context", "dora", "fu", "names", "points", "shapes", "value", "yaku")),
    "settlement/liability",
    "settlement/riichi",
    "table/furiten",
}
"""Modules none of whose functions may be called."""

PARTS_OF_RIICHI: Final = {
    ("judges/kans", "_in_riichi"),
    ("judges/ending", "round_drawn"),
    ("judges/ending", "next_round"),
    ("judges/ending", "ends_early"),
    ("judges/ending", "abort_missed"),
    ("judges/wall", "indicator"),
    ("judges/wall", "overdue"),
    ("judges/wall", "win"),
    ("table/match", "close_round"),
    ("table/match", "_is_over"),
    ("table/winner", "win_context"),
}
"""Functions of shared modules that are of riichi."""

FAULTS: Final = (
    Round("0 draws 1z; 0 kan 1111z; 0 draws; 0 discards; go until live 0; drawn exhaustive", {0: "111z"}),
    Round("0 draws 5p; 0 discards; 1 chis 5p from 0 with 46p; 1 discards 1z", {1: READY}),
    Round(
        "0 draws 5p; 0 discards; 1 declines; go to 0; 0 draws 5p; 0 discards; 1 wins 5p from 0", {1: READY}, keep="5p"
    ),
    Round("0 draws 5p; 0 tsumo: moves 3 -1 -1 -1; horse 1z", {0: READY}),
    Round("0 draws 4p; 0 tsumo", {0: READY}),
    Round("drawn four_kans"),
    Round("0 draws; 1 draws; 2 discards 1z; 3 kan 5555s; indicator; 0 north; 0 draws; 0 riichi; 0 discards; 0 pays"),
)


def called_during_audits(logs: list[GameLog]) -> set[tuple[str, str]]:
    """Every function of `replay` that is called, as (module path, name)."""
    found: set[tuple[str, str]] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            path = Path(frame.f_code.co_filename)
            if path.is_relative_to(ROOT):
                found.add((str(path.relative_to(ROOT).with_suffix("")), frame.f_code.co_name))

    for log in logs:
        sys.setprofile(note)
        try:
            audit(log, RULES)
        finally:
            sys.setprofile(None)
    return found


@pytest.mark.skipif(not str(family.__file__).endswith(".py"), reason="compiled code calls without frames")
def test_an_audit_of_shenzhen_calls_nothing_of_riichi() -> None:
    logs = list(play_games(RULES, 4, 1))
    logs += [situation("shenzhen", text).log for text in FAULTS]
    called = called_during_audits(logs)
    shared = {("judges/turn", "draw"), ("judges/turn", "discard"), ("judges/kans", "own_kan")}
    assert {("judges/shenzhen", "win"), *shared} <= called
    assert {(module, name) for module, name in called if module in OF_RIICHI} == set()
    assert called & PARTS_OF_RIICHI == set()


def test_what_is_named_exists() -> None:
    for module in OF_RIICHI:
        assert (ROOT / f"{module}.py").exists(), module
    for module, name in PARTS_OF_RIICHI:
        assert f"def {name}(" in (ROOT / f"{module}.py").read_text(encoding="utf-8"), (module, name)


def test_the_family_follows_from_the_ruleset() -> None:
    assert {name: family_of(preset(name).switches) for name in PRESETS} == {
        name: SHENZHEN if name == "shenzhen" else RIICHI for name in PRESETS
    }


def test_turns_and_tiles_are_judged_by_the_same_functions() -> None:
    for name in ("claim", "kan"):
        assert getattr(SHENZHEN, name)[0] is getattr(RIICHI, name)[0]
    assert set(SHENZHEN.round_start) <= set(RIICHI.round_start)


def test_a_live_game_is_told_its_stakes() -> None:
    written = situation("shenzhen", Round("0 draws 1z; 0 kan 1111z; kong paid: moves 6 -2 -2 -2", {0: "111z"}))
    replay_ = GameReplay(RULES, None, Stakes(1, 2))
    assert [finding for event in written.log.rounds[0] for finding in replay_.feed(event)] == []
    dearer = GameReplay(RULES, None, Stakes(5, 10))
    found = [finding for event in written.log.rounds[0] for finding in dearer.feed(event)]
    assert [(finding.code.id, finding.event_index) for finding in found] == [("PAY012", 3)]


def test_a_log_without_stakes_is_not_read_on() -> None:
    start = RoundStart(0, 1, 0, 0, 0, (100,) * 4, ((),) * 4, ())
    log = GameLog(Header("g", 4, variant="shenzhen"), [[start, KongPayment((9, -9, 0, 0))]])
    report = audit(log, RULES)
    (found,) = report.findings
    assert (found.code.id, found.rule, found.severity) == ("LOG008", ("S1",), Severity.ERROR)
    assert found.message == "the log does not state the stake X and Y"
    assert (report.rounds, report.events) == (0, 0)


def test_no_indicator_is_turned() -> None:
    written = situation("shenzhen", Round("deal <- WAL007\ngo 3", indicators="1z"))
    assert [finding.code.id for finding in written.findings() if finding.severity is Severity.ERROR] == ["WAL007"]


def test_eighty_four_tiles_are_drawn() -> None:
    full = situation("shenzhen", Round("go until live 0; drawn exhaustive"))
    assert sum(type(event).__name__ == "Draw" for event in full.log.rounds[0]) == 84
    assert [finding.code.id for finding in full.findings()] == ["LOG004"]
    early = situation("shenzhen", Round("go until live 1\ndrawn exhaustive <- END002"))
    assert [finding.code.id for finding in early.findings()] == ["LOG004", "END002"]


def test_a_replacement_is_one_of_them() -> None:
    text = (
        "0 draws 1z; 0 kan 1111z; kong paid: moves 6 -2 -2 -2; 0 draws; 0 discards; go until live 0; drawn exhaustive"
    )
    written = situation("shenzhen", Round(text, {0: "111z"}))
    draws = [event for event in written.log.rounds[0] if type(event).__name__ == "Draw"]
    assert len(draws) == 84
    assert [finding.code.id for finding in written.findings()] == ["LOG004"]


def module_of(function: object) -> ModuleType:
    return sys.modules[getattr(function, "__module__", "")]


def test_no_check_of_the_family_is_of_riichi() -> None:
    checks = [
        check
        for name in family.Family.__dataclass_fields__
        for check in (getattr(SHENZHEN, name) if isinstance(getattr(SHENZHEN, name), tuple) else ())
    ]
    assert checks
    for check in checks:
        path = module_of(check).__name__.removeprefix("replay.").replace(".", "/")
        assert path not in OF_RIICHI, check
