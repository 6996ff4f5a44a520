"""Every yaku: a row says what it is worth, `yaku_of` when it holds. Yakuman stand in `replay.hand.yakuman`.

A lesser yaku that is part of a greater one (iipeikou in ryanpeikou, chanta in junchan …) does not hold beside it, so
what holds can simply be added up.
"""

from typing import Final

from replay.findings import YakuHan
from replay.hand.context import WinContext
from replay.hand.fu import is_pinfu
from replay.hand.names import PREVAILING_WIND, SEAT_WIND, Named
from replay.hand.shapes import SEVEN_PAIRS, Reading
from replay.ruleset.switches import NorthRon
from replay.tiles import EAST, GREEN, IS_EDGE, NORTH, RED_DRAGON, WHITE


class Yaku:
    def __init__(self, name: str, open_han: int, closed_han: int) -> None:
        self.name = name
        self.open = YakuHan(name, open_han)  # 0 han: not with an open hand
        self.closed = YakuHan(name, closed_han)


#                    name            open closed
MENZEN_TSUMO: Final = Yaku("menzen_tsumo", 0, 1)
RIICHI: Final = Yaku("riichi", 0, 1)
DOUBLE_RIICHI: Final = Yaku("double_riichi", 0, 2)  # the ruleset says what it is worth: `worth`
IPPATSU: Final = Yaku("ippatsu", 0, 1)
CHANKAN: Final = Yaku("chankan", 1, 1)
NORTH_RON: Final = Yaku("north_ron", 1, 1)
RINSHAN: Final = Yaku("rinshan", 1, 1)
HAITEI: Final = Yaku("haitei", 1, 1)
HOUTEI: Final = Yaku("houtei", 1, 1)
PINFU: Final = Yaku("pinfu", 0, 1)
TANYAO: Final = Yaku("tanyao", 1, 1)  # `worth`
IIPEIKOU: Final = Yaku("iipeikou", 0, 1)
SEAT_WINDS: Final = tuple(Yaku(name, 1, 1) for name in SEAT_WIND)
PREVAILING_WINDS: Final = tuple(Yaku(name, 1, 1) for name in PREVAILING_WIND)
HAKU: Final = Yaku("haku", 1, 1)
HATSU: Final = Yaku("hatsu", 1, 1)
CHUN: Final = Yaku("chun", 1, 1)
NORTH_TRIPLET: Final = Yaku("north_triplet", 1, 1)
CHIITOITSU: Final = Yaku("chiitoitsu", 0, 2)
CHANTA: Final = Yaku("chanta", 1, 2)
ITTSU: Final = Yaku("ittsu", 1, 2)
SANSHOKU_DOUJUN: Final = Yaku("sanshoku_doujun", 1, 2)
SANSHOKU_DOUKOU: Final = Yaku("sanshoku_doukou", 2, 2)
SANKANTSU: Final = Yaku("sankantsu", 2, 2)  # `worth`
TOITOI: Final = Yaku("toitoi", 2, 2)
SANANKOU: Final = Yaku("sanankou", 2, 2)
SHOUSANGEN: Final = Yaku("shousangen", 2, 2)
HONROUTOU: Final = Yaku("honroutou", 2, 2)
RYANPEIKOU: Final = Yaku("ryanpeikou", 0, 3)
JUNCHAN: Final = Yaku("junchan", 2, 3)
HONITSU: Final = Yaku("honitsu", 2, 3)
CHINITSU: Final = Yaku("chinitsu", 5, 6)

YAKU: Final[tuple[Yaku, ...]] = (
    *(MENZEN_TSUMO, RIICHI, DOUBLE_RIICHI, IPPATSU, CHANKAN, NORTH_RON, RINSHAN, HAITEI, HOUTEI),
    *(PINFU, TANYAO, IIPEIKOU, *SEAT_WINDS, *PREVAILING_WINDS, HAKU, HATSU, CHUN, NORTH_TRIPLET),
    *(CHIITOITSU, CHANTA, ITTSU, SANSHOKU_DOUJUN, SANSHOKU_DOUKOU, SANKANTSU, TOITOI, SANANKOU, SHOUSANGEN),
    *(HONROUTOU, RYANPEIKOU, JUNCHAN, HONITSU, CHINITSU),
)
"""All yaku, in the order in which a hand lists them. None of the names is a yakuman or a dora."""


# Those that the ruleset says the worth of.
_TANYAO: Final = Named("tanyao")
_DOUBLE_RIICHI: Final = Named("double_riichi")
_SANKANTSU: Final = Named("sankantsu")


def yaku_of(win: WinContext, reading: Reading) -> list[YakuHan]:
    """The yaku of one reading of a won hand with their han, in the order of `YAKU`. A yakuman is not looked for."""
    held: list[Yaku] = []
    _from_the_win(win, held)
    if is_pinfu(win, reading):
        held.append(PINFU)
    if _is_tanyao(win):
        held.append(TANYAO)
    equal = _equal_runs(reading.runs) if len(reading.runs) > 1 else 0
    if equal == 1:
        held.append(IIPEIKOU)
    if win.honours >= 3:
        _from_the_honours(win, held)
    _from_the_sets(win, reading, equal, held)
    if win.suits == 1:
        held.append(HONITSU if win.honours else CHINITSU)
    found: list[YakuHan] = []
    for yaku in held:
        part = worth(yaku, win)
        if part.han:
            found.append(part)
    return found


def worth(yaku: Yaku, win: WinContext) -> YakuHan:
    """What the yaku gives if it holds; 0 han if the hand may not have it because it is open."""
    if yaku is TANYAO:
        return _TANYAO.han(win.switches.tanyao_han[1 if win.closed else 0])
    if yaku is DOUBLE_RIICHI:
        return _DOUBLE_RIICHI.han(win.switches.double_riichi_han if win.closed else 0)
    if yaku is SANKANTSU:
        return _SANKANTSU.han(win.switches.sankantsu_han)
    return yaku.closed if win.closed else yaku.open


def _from_the_win(win: WinContext, held: list[Yaku]) -> None:
    """Adds what follows from how the win came about."""
    switches = win.switches
    if win.self_draw:
        held.append(MENZEN_TSUMO)
    if win.riichi:
        held.append(DOUBLE_RIICHI if win.double_riichi else RIICHI)
        if win.ippatsu:
            held.append(IPPATSU)
    if win.chankan and switches.chankan_yaku:
        held.append(CHANKAN)
    if win.north_ron and switches.chanpei is NorthRon.YAKU:
        held.append(NORTH_RON)
    if win.rinshan and win.self_draw:
        held.append(RINSHAN)
    if win.last_tile:
        if win.self_draw:
            if not win.rinshan or switches.last_replacement_is_haitei:
                held.append(HAITEI)
        elif not win.chankan and not win.north_ron:
            held.append(HOUTEI)


def _is_tanyao(win: WinContext) -> bool:
    if win.edges == 0:
        return True
    # A pair of Norths beside simples, where the ruleset lets it pass (N18).
    return win.edges == 2 and win.all_counts[NORTH] == 2 and win.switches.north_pair_tanyao


def _from_the_honours(win: WinContext, held: list[Yaku]) -> None:
    """Adds what three or four equal honours give, which are always a set."""
    counts = win.all_counts
    if counts[EAST + win.seat_wind] >= 3:
        held.append(SEAT_WINDS[win.seat_wind])
    if counts[EAST + win.prevailing_wind] >= 3:
        held.append(PREVAILING_WINDS[win.prevailing_wind])
    if counts[WHITE] >= 3:
        held.append(HAKU)
    if counts[GREEN] >= 3:
        held.append(HATSU)
    if counts[RED_DRAGON] >= 3:
        held.append(CHUN)
    if counts[NORTH] >= 3 and win.switches.north_triplet_yaku:
        if not win.norths or win.switches.north_triplet_beside_north:
            held.append(NORTH_TRIPLET)


def _from_the_sets(win: WinContext, reading: Reading, equal_runs: int, held: list[Yaku]) -> None:
    """Adds what follows from the sets of this reading."""
    runs = reading.runs
    triplets = reading.triplets
    if reading.form is SEVEN_PAIRS:
        held.append(CHIITOITSU)
    edged = bool(runs) and win.edges >= 5 and _edge_in_every_set(reading)
    if edged and win.honours:
        held.append(CHANTA)
    if len(runs) > 2:
        if _ittsu(runs):
            held.append(ITTSU)
        if _in_three_suits(runs):
            held.append(SANSHOKU_DOUJUN)
    if len(triplets) > 2 and _in_three_suits(triplets):
        held.append(SANSHOKU_DOUKOU)
    if win.kans == 3:
        held.append(SANKANTSU)
    if len(triplets) == 4:
        held.append(TOITOI)
    if reading.concealed_triplets == 3:
        held.append(SANANKOU)
    if reading.pair >= WHITE and dragon_triplets(win) == 2:
        held.append(SHOUSANGEN)
    if not runs and win.edges == win.tiles:
        held.append(HONROUTOU)
    if equal_runs == 2:
        held.append(RYANPEIKOU)
    if edged and not win.honours:
        held.append(JUNCHAN)


def dragon_triplets(win: WinContext) -> int:
    """How many of the three dragons are a triplet or kan."""
    counts = win.all_counts
    return (counts[WHITE] >= 3) + (counts[GREEN] >= 3) + (counts[RED_DRAGON] >= 3)


def _equal_runs(runs: tuple[int, ...]) -> int:
    """How many pairs of equal runs there are."""
    pairs = 0
    previous = -1
    for run in sorted(runs):
        if run == previous:
            pairs += 1
            previous = -1  # a third equal run begins a new pair
        else:
            previous = run
    return pairs


def _ittsu(runs: tuple[int, ...]) -> bool:
    """Whether 123, 456 and 789 of one suit are there."""
    for run in runs:
        if run % 9 == 0 and run + 3 in runs and run + 6 in runs:
            return True
    return False


def _in_three_suits(sets: tuple[int, ...]) -> bool:
    """Whether one of the runs, or one of the triplets, is there in all three suits."""
    for kind in sets:
        if kind < 9 and kind + 9 in sets and kind + 18 in sets:
            return True
    return False


def _edge_in_every_set(reading: Reading) -> bool:
    """Whether every set and the pair have a terminal or an honour."""
    if reading.pair < 0 or not IS_EDGE[reading.pair]:
        return False
    for run in reading.runs:
        if run % 9 != 0 and run % 9 != 6:
            return False
    for kind in reading.triplets:
        if not IS_EDGE[kind]:
            return False
    return True
