"""JSON that is read value by value, so that of a text that is cut off everything before the cut is kept."""

import re
from json import JSONDecodeError, JSONDecoder
from typing import Final

from replay.formats.foreign_text import shown
from replay.formats.json_values import Json
from replay.gamelog import LogError

_SPACE: Final = re.compile(r"[ \t\r\n]*")
_CUT: Final = re.compile(r"|t(r(u(e)?)?)?|f(a(l(s(e)?)?)?)?|n(u(l(l)?)?)?|-|\.|[eE][-+]?")
"""What stands where a text is cut off within a word or a number."""
_decoder: Final = JSONDecoder()


class JsonText:
    """A JSON text and how far it was read. Every fault is a LogError with the byte where it is."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.position = 1 if source.startswith("\ufeff") else 0

    def place(self, position: int) -> str:
        """The byte at which the character of this position stands."""
        return f"byte {len(self.source[:position].encode('utf-8', 'surrogatepass'))}"

    def space(self) -> int:
        """Passes white space; the position after it."""
        match = _SPACE.match(self.source, self.position)
        if match is not None:
            self.position = match.end()
        return self.position

    def follows(self, mark: str) -> bool:
        """Whether the next mark is this one; if so, it is passed."""
        self.space()
        if self.source[self.position : self.position + 1] != mark:
            return False
        self.position += 1
        return True

    def expect(self, marks: str) -> str:
        """The next mark, which must be one of these; it is passed."""
        self.space()
        mark = self.source[self.position : self.position + 1]
        if not mark:
            raise LogError("the log is cut off", self.place(self.position))
        if mark not in marks:
            wanted = " or ".join(marks)
            raise LogError(f"{wanted} is expected, not {shown(mark)!r}", self.place(self.position))
        self.position += 1
        return mark

    def key(self, known: set[str]) -> str:
        """The name of the member that begins here; it is passed with its colon, and added to the known ones.

        Raises LogError also when it is known already.
        """
        begin = self.space()
        name = self.value()
        if not isinstance(name, str):
            raise LogError("the name of a member is expected", self.place(begin))
        if name in known:
            raise LogError(f'"{shown(name)}" stands twice', self.place(begin))
        known.add(name)
        self.expect(":")
        self.space()
        return name

    def value(self) -> Json:
        """The JSON value that begins here; it is passed."""
        value: Json
        try:
            value, self.position = _decoder.raw_decode(self.source, self.position)
        except JSONDecodeError as error:
            raise LogError(_reason(self.source, error), self.place(error.pos)) from error
        except RecursionError:
            raise LogError("lists in lists, too many for a log", self.place(self.position)) from None
        except ValueError:
            raise LogError("a number that no log has", self.place(self.position)) from None
        return value

    def end(self) -> None:
        """Nothing follows. Raises LogError."""
        self.space()
        if self.position < len(self.source):
            raise LogError("text after the end of the log", self.place(self.position))


def whole_value(source: str, place: str) -> Json:
    """The one JSON value of a text that stands within a log at this place. Raises LogError."""
    text = JsonText(source)
    try:
        text.space()
        value = text.value()
        text.end()
    except LogError as fault:
        raise LogError(fault.reason, f"{place}, {fault.place}") from fault
    return value


def _reason(source: str, error: JSONDecodeError) -> str:
    rest = source[error.pos : error.pos + 10].rstrip()
    cut = _CUT.fullmatch(rest) is not None or error.msg.startswith("Unterminated")
    return "the log is cut off" if cut else f"not JSON: {error.msg[0].lower()}{error.msg[1:]}"
