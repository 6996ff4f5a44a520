"""A won hand as somebody writes it on the command line, checked and turned into what its value depends on."""

from dataclasses import dataclass
from typing import Final

from auditor.cli.usage import Usage
from auditor.cli.written_tiles import (
    WINDS,
    check_robbed,
    check_set,
    parts_of,
    sets_of,
    several,
    tiles_of,
    wind_of,
    with_winning_tile,
)
from replay.hand.context import WinContext
from replay.ruleset.ruleset import Ruleset
from replay.ruleset.switches import NorthRon
from replay.tiles import NORTH

MOST_NORTHS: Final = 4


@dataclass(frozen=True)
class WrittenWin:
    """The texts, numbers and flags of a win. Tiles are mpsz; spaces between them do no harm."""

    hand: str  # concealed tiles with the winning tile, or without it when `win` names it
    tsumo: bool
    win: str = ""  # empty: the last tile of `hand`
    melds: tuple[str, ...] = ()  # chi, pon, open kans
    kans: tuple[str, ...] = ()  # concealed ones
    added_kans: tuple[str, ...] = ()  # pons extended to kans
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
    honba: int = 0
    deposits: int = 0
    stakes: str = ""  # of a Shenzhen table: X, or X and Y with a comma between
    horse: str = ""  # the tile drawn after a self-drawn win in Shenzhen


def context_of(written: WrittenWin, rules: Ruleset) -> WinContext:
    """What the value of the hand depends on. Raises Usage naming the part that cannot be."""
    switches = rules.switches
    for given, option in ((written.stakes, "--stakes"), (written.horse, "--horse")):
        if given:
            raise Usage(f"{option} {given}: there is nothing of that kind in {rules.name}")
    hand = tiles_of("HAND", written.hand)
    melds = sets_of(written.melds, written.added_kans, written.kans, switches)
    indicators = several("--indicator", written.indicators)
    ura = several("--ura", written.ura)
    hand, winning = with_winning_tile(hand, written.win, len(melds))
    context = WinContext(
        tuple(hand),
        winning,
        switches,
        seat_wind=wind_of("--seat", written.seat),
        prevailing_wind=wind_of("--round", written.prevailing),
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
    _check_tiles(context, rules)
    return context


def _check_tiles(context: WinContext, rules: Ruleset) -> None:
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
        *parts_of(context.melds),
        ("--north", [NORTH] * context.norths),
        ("--indicator", list(context.indicators)),
        ("--ura", list(context.ura_indicators)),
    ]
    check_set(parts, rules)
    if context.chankan:
        check_robbed(parts, context.winning_kind)


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
