"""The catalogue: every finding code there is."""

from typing import Final

from replay.findings import Code
from replay.judges import calls, ending, furiten, log, north, payments, riichi, turn, wall, win

CATALOGUE: Final[tuple[Code, ...]] = (
    *log.CODES,
    *wall.CODES,
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
