"""Names of yaku and of the dora that are listed with them, and the numbers Tenhou logs give them.

The names are those of `replay.hand.yaku`; a reader of logs translates its source's numbers or texts into them.
"""

from typing import Final, final

from replay.findings import YakuHan

_MOST_HAN: Final = 30  # more than the dora of any hand but one of a corrupt log


@final
class Named:
    """A yaku or dora with any number of han: the values are made once, and every hand shares them."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._by_han = tuple(YakuHan(name, han) for han in range(_MOST_HAN))

    def han(self, han: int) -> YakuHan:
        """It with so many han."""
        return self._by_han[han] if 0 <= han < _MOST_HAN else YakuHan(self.name, han)


WINDS: Final[tuple[str, ...]] = ("east", "south", "west", "north")

SEAT_WIND: Final[tuple[str, ...]] = tuple(f"seat_wind_{wind}" for wind in WINDS)
"""Yaku of a triplet of the own wind, by wind."""

PREVAILING_WIND: Final[tuple[str, ...]] = tuple(f"prevailing_wind_{wind}" for wind in WINDS)
"""Yaku of a triplet of the round's wind, by wind."""

DORA_NAMES: Final[tuple[str, ...]] = ("dora", "ura_dora", "red_five", "north_dora", "north_ron")
"""What adds han without being a yaku. `north_ron` is a yaku instead where the ruleset says so (N16)."""

TENHOU_YAKU: Final[tuple[str, ...]] = (
    "menzen_tsumo",  # 0
    "riichi",
    "ippatsu",
    "chankan",
    "rinshan",
    "haitei",  # 5
    "houtei",
    "pinfu",
    "tanyao",
    "iipeikou",
    *SEAT_WIND,  # 10-13
    *PREVAILING_WIND,  # 14-17
    "haku",  # 18
    "hatsu",
    "chun",  # 20
    "double_riichi",
    "chiitoitsu",
    "chanta",
    "ittsu",
    "sanshoku_doujun",  # 25
    "sanshoku_doukou",
    "sankantsu",
    "toitoi",
    "sanankou",
    "shousangen",  # 30
    "honroutou",
    "ryanpeikou",
    "junchan",
    "honitsu",
    "chinitsu",  # 35
    "renhou",
    "tenhou",
    "chiihou",
    "daisangen",
    "suuankou",  # 40
    "suuankou_tanki",
    "tsuuiisou",
    "ryuuiisou",
    "chinroutou",
    "chuuren",  # 45
    "junsei_chuuren",
    "kokushi",
    "kokushi_13",
    "daisuushi",
    "shousuushi",  # 50
    "suukantsu",
    "dora",  # every set-aside North is in it too: 1, and 1 for each indicator that shows West
    "ura_dora",
    "red_five",
)
"""Name of every yaku number of a Tenhou log (``AGARI`` attributes `yaku` and `yakuman`)."""

YAKU_OF_TEXT: Final[dict[str, str]] = {
    "門前清自摸和": "menzen_tsumo",
    "立直": "riichi",
    "一発": "ippatsu",
    "槍槓": "chankan",
    "嶺上開花": "rinshan",
    "海底摸月": "haitei",
    "河底撈魚": "houtei",
    "平和": "pinfu",
    "断幺九": "tanyao",
    "一盃口": "iipeikou",
    **{f"自風 {wind}": name for wind, name in zip("東南西北", SEAT_WIND, strict=True)},
    **{f"場風 {wind}": name for wind, name in zip("東南西北", PREVAILING_WIND, strict=True)},
    "役牌:自風牌": "seat_wind",
    "役牌:場風牌": "prevailing_wind",
    "役牌 白": "haku",
    "役牌 發": "hatsu",
    "役牌 中": "chun",
    "両立直": "double_riichi",
    "ダブル立直": "double_riichi",
    "七対子": "chiitoitsu",
    "混全帯幺九": "chanta",
    "一気通貫": "ittsu",
    "三色同順": "sanshoku_doujun",
    "三色同刻": "sanshoku_doukou",
    "三槓子": "sankantsu",
    "対々和": "toitoi",
    "三暗刻": "sanankou",
    "小三元": "shousangen",
    "混老頭": "honroutou",
    "二盃口": "ryanpeikou",
    "純全帯幺九": "junchan",
    "混一色": "honitsu",
    "清一色": "chinitsu",
    "人和": "renhou",
    "天和": "tenhou",
    "地和": "chiihou",
    "大三元": "daisangen",
    "四暗刻": "suuankou",
    "四暗刻単騎": "suuankou_tanki",
    "字一色": "tsuuiisou",
    "緑一色": "ryuuiisou",
    "清老頭": "chinroutou",
    "九蓮宝燈": "chuuren",
    "純正九蓮宝燈": "junsei_chuuren",
    "国士無双": "kokushi",
    "国士無双１３面": "kokushi_13",
    "国士無双十三面待ち": "kokushi_13",
    "大四喜": "daisuushi",
    "小四喜": "shousuushi",
    "四槓子": "suukantsu",
    "ドラ": "dora",
    "裏ドラ": "ura_dora",
    "赤ドラ": "red_five",
    "抜きドラ": "north_dora",
}
"""Name of every yaku as tenhou.net/6 logs write it, Mahjong Soul's spellings included.

`seat_wind` and `prevailing_wind` stand for the triplet of the winner's or the round's wind, whichever that is.
"""
