"""The rules that findings cite, by their ids: N North dora, R red fives, K Kansai, S Shenzhen. In our own words.

They are one operator's rule book (RULES §1-§4). Where it can be read in several ways the reading is an assumed switch.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Rule:
    """A rule of the book."""

    id: str
    text: str
    readings: tuple[str, ...] = ()  # assumed switches that say how it is read
    grants: str = ""  # why nothing can break it, where that is so


@dataclass(frozen=True)
class YakuRow:
    """A row of the table of yaku (K10)."""

    title: str
    names: tuple[str, ...]  # of replay.hand.yaku
    open_han: int  # 0: not with an open hand
    closed_han: int
    readings: tuple[str, ...] = ()
    impossible: str = ""  # why no hand has it with three players


NORTH_RULES: Final = (
    Rule(
        "N1",
        "A North is set aside in the player's own turn, right after drawing a tile, live or replacement.",
        ("north_timing",),
    ),
    Rule("N2", "A North set aside lies open, and the player takes a replacement tile from the dead wall next."),
    Rule(
        "N3",
        "Several Norths may be set aside one after another.",
        grants="it only allows something: what is allowed cannot be broken",
    ),
    Rule("N4", "Each North set aside is worth one han."),
    Rule("N5", "A North that stays in the hand is no North dora."),
    Rule("N6", "North dora are no yaku: a hand needs another one to win."),
    Rule(
        "N7",
        "A player in riichi may set Norths aside too, but only the one just drawn.",
        ("north_in_riichi_drawn_only",),
    ),
    Rule("N8", "A win on the replacement of a North is the one-han yaku of a win after a kan, open or closed."),
    Rule("N9", "An open hand may set Norths aside, and a closed hand that does stays closed."),
    Rule("N10", "Three Norths in the hand are a yaku of one han for every seat.", ("north_triplet_beside_north",)),
    Rule("N11", "Three Norths that were set aside are no yaku."),
    Rule(
        "N12",
        "The dead wall has 18 tiles. A kan takes a tile from the live wall, a North set aside does not: "
        "51 live draws less the kans.",
    ),
    Rule(
        "N13",
        "The first dora indicator is the fifth from the break, read as the upper tile of the fifth stack.",
        ("dora_stack",),
    ),
    Rule("N14", "A North that was set aside cannot be claimed for a pon or a kan."),
    Rule(
        "N15",
        "A North that was discarded can be claimed for a pon or a kan.",
        grants="it only allows something: such a claim is judged by the rules of every claim",
    ),
    Rule(
        "N16",
        "A North being set aside can be won on. That adds one han as dora, is no yaku and is not robbing a kan.",
        ("chanpei",),
    ),
    Rule(
        "N17",
        "A North that was discarded can be won on.",
        grants="it only allows something: such a win is judged by the rules of every win",
    ),
    Rule(
        "N18",
        "Norths set aside are no part of the hand. A pair of Norths may be that of a pinfu and has no fu; "
        "it is never that of a tanyao.",
        ("north_pair_pinfu", "north_pair_tanyao"),
    ),
    Rule(
        "N19",
        "Setting a North aside makes nobody furiten who waits for one.",
        grants="it only allows something; the findings about furiten cite it because they leave Norths set aside out",
    ),
    Rule(
        "N20",
        "Who waits for a tile that lies in the own river, claimed or not, or passed a win, cannot win by ron.",
        ("furiten",),
    ),
    Rule(
        "N21",
        "Neither a North is set aside nor a kan declared once the last live tile is taken.",
        ("last_replacement_acts",),
    ),
    Rule(
        "N22",
        "A North set aside ends ippatsu, double riichi, chiihou, tenhou and the abort for identical first discards.",
        ("north_interrupts", "north_breaks_tenhou", "north_ron_ippatsu"),
    ),
    Rule(
        "N23",
        "A concealed kan is robbed by thirteen orphans only; an added kan by any hand.",
        ("any_hand_robs_added_kan",),
    ),
    Rule(
        "N24",
        "Under an indicator that shows West every North set aside is worth one han more.",
        ("west_indicators",),
    ),
)

RED_RULES: Final = (
    Rule("R1", "The set has red fives: two of circles and one of bamboo with three players.", ("red_fives",)),
    Rule("R2", "Each red five is worth one han."),
    Rule("R3", "Red fives are no yaku."),
)

KANSAI_RULES: Final = (
    Rule("K1", "Three players sit at the table: East, South and West; nobody is North."),
    Rule("K2", "There are no 2m to 8m; an indicator of 1m shows 9m.", ("dora_skips_missing",)),
    Rule("K3", "A triplet of Norths is a yaku of one han, open or closed."),
    Rule("K4", "No discard is claimed for a run, except to win."),
    Rule("K5", "Yaku that need the missing tiles cannot be made: no three-coloured runs, triplets only of 1 and 9."),
    Rule("K6", "The round goes on when everybody is in riichi."),
    Rule("K7", "On a self-draw nobody pays the missing player's share: 2000/4000 brings 6000.", ("tsumo_split",)),
    Rule("K8", "A hand needs a yaku to win; dora of any kind are none."),
    Rule("K9", "Nobody falls below 0: a payer pays what is left, and the winner gets no more.", ("bust",)),
    Rule("K10", "Yaku have the han of the table below, open or closed."),
)

YAKU_TABLE: Final = (
    YakuRow("riichi", ("riichi",), 0, 1),
    YakuRow("ippatsu", ("ippatsu",), 0, 1),
    YakuRow("self-draw with a closed hand", ("menzen_tsumo",), 0, 1),
    YakuRow("all simples", ("tanyao",), 1, 2, ("tanyao_han",)),
    YakuRow("pinfu", ("pinfu",), 0, 1, ("pinfu_tsumo",)),
    YakuRow("a double run", ("iipeikou",), 0, 1),
    YakuRow(
        "three-coloured runs",
        ("sanshoku_doujun",),
        1,
        2,
        impossible="it needs runs of characters, which are not in the set (K5)",
    ),
    YakuRow("a full straight", ("ittsu",), 1, 2),
    YakuRow("a triplet of dragons", ("haku", "hatsu", "chun"), 1, 1),
    YakuRow("a triplet of the seat wind", ("seat_wind_east", "seat_wind_south", "seat_wind_west"), 1, 1),
    YakuRow("a triplet of the prevailing wind", ("prevailing_wind_east", "prevailing_wind_south"), 1, 1),
    YakuRow("terminals or honours in every set, with a run", ("chanta",), 1, 2),
    YakuRow("a win on a replacement tile", ("rinshan",), 1, 1),
    YakuRow("robbing a kan", ("chankan",), 1, 1),
    YakuRow("the last tile or the last discard", ("haitei", "houtei"), 1, 1, ("last_replacement_is_haitei",)),
    YakuRow("seven pairs, 25 fu", ("chiitoitsu",), 0, 2),
    YakuRow("three-coloured triplets", ("sanshoku_doukou",), 2, 2),
    YakuRow("three concealed triplets", ("sanankou",), 2, 2),
    YakuRow("all triplets", ("toitoi",), 2, 2),
    YakuRow("a half flush", ("honitsu",), 2, 3),
    YakuRow("little dragons, beside one for each of the two triplets: four in all", ("shousangen",), 2, 2),
    YakuRow("all terminals and honours", ("honroutou",), 2, 2),
    YakuRow("terminals in every set, with a run", ("junchan",), 2, 3),
    YakuRow("two double runs", ("ryanpeikou",), 0, 3),
    YakuRow("a full flush", ("chinitsu",), 5, 6),
    YakuRow("a triplet of Norths", ("north_triplet",), 1, 1),
)

SHENZHEN_RULES: Final = (
    Rule("S1", "The stakes are X and Y, and Y is twice X."),
    Rule(
        "S2", "The winner becomes or stays East, and the others' winds follow from their seats.", ("east_after_draw",)
    ),
    Rule("S3", "No discard is claimed for a run, except to win."),
    Rule(
        "S4",
        "A pung extended to a kong with a tile drawn brings X from every other player.",
        ("added_kong_stake", "late_added_kong_pays"),
    ),
    Rule("S5", "A concealed kong brings Y from every other player."),
    Rule("S6", "A discard claimed for a kong brings X + Y from the discarder."),
    Rule("S7", "There are no points: only kongs and wins bring money.", ("kong_kept",)),
    Rule(
        "S8",
        "After a self-drawn win the next tile of the wall is turned, the horse. There is none after robbing a kong.",
        ("horse_without_wall",),
    ),
    Rule(
        "S9",
        "Who declines a win on a discard can only win by self-draw for the rest of the round.",
        ("declined_wins", "robbing_is_discard_win", "inferred_declines"),
    ),
    Rule("S10", "The game ends when a player has less than three times Y.", ("game_end_check", "early_end")),
    Rule("S11", "A hand is complete with four sets and a pair, seven pairs, or thirteen orphans.", ("quads_as_pairs",)),
    Rule("S12", "A self-drawn win brings Y from every other player, a win on a discard Y from the discarder."),
    Rule("S13", "A player whose kong is robbed pays for all.", ("robbed_kong_paid",)),
    Rule(
        "S14",
        "A horse of the winner's wind brings another Y from every other player: East 1z 1 5 9, South 2z 7z 2 6, "
        "West 3z 6z 3 7, North 4z 5z 4 8.",
        ("horse_wind", "horse_suits"),
    ),
)

RULEBOOK: Final[tuple[tuple[str, tuple[Rule, ...]], ...]] = (
    ("North dora", NORTH_RULES),
    ("Red fives", RED_RULES),
    ("Kansai", KANSAI_RULES),
    ("Shenzhen", SHENZHEN_RULES),
)
"""Every rule, by document."""

RULE_IDS: Final[frozenset[str]] = frozenset(rule.id for _, rules in RULEBOOK for rule in rules)
"""What a finding may cite beside names of switches."""
