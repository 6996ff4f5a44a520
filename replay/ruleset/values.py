"""Values of switches: checked when TOML or text gives them, and written again.

A plain `Value` is a bool, a whole number, the value string of an enum, a tuple of whole numbers, or None. Its text is
that of TOML without the quotes: ``true``, ``300``, ``two``, ``[1, 1]``, ``none``.
"""

from typing import Final

from replay.errors import ordinary
from replay.ruleset.catalogue import Kind, Spec
from replay.ruleset.errors import nearest_name

Value = bool | int | str | tuple[int, ...] | None

NONE_TEXT: Final = "none"
LONGEST_SHOWN: Final = 60


@ordinary
class SwitchValueError(Exception):
    """A value a switch cannot have: the reason, and the nearest value where the switch has named ones."""

    def __init__(self, reason: str, nearest: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.nearest = nearest


def check_value(spec: Spec, given: object) -> Value:
    """The plain value of what TOML gave. Raises SwitchValueError saying what was expected and what was given."""
    if spec.kind is Kind.FLAG:
        if isinstance(given, bool):
            return given
    elif spec.kind is Kind.CHOICE:
        if isinstance(given, str):
            if given in spec.choices:
                return given
            raise SwitchValueError(_mismatch(spec, given), nearest_name(given, spec.choices))
    elif spec.kind is Kind.NUMBER:
        if spec.optional and given == NONE_TEXT:
            return None
        if isinstance(given, int) and not isinstance(given, bool) and _in_range(spec, given):
            return given
    elif isinstance(given, list) and len(given) in spec.lengths:
        numbers: list[int] = []
        items: list[object] = given
        for item in items:
            if isinstance(item, int) and not isinstance(item, bool) and _in_range(spec, item):
                numbers.append(item)
        if len(numbers) == len(items):
            return tuple(numbers)
    raise SwitchValueError(_mismatch(spec, given))


def read_value(spec: Spec, text: str) -> Value:
    """The plain value of its text; a list may lack its brackets. Raises SwitchValueError."""
    return check_value(spec, _from_text(spec, text.strip()))


def value_text(value: Value) -> str:
    """The text of a plain value, which `read_value` reads back."""
    if value is None:
        return NONE_TEXT
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return "[" + ", ".join(map(str, value)) + "]"
    return str(value)


def value_toml(value: Value) -> str:
    """The same as TOML, which `check_value` takes once parsed."""
    text = value_text(value)
    return f'"{text}"' if value is None or isinstance(value, str) else text


def _from_text(spec: Spec, text: str) -> object:
    """What TOML would give for the text; text that is no TOML value stays text."""
    if len(text) >= 2 and text[0] == text[-1] == '"':
        text = text[1:-1]
    if spec.kind is Kind.FLAG:
        return {"true": True, "false": False}.get(text, text)
    if spec.kind is Kind.NUMBER:
        number = _whole_number(text)
        return text if number is None else number
    if spec.kind is Kind.NUMBERS:
        inner = text[1:-1] if text.startswith("[") and text.endswith("]") else text
        numbers: list[int] = []
        for part in inner.split(",") if inner.strip() else []:
            number = _whole_number(part.strip())
            if number is None:
                return text
            numbers.append(number)
        return numbers
    return text


def _whole_number(text: str) -> int | None:
    digits = text[1:] if text[:1] in ("-", "+") else text
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 9 else None


def _in_range(spec: Spec, number: int) -> bool:
    return spec.low <= number <= spec.high and number % spec.step == 0


def _mismatch(spec: Spec, given: object) -> str:
    return f"expected {spec.expected}; given {shown(given)}"


def shown(given: object) -> str:
    """What was given, as its author wrote it where that is short, else its beginning."""
    if isinstance(given, bool):
        return "true" if given else "false"
    if isinstance(given, str):
        text = f'"{given}"'
    elif isinstance(given, int) and abs(given) >= 10**LONGEST_SHOWN:
        return "a number out of all proportion"  # its decimal text may be too long to make
    elif isinstance(given, dict):
        return "a table"
    elif isinstance(given, list):
        text = "[" + ", ".join(map(shown, given[:LONGEST_SHOWN])) + "]"
    else:
        text = str(given)
    text = text.replace("\n", " ")
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"
