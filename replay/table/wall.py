"""The wall: how many tiles of each code the set has, how many are live."""

from dataclasses import dataclass
from typing import Final

from replay.ruleset.switches import Switches, TileSet
from replay.tiles import KINDS, RED_5M, RED_5P, RED_5S

DEALT: Final = 13
"""Tiles dealt to each seat; the dealer's fourteenth is drawn."""


@dataclass(frozen=True)
class WallGeometry:
    """What a ruleset fixes about the wall, worked out once for all its rounds."""

    limits: tuple[int, ...]  # copies in the set of each of the 37 codes
    live: int  # live tiles after the deal


def wall_geometry(switches: Switches) -> WallGeometry:
    """The geometry of the ruleset (K2, R1, N12; switches `tiles`, `red_fives`, `dead_wall`)."""
    limits = [4] * KINDS + list(switches.red_fives)
    for red, black in ((RED_5M, 4), (RED_5P, 13), (RED_5S, 22)):
        limits[black] -= limits[red]
    if switches.tiles is TileSet.NO_SIMPLE_CHARACTERS:
        for kind in range(1, 8):
            limits[kind] = 0
        limits[RED_5M] = 0
    return WallGeometry(tuple(limits), sum(limits) - DEALT * switches.seats - switches.dead_wall)
