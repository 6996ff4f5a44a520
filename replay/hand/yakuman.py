"""Every yakuman: a row says whether it may be a double one, `yakuman_of` when it holds."""

from typing import Final

from replay.findings import YakuHan
from replay.gamelog import YAKUMAN_HAN
from replay.hand.context import WinContext
from replay.hand.shapes import ORPHANS, PAIR_WAIT, Reading
from replay.hand.yaku import dragon_triplets
from replay.ruleset.switches import Switches
from replay.tiles import EAST, GREEN, NORTH, SOUTH, WEST


class Yakuman:
    def __init__(self, name: str, *, double: bool = False) -> None:
        self.name = name
        self.single = YakuHan(name, YAKUMAN_HAN)
        self.twofold = YakuHan(name, 2 * YAKUMAN_HAN) if double else self.single

    def worth(self, switches: Switches) -> YakuHan:
        """Its han: those of two yakuman where it may be a double one and the ruleset has them."""
        return self.twofold if switches.double_yakuman else self.single


RENHOU: Final = Yakuman("renhou")
TENHOU: Final = Yakuman("tenhou")
CHIIHOU: Final = Yakuman("chiihou")
DAISANGEN: Final = Yakuman("daisangen")
SUUANKOU: Final = Yakuman("suuankou")
SUUANKOU_TANKI: Final = Yakuman("suuankou_tanki", double=True)
TSUUIISOU: Final = Yakuman("tsuuiisou")
RYUUIISOU: Final = Yakuman("ryuuiisou")
CHINROUTOU: Final = Yakuman("chinroutou")
CHUUREN: Final = Yakuman("chuuren")
JUNSEI_CHUUREN: Final = Yakuman("junsei_chuuren", double=True)
KOKUSHI: Final = Yakuman("kokushi")
KOKUSHI_13: Final = Yakuman("kokushi_13", double=True)
DAISUUSHI: Final = Yakuman("daisuushi", double=True)
SHOUSUUSHI: Final = Yakuman("shousuushi")
SUUKANTSU: Final = Yakuman("suukantsu")

YAKUMAN: Final[tuple[Yakuman, ...]] = (
    *(RENHOU, TENHOU, CHIIHOU, DAISANGEN, SUUANKOU, SUUANKOU_TANKI, TSUUIISOU, RYUUIISOU, CHINROUTOU),
    *(CHUUREN, JUNSEI_CHUUREN, KOKUSHI, KOKUSHI_13, DAISUUSHI, SHOUSUUSHI, SUUKANTSU),
)
"""All yakuman, in the order in which a hand lists them. Where one holds, no yaku and no dora count."""

_GREEN_TILES: Final = (19, 20, 21, 23, 25, GREEN)  # 2s 3s 4s 6s 8s and the green dragon


def yakuman_of(win: WinContext, reading: Reading) -> list[Yakuman]:
    """The yakuman of one reading of a won hand, in the order of `YAKUMAN`."""
    held: list[Yakuman] = []
    if win.first_turn and not win.melds:
        _on_the_first_turn(win, held)
    if win.honours >= 9 and dragon_triplets(win) == 3:
        held.append(DAISANGEN)
    if reading.concealed_triplets == 4:
        held.append(SUUANKOU_TANKI if reading.wait is PAIR_WAIT else SUUANKOU)
    if win.suits == 0:
        held.append(TSUUIISOU)
    if win.suits == 1:
        if sum([win.all_counts[kind] for kind in _GREEN_TILES]) == win.tiles:
            held.append(RYUUIISOU)
    if win.honours == 0:
        if win.edges == win.tiles and not reading.runs:
            held.append(CHINROUTOU)
        if win.suits == 1 and not win.melds and _nine_gates(win, -1):
            held.append(JUNSEI_CHUUREN if _nine_gates(win, win.winning_kind) else CHUUREN)
    if reading.form is ORPHANS:
        held.append(KOKUSHI_13 if win.counts[win.winning_kind] == 2 else KOKUSHI)
    if win.honours >= 11:
        winds = _wind_triplets(win)
        if winds == 4:
            held.append(DAISUUSHI)
        elif winds == 3 and EAST <= reading.pair <= NORTH:
            held.append(SHOUSUUSHI)
    if win.kans == 4:
        held.append(SUUKANTSU)
    return held


def _on_the_first_turn(win: WinContext, held: list[Yakuman]) -> None:
    if not win.self_draw:
        if win.switches.renhou and not win.dealer:
            held.append(RENHOU)
    elif win.switches.blessings:
        held.append(TENHOU if win.dealer else CHIIHOU)


def _wind_triplets(win: WinContext) -> int:
    counts = win.all_counts
    return (counts[EAST] >= 3) + (counts[SOUTH] >= 3) + (counts[WEST] >= 3) + (counts[NORTH] >= 3)


def _nine_gates(win: WinContext, extra: int) -> bool:
    """Whether a hand of one suit is its 1112345678999 and the tile `extra`, if that is not -1, or any tile."""
    first = 0 if win.counts[0] else 9 if win.counts[9] else 18
    for kind in range(first, first + 9):
        needed = 3 if kind == first or kind == first + 8 else 1
        if win.counts[kind] < needed or (kind == extra and win.counts[kind] == needed):
            return False
    return True
