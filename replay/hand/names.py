"""Names of yaku and of the dora that are listed with them, and the numbers Tenhou logs give them.

The names are those of `replay.hand.yaku`; a reader of logs translates its source's numbers or texts into them.
"""

from typing import Final

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
