"""Where a key stands in a TOML text, found by a search: the parser does not tell."""

import re


def line_of(text: str, key: str) -> int | None:
    """The line, from 1, of a key: at a line's beginning, as a table's heading, or within a table; None if not found.

    A key with a dot is a part of a switch: its own line when it has one, else the line of the switch.
    """
    name, _, part = key.partition(".")
    switch = _key(name)
    found = _search(text, rf"^[ \t]*(?:{_key('switches')}[ \t]*\.[ \t]*)?{switch}[ \t]*[.=]")
    if found is None:
        found = _search(text, rf"^[ \t]*\[[ \t]*(?:{_key('switches')}[ \t]*\.[ \t]*)?{switch}[ \t]*\]")
        if found is not None and part:
            own = _search(text, rf"^[ \t]*{_key(part)}[ \t]*=", found)
            found = found if own is None else own
    if found is None:
        found = _search(text, rf"[{{,]\s*{switch}\s*[.=]")
    return None if found is None else text.count("\n", 0, found) + 1


def _key(name: str) -> str:
    """A pattern for a key, bare or in quotes."""
    return rf"""["']?{re.escape(name)}["']?"""


def _search(text: str, pattern: str, start: int = 0) -> int | None:
    """Where the last sign of the first match stands."""
    match = re.compile(pattern, re.MULTILINE).search(text, start)
    return None if match is None else match.end() - 1
