"""The catalogue: every finding code there is."""

from typing import Final

from replay.findings import Code
from replay.judges import (
    calls,
    ending,
    furiten,
    furiten_flags,
    kans,
    log,
    melds,
    north,
    offers,
    payments,
    proof,
    riichi,
    scores,
    shenzhen_cash,
    shenzhen_declined,
    shenzhen_horse,
    shenzhen_kongs,
    turn,
    wall,
    win,
    won_hand,
)

FAMILIES: Final = ("LOG", "WAL", "TRN", "CAL", "NOR", "RII", "FUR", "WIN", "PAY", "END")
"""The families of codes, by their letters, in the order of the catalogue."""


def _place(code: Code) -> tuple[int, str]:
    return FAMILIES.index(code.id[:3]), code.id


CATALOGUE: Final[tuple[Code, ...]] = tuple(
    sorted(
        (
            *log.CODES,
            *wall.CODES,
            *proof.CODES,
            *turn.CODES,
            *melds.CODES,
            *calls.CODES,
            *kans.CODES,
            *north.CODES,
            *riichi.CODES,
            *furiten.CODES,
            *furiten_flags.CODES,
            *offers.CODES,
            *won_hand.CODES,
            *win.CODES,
            *scores.CODES,
            *payments.CODES,
            *ending.CODES,
            *shenzhen_declined.CODES,
            *shenzhen_kongs.CODES,
            *shenzhen_horse.CODES,
            *shenzhen_cash.CODES,
        ),
        key=_place,
    )
)
"""Every finding code, in the order of their ids within each family."""
