"""The judges: one module a family of findings, with its codes, their documentation and the checks together.

A check is a plain function ``check(table, event, docket) -> bool``. It sees the table as it was before the event and
is True when it reported; `replay.engine` then asks no further judge about that event, because one act is one fault.
"""

from typing import Final

from replay.findings import Code
from replay.judges import calls, ending, furiten, log, north, payments, proof, riichi, turn, wall, win

CATALOGUE: Final[tuple[Code, ...]] = (
    *log.CODES,
    *wall.CODES,
    *proof.CODES,
    *turn.CODES,
    *calls.CODES,
    *north.CODES,
    *riichi.CODES,
    *furiten.CODES,
    *win.CODES,
    *payments.CODES,
    *ending.CODES,
)
"""Every finding code, in the order of their ids within each family."""
