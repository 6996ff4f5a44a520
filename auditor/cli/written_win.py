"""A won hand as somebody writes it on the command line, checked and turned into what its value depends on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from auditor.cli.usage import Usage
from replay.hand.context import WinContext
from replay.hand.meld import Meld, MeldType
from replay.ruleset.ruleset import Ruleset
from replay.ruleset.switches import Family, NorthRon, Switches
from replay.table.wall import wall_geometry
from replay.tiles import EAST, KIND_OF, NORTH, RED_OF, TEXT_OF, parse_tiles

WINDS: Final = "ESWN"
MOST_MELDS: Final = 4
MOST_INDICATORS: Final = 5  # one, and one for each of four kans
MOST_NORTHS: Final = 4


@dataclass(frozen=True)
class WrittenWin:
    """The texts, numbers and flags of a win. Tiles are mpsz; spaces between them do no harm."""

    hand: str  # concealed tiles with the winning tile, or without it when `win` names it
    tsumo: bool
    win: str = ""  # empty: the last tile of `hand`
    melds: tuple[str, ...] = ()  # chi, pon, open and added kans
    kans: tuple[str, ...] = ()  # concealed ones
    seat: str = "S"
    prevailing: str = "E"
    indicators: tuple[str, ...] = ()
    ura: tuple[str, ...] = ()
    norths: int = 0
    riichi: bool = False
    double_riichi: bool = False
    ippatsu: bool = False
    rinshan: bool = False
    chankan: bool = False
    north_ron: bool = False
    last_tile: bool = False
    first_turn: bool = False


def context_of(written: WrittenWin, rules: Ruleset) -> WinContext:
    """What the value of the hand depends on. Raises Usage naming the part that cannot be."""
    switches = rules.switches
    if switches.family is not Family.RIICHI:
        raise Usage(f"{rules.name}: only hands of riichi have a score, this is {switches.family.value}")
    hand = _tiles("HAND", written.hand)
    melds = [_meld(text, switches) for text in written.melds] + [_concealed_kan(text) for text in written.kans]
    indicators = _several("--indicator", written.indicators)
    ura = _several("--ura", written.ura)
    hand, winning = _with_winning_tile(hand, written.win, len(melds))
    context = WinContext(
        tuple(hand),
        winning,
        switches,
        seat_wind=_wind("--seat", written.seat),
        prevailing_wind=_wind("--round", written.prevailing),
        self_draw=written.tsumo,
        melds=tuple(melds),
        riichi=written.riichi,
        double_riichi=written.double_riichi,
        ippatsu=written.ippatsu,
        rinshan=written.rinshan,
        chankan=written.chankan,
        north_ron=written.north_ron,
        last_tile=written.last_tile,
        first_turn=written.first_turn,
        norths=written.norths,
        indicators=tuple(indicators),
        ura_indicators=tuple(ura),
    )
    _check_flags(context)
    _check_tiles(context, len(written.melds), rules)
    return context


# Reading


def _tiles(name: str, text: str) -> list[int]:
    try:
        return parse_tiles(text.replace(" ", ""))
    except ValueError as error:
        raise Usage(f"{name}: {error}") from error


def _several(name: str, texts: Sequence[str]) -> list[int]:
    """The indicators of all the texts together, each of which may hold several."""
    tiles = [tile for text in texts for tile in _tiles(name, text)]
    if len(tiles) > MOST_INDICATORS:
        raise Usage(f"{name}: {len(tiles)} tiles; no more than {MOST_INDICATORS} are ever turned")
    return tiles


def _wind(name: str, text: str) -> int:
    wind = WINDS.find(text.upper()) if len(text) == 1 else -1
    if wind < 0:
        raise Usage(f"{name} {text}: expected E, S, W or N")
    return wind


def _meld(text: str, switches: Switches) -> Meld:
    """A chi, pon or open kan. An added kan is worth what an open one is."""
    tiles = _tiles("--meld", text)
    kinds = sorted(KIND_OF[tile] for tile in tiles)
    if len(tiles) in (3, 4) and kinds[0] == kinds[-1]:
        return Meld(MeldType.PON if len(tiles) == 3 else MeldType.OPEN_KAN, kinds[0], tuple(tiles))
    low = kinds[0] if kinds else 0
    if kinds == [low, low + 1, low + 2] and low < EAST and low % 9 <= 6:
        if not switches.chi:
            raise Usage(f"--meld {text}: there is no chi in this variant")
        return Meld(MeldType.CHI, low, tuple(tiles))
    raise Usage(f"--meld {text}: expected a run of three, or three or four equal tiles")


def _concealed_kan(text: str) -> Meld:
    tiles = _tiles("--kan", text)
    if len(tiles) != 4 or len({KIND_OF[tile] for tile in tiles}) != 1:
        raise Usage(f"--kan {text}: expected four equal tiles; open sets go with --meld")
    return Meld(MeldType.CONCEALED_KAN, KIND_OF[tiles[0]], tuple(tiles))


def _with_winning_tile(hand: list[int], win: str, melds: int) -> tuple[list[int], int]:
    """The concealed tiles with the winning one, and the winning one."""
    if melds > MOST_MELDS:
        raise Usage(f"--meld, --kan: {melds} sets; a hand has four")
    full = 14 - 3 * melds
    winning = _tiles("--win", win)
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


# Checking


def _check_tiles(context: WinContext, open_melds: int, rules: Ruleset) -> None:
    """Nothing happens when all the tiles can lie on one table. Raises Usage."""
    switches = context.switches
    if context.seat_wind >= switches.seats:
        raise Usage(f"--seat {WINDS[context.seat_wind]}: there is no such seat with {switches.seats} players")
    if context.norths and not switches.north_dora:
        raise Usage(f"--north {context.norths}: no North is set aside in {rules.name}")
    if context.norths > MOST_NORTHS:
        raise Usage(f"--north {context.norths}: there are {MOST_NORTHS}")
    parts = [
        ("HAND", list(context.concealed)),
        ("--meld", [tile for meld in context.melds[:open_melds] for tile in meld.tiles]),
        ("--kan", [tile for meld in context.melds[open_melds:] for tile in meld.tiles]),
        ("--north", [NORTH] * context.norths),
        ("--indicator", list(context.indicators)),
        ("--ura", list(context.ura_indicators)),
    ]
    limits = wall_geometry(switches).limits
    for code, limit in enumerate(limits):
        where = [name for name, tiles in parts if code in tiles]
        count = sum(tiles.count(code) for _, tiles in parts)
        if count > limit:
            kind = KIND_OF[code]
            red = RED_OF[kind]
            reds = f" beside {TEXT_OF[red]}" if code == kind and red >= 0 and limit and limits[red] else ""
            has = f"the set of {rules.name} has {limit or 'none'}{reds}"
            raise Usage(f"{', '.join(where)}: {TEXT_OF[code]} is there {count} time{'s' * (count > 1)}; {has}")
    if context.chankan:
        for name, tiles in parts:
            others = sum(1 for tile in tiles if KIND_OF[tile] == context.winning_kind) - (name == "HAND")
            if others:
                tile = TEXT_OF[context.winning_kind]
                raise Usage(f"--chankan: the robbed kan has all four {tile}, and {name} has another")


def _check_flags(win: WinContext) -> None:
    """Nothing happens when the facts of the win go together. Raises Usage."""
    for wrong, option, reason in (*_of_riichi(win), *_of_the_tile(win), *_of_the_moment(win)):
        if wrong:
            raise Usage(f"{option}: {reason}")


_Contradictions = tuple[tuple[bool, str, str], ...]
"""Whether it is one, the option it is about, and why the option cannot be."""


def _of_riichi(win: WinContext) -> _Contradictions:
    riichi = "--double-riichi" if win.double_riichi else "--riichi"
    interrupted = win.rinshan and (win.norths == 0 or win.switches.north_breaks_first_round)
    return (
        (win.riichi and not win.closed, riichi, "the hand is open; concealed kans are written with --kan"),
        (win.ippatsu and not win.riichi, "--ippatsu", "there is none without --riichi or --double-riichi"),
        (win.ippatsu and interrupted, "--ippatsu", "what brought the replacement tile ends it"),
    )


def _of_the_tile(win: WinContext) -> _Contradictions:
    switches = win.switches
    by_north = switches.north_replacement_rinshan
    replacing = win.kans > 0 or (by_north and win.norths > 0)
    needed = "a kan or a North set aside (--north)" if by_north else "a kan"
    return (
        (win.rinshan and not win.self_draw, "--rinshan", "a win on a replacement tile is by --tsumo"),
        (win.rinshan and not replacing, "--rinshan", f"a replacement tile needs {needed}"),
        (win.chankan and win.self_draw, "--chankan", "a win on the tile of a kan is by --ron"),
        (win.chankan and win.north_ron, "--chankan", "one tile is either of a kan or a North set aside"),
        (win.north_ron and win.self_draw, "--north-ron", "a win on a North being set aside is by --ron"),
        (win.north_ron and win.winning_kind != NORTH, "--north-ron", "the winning tile is not 4z"),
        (
            win.north_ron and (not switches.north_dora or switches.chanpei is NorthRon.FORBIDDEN),
            "--north-ron",
            "there is no ron on a North being set aside in this variant",
        ),
    )


def _of_the_moment(win: WinContext) -> _Contradictions:
    switches = win.switches
    return (
        (win.last_tile and win.chankan and not switches.last_tile_kan, "--last-tile", "there is no kan then to rob"),
        (win.last_tile and win.north_ron and not switches.north_last_tile, "--last-tile", "no North is set aside then"),
        (win.first_turn and win.last_tile, "--first-turn", "it is not that of the last tile"),
        (win.first_turn and win.riichi, "--first-turn", "who has declared riichi has discarded"),
        (win.first_turn and len(win.melds) > 0, "--first-turn", "a call or kan ends the first go-round"),
        (
            win.first_turn and win.norths > 0 and switches.north_breaks_first_round,
            "--first-turn",
            "a North set aside ends the first go-round",
        ),
        (
            win.first_turn and win.dealer and not win.self_draw,
            "--first-turn",
            "the dealer's first turn is before all discards",
        ),
    )
