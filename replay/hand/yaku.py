"""Every yaku and yakuman: one table of each, a row says what it is worth, a function below it when it holds.

A yaku function is asked about one reading of a won hand. A lesser yaku that is part of a greater one (iipeikou in
ryanpeikou, chanta in junchan …) says so itself, so what holds can simply be added up.
"""

from collections.abc import Callable
from typing import Final

from replay.findings import YakuHan
from replay.hand.context import WinContext
from replay.hand.fu import is_pinfu
from replay.hand.names import PREVAILING_WIND, SEAT_WIND
from replay.hand.shapes import Form, Reading, Wait
from replay.ruleset.switches import NorthRon
from replay.tiles import EAST, GREEN, NORTH, RED_DRAGON, SOUTH, TERMINALS_AND_HONOURS, WEST, WHITE

Holds = Callable[[WinContext, Reading], bool]


class Yaku:
    def __init__(self, name: str, open_han: int, closed_han: int, holds: Holds) -> None:
        self.name = name
        self.open = YakuHan(name, open_han)  # 0 han: not with an open hand
        self.closed = YakuHan(name, closed_han)
        self.holds = holds


class Yakuman:
    def __init__(self, name: str, holds: Holds, *, double: bool = False) -> None:
        self.name = name
        self.holds = holds
        self.double = double  # where the ruleset has double yakuman


# How the win came about


def _riichi(win: WinContext, reading: Reading) -> bool:
    return win.riichi and not win.double_riichi


def _double_riichi(win: WinContext, reading: Reading) -> bool:
    return win.double_riichi


def _ippatsu(win: WinContext, reading: Reading) -> bool:
    return win.ippatsu and win.riichi


def _menzen_tsumo(win: WinContext, reading: Reading) -> bool:
    return win.self_draw


def _rinshan(win: WinContext, reading: Reading) -> bool:
    return win.rinshan and win.self_draw


def _chankan(win: WinContext, reading: Reading) -> bool:
    return win.chankan and win.switches.chankan_yaku


def _north_ron(win: WinContext, reading: Reading) -> bool:
    return win.north_ron and win.switches.chanpei is NorthRon.YAKU


def _haitei(win: WinContext, reading: Reading) -> bool:
    return win.last_tile and win.self_draw and (not win.rinshan or win.switches.last_replacement_is_haitei)


def _houtei(win: WinContext, reading: Reading) -> bool:
    return win.last_tile and not win.self_draw and not win.chankan and not win.north_ron


# Honours


def _triplet_of(kind: int) -> Holds:
    """Three or four of a kind, which for honours is always a triplet or a kan."""

    def holds(win: WinContext, reading: Reading) -> bool:
        return win.all_counts[kind] >= 3

    return holds


def _seat_wind(wind: int) -> Holds:
    def holds(win: WinContext, reading: Reading) -> bool:
        return win.seat_wind == wind and win.all_counts[EAST + wind] >= 3

    return holds


def _prevailing_wind(wind: int) -> Holds:
    def holds(win: WinContext, reading: Reading) -> bool:
        return win.prevailing_wind == wind and win.all_counts[EAST + wind] >= 3

    return holds


def _north_triplet(win: WinContext, reading: Reading) -> bool:
    if not win.switches.north_triplet_yaku or win.all_counts[NORTH] < 3:
        return False
    return not win.norths or win.switches.north_triplet_beside_north


def _dragon_triplets(win: WinContext) -> int:
    counts = win.all_counts
    return (counts[WHITE] >= 3) + (counts[GREEN] >= 3) + (counts[RED_DRAGON] >= 3)


def _wind_triplets(win: WinContext) -> int:
    counts = win.all_counts
    return (counts[EAST] >= 3) + (counts[SOUTH] >= 3) + (counts[WEST] >= 3) + (counts[NORTH] >= 3)


def _shousangen(win: WinContext, reading: Reading) -> bool:
    return reading.pair >= WHITE and _dragon_triplets(win) == 2


# Which kinds of tiles


def _tanyao(win: WinContext, reading: Reading) -> bool:
    if win.edges == 0:
        return True
    # A pair of Norths beside simples, where the ruleset lets it pass (N18).
    return win.switches.north_pair_tanyao and win.edges == 2 and win.all_counts[NORTH] == 2


def _honroutou(win: WinContext, reading: Reading) -> bool:
    return not reading.runs and win.edges == win.tiles


def _honitsu(win: WinContext, reading: Reading) -> bool:
    return win.suits == 1 and win.honours > 0


def _chinitsu(win: WinContext, reading: Reading) -> bool:
    return win.suits == 1 and win.honours == 0


# Runs


def _equal_runs(reading: Reading) -> int:
    """How many pairs of equal runs there are."""
    runs = sorted(reading.runs)
    pairs = 0
    previous = -1
    for run in runs:
        if run == previous:
            pairs += 1
            previous = -1  # a third equal run begins a new pair
        else:
            previous = run
    return pairs


def _iipeikou(win: WinContext, reading: Reading) -> bool:
    return len(reading.runs) > 1 and _equal_runs(reading) == 1


def _ryanpeikou(win: WinContext, reading: Reading) -> bool:
    return len(reading.runs) == 4 and _equal_runs(reading) == 2


def _sanshoku_doujun(win: WinContext, reading: Reading) -> bool:
    runs = reading.runs
    if len(runs) > 2:
        for run in runs:
            if run < 9 and run + 9 in runs and run + 18 in runs:
                return True
    return False


def _ittsu(win: WinContext, reading: Reading) -> bool:
    runs = reading.runs
    if len(runs) > 2:
        for run in runs:
            if run % 9 == 0 and run + 3 in runs and run + 6 in runs:
                return True
    return False


# Triplets


def _sanshoku_doukou(win: WinContext, reading: Reading) -> bool:
    triplets = reading.triplets
    if len(triplets) > 2:
        for kind in triplets:
            if kind < 9 and kind + 9 in triplets and kind + 18 in triplets:
                return True
    return False


def _toitoi(win: WinContext, reading: Reading) -> bool:
    return len(reading.triplets) == 4


def _sanankou(win: WinContext, reading: Reading) -> bool:
    return reading.concealed_triplets == 3


def _sankantsu(win: WinContext, reading: Reading) -> bool:
    return win.kans == 3


# Terminals and honours in every set


def _edge_in_every_set(win: WinContext, reading: Reading) -> bool:
    """Whether there is a run, and every set and the pair have a terminal or an honour."""
    if not reading.runs or reading.pair not in TERMINALS_AND_HONOURS:
        return False
    for run in reading.runs:
        if run % 9 not in (0, 6):
            return False
    return all(kind in TERMINALS_AND_HONOURS for kind in reading.triplets)


def _chanta(win: WinContext, reading: Reading) -> bool:
    return win.honours > 0 and _edge_in_every_set(win, reading)


def _junchan(win: WinContext, reading: Reading) -> bool:
    return win.honours == 0 and _edge_in_every_set(win, reading)


def _chiitoitsu(win: WinContext, reading: Reading) -> bool:
    return reading.form is Form.SEVEN_PAIRS


# What the ruleset says they are worth stands in `worth`.
TANYAO: Final = Yaku("tanyao", 1, 1, _tanyao)
DOUBLE_RIICHI: Final = Yaku("double_riichi", 0, 2, _double_riichi)
SANKANTSU: Final = Yaku("sankantsu", 2, 2, _sankantsu)

YAKU: Final[tuple[Yaku, ...]] = (
    #    name                open closed holds
    Yaku("menzen_tsumo", 0, 1, _menzen_tsumo),
    Yaku("riichi", 0, 1, _riichi),
    DOUBLE_RIICHI,
    Yaku("ippatsu", 0, 1, _ippatsu),
    Yaku("chankan", 1, 1, _chankan),
    Yaku("north_ron", 1, 1, _north_ron),
    Yaku("rinshan", 1, 1, _rinshan),
    Yaku("haitei", 1, 1, _haitei),
    Yaku("houtei", 1, 1, _houtei),
    Yaku("pinfu", 0, 1, is_pinfu),
    TANYAO,
    Yaku("iipeikou", 0, 1, _iipeikou),
    Yaku(SEAT_WIND[0], 1, 1, _seat_wind(0)),
    Yaku(SEAT_WIND[1], 1, 1, _seat_wind(1)),
    Yaku(SEAT_WIND[2], 1, 1, _seat_wind(2)),
    Yaku(SEAT_WIND[3], 1, 1, _seat_wind(3)),
    Yaku(PREVAILING_WIND[0], 1, 1, _prevailing_wind(0)),
    Yaku(PREVAILING_WIND[1], 1, 1, _prevailing_wind(1)),
    Yaku(PREVAILING_WIND[2], 1, 1, _prevailing_wind(2)),
    Yaku(PREVAILING_WIND[3], 1, 1, _prevailing_wind(3)),
    Yaku("haku", 1, 1, _triplet_of(WHITE)),
    Yaku("hatsu", 1, 1, _triplet_of(GREEN)),
    Yaku("chun", 1, 1, _triplet_of(RED_DRAGON)),
    Yaku("north_triplet", 1, 1, _north_triplet),
    Yaku("chiitoitsu", 0, 2, _chiitoitsu),
    Yaku("chanta", 1, 2, _chanta),
    Yaku("ittsu", 1, 2, _ittsu),
    Yaku("sanshoku_doujun", 1, 2, _sanshoku_doujun),
    Yaku("sanshoku_doukou", 2, 2, _sanshoku_doukou),
    SANKANTSU,
    Yaku("toitoi", 2, 2, _toitoi),
    Yaku("sanankou", 2, 2, _sanankou),
    Yaku("shousangen", 2, 2, _shousangen),
    Yaku("honroutou", 2, 2, _honroutou),
    Yaku("ryanpeikou", 0, 3, _ryanpeikou),
    Yaku("junchan", 2, 3, _junchan),
    Yaku("honitsu", 2, 3, _honitsu),
    Yaku("chinitsu", 5, 6, _chinitsu),
)
"""All yaku. None of the names is a yakuman or a dora."""


def worth(yaku: Yaku, win: WinContext) -> YakuHan:
    """What the yaku gives if it holds; 0 han if the hand may not have it because it is open."""
    if yaku is TANYAO:
        return YakuHan("tanyao", win.switches.tanyao_han[1 if win.closed else 0])
    if yaku is DOUBLE_RIICHI:
        return YakuHan("double_riichi", win.switches.double_riichi_han if win.closed else 0)
    if yaku is SANKANTSU:
        return YakuHan("sankantsu", win.switches.sankantsu_han)
    return yaku.closed if win.closed else yaku.open


# Yakuman

_GREEN_TILES: Final = (19, 20, 21, 23, 25, GREEN)  # 2s 3s 4s 6s 8s and the green dragon


def _tenhou(win: WinContext, reading: Reading) -> bool:
    return win.switches.blessings and win.first_turn and win.self_draw and win.dealer and not win.melds


def _chiihou(win: WinContext, reading: Reading) -> bool:
    return win.switches.blessings and win.first_turn and win.self_draw and not win.dealer and not win.melds


def _renhou(win: WinContext, reading: Reading) -> bool:
    return win.switches.renhou and win.first_turn and not win.self_draw and not win.dealer and not win.melds


def _daisangen(win: WinContext, reading: Reading) -> bool:
    return _dragon_triplets(win) == 3


def _suuankou(win: WinContext, reading: Reading) -> bool:
    return reading.concealed_triplets == 4 and reading.wait is not Wait.PAIR


def _suuankou_tanki(win: WinContext, reading: Reading) -> bool:
    return reading.concealed_triplets == 4 and reading.wait is Wait.PAIR


def _tsuuiisou(win: WinContext, reading: Reading) -> bool:
    return win.suits == 0


def _ryuuiisou(win: WinContext, reading: Reading) -> bool:
    return win.suits == 1 and sum(win.all_counts[kind] for kind in _GREEN_TILES) == win.tiles


def _chinroutou(win: WinContext, reading: Reading) -> bool:
    return win.honours == 0 and not reading.runs and win.edges == win.tiles


def _nine_gates(win: WinContext, extra: int) -> bool:
    """Whether the hand is 1112345678999 of one suit and the tile `extra`, if that is not -1, or any tile."""
    if win.melds or win.suits != 1 or win.honours:
        return False
    first = 0 if win.counts[0] else 9 if win.counts[9] else 18
    for kind in range(first, first + 9):
        needed = 3 if kind in (first, first + 8) else 1
        if win.counts[kind] < needed or (kind == extra and win.counts[kind] == needed):
            return False
    return True


def _chuuren(win: WinContext, reading: Reading) -> bool:
    return _nine_gates(win, -1) and not _nine_gates(win, win.winning_kind)


def _junsei_chuuren(win: WinContext, reading: Reading) -> bool:
    return _nine_gates(win, win.winning_kind)


def _kokushi(win: WinContext, reading: Reading) -> bool:
    return reading.form is Form.ORPHANS and win.counts[win.winning_kind] == 1


def _kokushi_13(win: WinContext, reading: Reading) -> bool:
    return reading.form is Form.ORPHANS and win.counts[win.winning_kind] == 2


def _daisuushi(win: WinContext, reading: Reading) -> bool:
    return _wind_triplets(win) == 4


def _shousuushi(win: WinContext, reading: Reading) -> bool:
    return EAST <= reading.pair <= NORTH and _wind_triplets(win) == 3


def _suukantsu(win: WinContext, reading: Reading) -> bool:
    return win.kans == 4


YAKUMAN: Final[tuple[Yakuman, ...]] = (
    Yakuman("renhou", _renhou),
    Yakuman("tenhou", _tenhou),
    Yakuman("chiihou", _chiihou),
    Yakuman("daisangen", _daisangen),
    Yakuman("suuankou", _suuankou),
    Yakuman("suuankou_tanki", _suuankou_tanki, double=True),
    Yakuman("tsuuiisou", _tsuuiisou),
    Yakuman("ryuuiisou", _ryuuiisou),
    Yakuman("chinroutou", _chinroutou),
    Yakuman("chuuren", _chuuren),
    Yakuman("junsei_chuuren", _junsei_chuuren, double=True),
    Yakuman("kokushi", _kokushi),
    Yakuman("kokushi_13", _kokushi_13, double=True),
    Yakuman("daisuushi", _daisuushi, double=True),
    Yakuman("shousuushi", _shousuushi),
    Yakuman("suukantsu", _suukantsu),
)
"""All yakuman. Where one holds, no yaku and no dora count."""
