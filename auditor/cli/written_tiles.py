"""Tiles as somebody writes them on the command line: a hand with its sets, and whether one table can have them all."""

from collections.abc import Sequence
from typing import Final

from auditor.cli.usage import Usage
from replay.hand.meld import Meld, MeldType
from replay.ruleset.ruleset import Ruleset
from replay.ruleset.switches import Switches
from replay.table.wall import wall_geometry
from replay.tiles import EAST, KIND_OF, RED_OF, TEXT_OF, parse_tiles

WINDS: Final = "ESWN"
MOST_MELDS: Final = 4
MOST_INDICATORS: Final = 5  # one, and one for each of four kans

Part = tuple[str, list[int]]
"""The option that names some tiles, and the tiles."""


def tiles_of(name: str, text: str) -> list[int]:
    """The tiles of a text, which may have spaces between them; `name` is the option it stands in."""
    try:
        return parse_tiles(text.replace(" ", ""))
    except ValueError as error:
        raise Usage(f"{name}: {error}") from error


def several(name: str, texts: Sequence[str]) -> list[int]:
    """The indicators of all the texts together, each of which may hold several."""
    tiles = [tile for text in texts for tile in tiles_of(name, text)]
    if len(tiles) > MOST_INDICATORS:
        raise Usage(f"{name}: {len(tiles)} tiles; no more than {MOST_INDICATORS} are ever turned")
    return tiles


def wind_of(name: str, text: str) -> int:
    """The wind of its letter, 0 East .. 3 North."""
    wind = WINDS.find(text.upper()) if len(text) == 1 else -1
    if wind < 0:
        raise Usage(f"{name} {text}: expected E, S, W or N")
    return wind


def meld_of(text: str, switches: Switches) -> Meld:
    """A chi, a pon, or a kan of a claimed discard."""
    tiles = tiles_of("--meld", text)
    kinds = sorted(KIND_OF[tile] for tile in tiles)
    if len(tiles) in (3, 4) and kinds[0] == kinds[-1]:
        return Meld(MeldType.PON if len(tiles) == 3 else MeldType.OPEN_KAN, kinds[0], tuple(tiles))
    low = kinds[0] if kinds else 0
    if kinds == [low, low + 1, low + 2] and low < EAST and low % 9 <= 6:
        if not switches.chi:
            raise Usage(f"--meld {text}: there is no chi in this variant")
        return Meld(MeldType.CHI, low, tuple(tiles))
    raise Usage(f"--meld {text}: expected a run of three, or three or four equal tiles")


def concealed_kan_of(text: str) -> Meld:
    """A kan of four concealed tiles."""
    tiles = tiles_of("--kan", text)
    if len(tiles) != 4 or len({KIND_OF[tile] for tile in tiles}) != 1:
        raise Usage(f"--kan {text}: expected four equal tiles; open sets go with --meld")
    return Meld(MeldType.CONCEALED_KAN, KIND_OF[tiles[0]], tuple(tiles))


def added_kan_of(text: str) -> Meld:
    """A pon that a fourth tile was added to."""
    tiles = tiles_of("--added-kan", text)
    if len(tiles) != 4 or len({KIND_OF[tile] for tile in tiles}) != 1:
        raise Usage(f"--added-kan {text}: expected four equal tiles")
    return Meld(MeldType.ADDED_KAN, KIND_OF[tiles[0]], tuple(tiles))


def sets_of(open_sets: Sequence[str], added: Sequence[str], concealed: Sequence[str], switches: Switches) -> list[Meld]:
    """The melds of ``--meld``, ``--added-kan`` and ``--kan``, open ones first."""
    melds = [meld_of(text, switches) for text in open_sets]
    return melds + [added_kan_of(text) for text in added] + [concealed_kan_of(text) for text in concealed]


def with_winning_tile(hand: list[int], win: str, melds: int) -> tuple[list[int], int]:
    """The concealed tiles with the winning one, and the winning one."""
    if melds > MOST_MELDS:
        raise Usage(f"--meld, --kan: {melds} sets; a hand has four")
    full = 14 - 3 * melds
    winning = tiles_of("--win", win)
    if win and len(winning) != 1:
        raise Usage(f"--win {win}: expected one tile")
    if len(hand) == full - 1 and winning:
        return [*hand, winning[0]], winning[0]
    if len(hand) != full:
        sets = f" beside {melds} set{'' if melds == 1 else 's'}" if melds else ""
        raise Usage(
            f"HAND: {len(hand)} tiles; expected {full} with the winning tile{sets}, or {full - 1} and --win TILE"
        )
    if winning and winning[0] not in hand:
        raise Usage(f"--win {win}: HAND has {full} tiles, and this is none of them")
    return hand, winning[0] if winning else hand[-1]


def parts_of(melds: Sequence[Meld]) -> list[Part]:
    """The tiles of the melds, by the option that names them."""
    found: list[Part] = [("--meld", []), ("--added-kan", []), ("--kan", [])]
    place = {MeldType.ADDED_KAN: 1, MeldType.CONCEALED_KAN: 2}
    for meld in melds:
        found[place.get(meld.type, 0)][1].extend(meld.tiles)
    return found


def check_set(parts: Sequence[Part], rules: Ruleset) -> None:
    """Nothing happens when the set of the rules has all the tiles. Raises Usage naming who has one too many."""
    limits = wall_geometry(rules.switches).limits
    for code, limit in enumerate(limits):
        where = [name for name, tiles in parts if code in tiles]
        count = sum(tiles.count(code) for _, tiles in parts)
        if count > limit:
            kind = KIND_OF[code]
            red = RED_OF[kind]
            reds = f" beside {TEXT_OF[red]}" if code == kind and red >= 0 and limit and limits[red] else ""
            has = f"the set of {rules.name} has {limit or 'none'}{reds}"
            raise Usage(f"{', '.join(where)}: {TEXT_OF[code]} is there {count} time{'s' * (count > 1)}; {has}")


def check_robbed(parts: Sequence[Part], kind: int) -> None:
    """Nothing happens when all four tiles of the kind can be in a kan that is robbed of one. Raises Usage."""
    for name, tiles in parts:
        others = sum(1 for tile in tiles if KIND_OF[tile] == kind) - (name == "HAND")
        if others:
            tile = TEXT_OF[kind]
            raise Usage(f"--chankan: the robbed kan has all four {tile}, and {name} has another")
