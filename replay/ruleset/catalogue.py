"""The catalogue of switches: which values each takes and what it decides, in a line for people.

`SPECS` has one entry a field of `Switches`, in the same order, and `TOPICS` groups them. It is what the loader checks
values with and what ``auditor variants`` prints.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from replay.ruleset.switches import (
    Bust,
    DeadWait,
    DealerStays,
    DeclinedWins,
    EastAfterDraw,
    Family,
    FuritenScope,
    GameEndCheck,
    GameLength,
    HonbaGrows,
    HorseSuits,
    HorseWind,
    HorseWithoutWall,
    Interrupted,
    KanIndicator,
    Kuikae,
    NorthRon,
    NorthTiming,
    NotenPayment,
    Pao,
    ReplacementOrder,
    RiichiKan,
    SeveralRons,
    Stake,
    Ties,
    TileSet,
    TsumoSplit,
    WestIndicators,
)


class Kind(Enum):
    FLAG = "flag"
    NUMBER = "number"
    CHOICE = "choice"
    NUMBERS = "numbers"


@dataclass(frozen=True)
class Spec:
    """A switch: its name, its values, its meaning."""

    name: str
    kind: Kind
    about: str
    choices: tuple[str, ...] = ()  # CHOICE: the value strings
    low: int = 0  # NUMBER and NUMBERS: smallest and largest value
    high: int = 0
    step: int = 1  # NUMBER and NUMBERS: values are multiples of it
    optional: bool = False  # NUMBER: may be "none"
    lengths: tuple[int, ...] = ()  # NUMBERS: how many there may be

    @property
    def expected(self) -> str:
        """What a value has to be, in words that finish the sentence "expected …"."""
        if self.kind is Kind.FLAG:
            return "true or false"
        if self.kind is Kind.CHOICE:
            return "one of " + ", ".join(self.choices)
        span = f"from {self.low} to {self.high}" + (f" in steps of {self.step}" if self.step > 1 else "")
        if self.kind is Kind.NUMBER:
            return f"a whole number {span}" + (' or "none"' if self.optional else "")
        return f"a list of {' or '.join(str(length) for length in self.lengths)} whole numbers {span}"


def _flag(name: str, about: str) -> Spec:
    return Spec(name, Kind.FLAG, about)


def _choice(name: str, values: type[Enum], about: str) -> Spec:
    return Spec(name, Kind.CHOICE, about, choices=tuple(str(member.value) for member in values))


def _number(name: str, low: int, high: int, about: str) -> Spec:
    return Spec(name, Kind.NUMBER, about, low=low, high=high)


def _points(name: str, about: str, *, optional: bool = False) -> Spec:
    return Spec(name, Kind.NUMBER, about, high=1_000_000, step=100, optional=optional)


def _numbers(name: str, lengths: tuple[int, ...], low: int, high: int, step: int, about: str) -> Spec:
    return Spec(name, Kind.NUMBERS, about, low=low, high=high, step=step, lengths=lengths)


_TABLE: Final = (
    _choice("family", Family, "the family of rules: riichi, or Shenzhen with its money at once"),
    _number("seats", 3, 4, "how many players there are"),
)

_WALL: Final = (
    _choice("tiles", TileSet, "all 136 tiles, or the 108 without 2m-8m"),
    _numbers("red_fives", (3,), 0, 4, 1, "how many fives of characters, circles and bamboo are red"),
    _number("dead_wall", 0, 40, "tiles set apart after the deal"),
    _flag("kan_shortens_live_wall", "a kan takes one tile from those still to be drawn"),
    _flag("north_shortens_live_wall", "a North set aside takes one tile from those still to be drawn"),
    _number(
        "dora_stack",
        0,
        20,
        "stack whose upper tile is the first dora indicator, counted from the break from 1; 0: none",
    ),
    _number("ura_offset", -1, 1, "place of an ura indicator, counted from its indicator towards the live wall"),
    _choice("replacement_order", ReplacementOrder, "in which order the replacement tiles are taken from the break"),
    _flag("replacement_far_end", "replacement tiles come from the other end of the wall than tiles drawn in turn"),
    _choice("kan_indicator", KanIndicator, "when the indicator of a kan is turned"),
)

_MATCH: Final = (
    _points("start_points", 'points everybody starts with, "none": those the log says', optional=True),
    _points("target_points", 'points somebody needs for the game to end on time, "none": no target', optional=True),
    _choice(
        "game_length",
        GameLength,
        "how many winds a game has: East, or East and South; either where the source does not say",
    ),
    _flag("extension", "without the target the game goes on into the next wind, at most one"),
    _flag("dealer_stop", "the last dealer who stays on ends the game when first with the target reached"),
    _choice("bust", Bust, "whether the game ends when a player runs out of points"),
    _flag("score_floor", "nobody pays more than the points left"),
    _choice("dealer_stays", DealerStays, "what keeps the dealer on"),
    _choice("honba_grows", HonbaGrows, "after which rounds a honba is added instead of all being taken away"),
    _choice("ties", Ties, "who is better placed with equal points"),
    _flag("deposits_to_first", "riichi deposits left over at the end go to first place"),
    _points("final_return", 'points taken from everybody\'s in the final result, "none": not checked', optional=True),
    _flag("final_rounding", "final points are rounded to the nearest 1000, half away from zero"),
    _numbers("uma", (0, 3, 4), -1_000_000, 1_000_000, 100, "points added by place, first to last; []: not checked"),
)

_CALLS: Final = (
    _flag("chi", "a run may be claimed from the player before"),
    _choice("kuikae", Kuikae, "which discards are forbidden right after a chi or pon"),
    _flag("last_discard_calls", "the last discard may be claimed for chi, pon or kan"),
    _flag("last_tile_kan", "a kan is allowed when no live tile is left"),
    _number("kan_limit", 0, 16, "how many kans there can be in a round"),
    _flag("kokushi_robs_concealed_kan", "thirteen orphans may win on the tile of a concealed kan"),
    _flag("any_hand_robs_added_kan", "every hand may win on the tile of an added kan, not only thirteen orphans"),
    _flag(
        "last_replacement_acts",
        "a kan is declared or a North set aside with a replacement drawn when no live tile was left",
    ),
)

_NORTH: Final = (
    _flag("north_dora", "Norths may be set aside, each one dora"),
    _choice("north_timing", NorthTiming, "after what a North may be set aside"),
    _flag("north_last_tile", "a North may be set aside when no live tile is left"),
    _flag("north_in_riichi_drawn_only", "in riichi only the North just drawn may be set aside"),
    _choice("chanpei", NorthRon, "whether a North being set aside can be won on, and what that is worth"),
    _flag(
        "north_breaks_first_round", "a North ends ippatsu and everything that needs an unbroken first turn of the table"
    ),
    _choice("north_interrupts", Interrupted, "whose ippatsu and first turn a North ends"),
    _flag("north_breaks_tenhou", "a dealer who has set a North aside has no tenhou"),
    _flag("north_ron_ippatsu", "a ron on a North being set aside has ippatsu where the discard before it had"),
    _flag("north_replacement_rinshan", "a win on a North's replacement tile is rinshan"),
    _flag("north_triplet_yaku", "a triplet of Norths is a yaku for every seat"),
    _flag("north_triplet_beside_north", "a triplet of Norths is that yaku also where the fourth was set aside"),
    _flag("north_pair_pinfu", "a pair of Norths may be the pair of a pinfu, where it is nobody's wind"),
    _flag("north_pair_tanyao", "a pair of Norths may be the pair of a tanyao"),
    _choice("west_indicators", WestIndicators, "which indicators of West make every North set aside a dora"),
)

_RIICHI: Final = (
    _points("riichi_points", "points a player needs to declare riichi"),
    _number("riichi_live_tiles", 0, 40, "live tiles that must be left to declare riichi"),
    _choice("riichi_kan", RiichiKan, "which kans are allowed in riichi"),
    _flag("riichi_deposit_when_ronned", "the deposit is paid although the riichi discard is won on"),
)

_DORA: Final = (
    _flag("ura_dora", "the winner in riichi also counts the ura dora"),
    _flag("kan_dora", "every kan turns another dora indicator"),
    _flag("kan_ura", "the indicators turned for kans have ura dora too"),
    _flag("dora_skips_missing", "with 2m-8m missing 1m makes 9m dora, not nothing"),
)

_HANDS: Final = (
    _choice("furiten", FuritenScope, "what bars a player from winning by ron"),
    _numbers("tanyao_han", (2,), 0, 13, 1, "han of tanyao with an open and with a closed hand, 0: no yaku"),
    _number("double_riichi_han", 1, 13, "han of a double riichi"),
    _number("sankantsu_han", 0, 13, "han of three kans, 0: no yaku"),
    _flag("blessings", "a win with the very first draw is a yakuman: tenhou, chiihou"),
    _flag("double_yakuman", "daisuushi, suuankou tanki, the kokushi 13-wait and junsei chuuren count twice"),
    _flag("counted_yakuman", "13 han are a yakuman"),
    _flag("kiriage", "4 han 30 fu and 3 han 60 fu are a mangan"),
    _flag("renhou", "a ron in the first turn before one's own draw is a yakuman"),
    _number("double_wind_pair_fu", 2, 4, "fu of a pair that is both seat and prevailing wind"),
    _flag("rinshan_tsumo_fu", "the 2 fu of a self-draw count on a replacement tile"),
    _flag("pinfu_tsumo", "pinfu goes together with a self-draw, at 20 fu"),
    _flag("chankan_yaku", "robbing a kan is a yaku"),
    _flag("last_replacement_is_haitei", "a win on a replacement tile with no live tile left is haitei too"),
    _choice("dead_wait", DeadWait, "whether a hand is tenpai that waits only for tiles it has all four of"),
)

_PAYMENTS: Final = (
    _choice("tsumo_split", TsumoSplit, "who pays the missing player's share of a self-draw with three players"),
    _points("honba_tsumo", "points each payer adds for a honba on a self-draw"),
    _points("honba_ron", "points the payer adds for a honba on a ron"),
    _points("noten_pool", "points that move from the noten to the tenpai players in an exhaustive draw"),
    _choice("noten_payment", NotenPayment, "the pool is shared by the tenpai players, or paid to each of them"),
    _choice("several_rons", SeveralRons, "how many players can win on one discard"),
    _choice("pao", Pao, "what a player pays who completed another's daisangen or daisuushi"),
)

_DRAWN_ROUNDS: Final = (
    _flag("nagashi", "discards of only terminals and honours, none claimed, pay a mangan in an exhaustive draw"),
    _flag("nine_terminals", "nine kinds of terminals and honours in the first turn may end the round"),
    _flag("four_kans", "four kans by two or more players end the round"),
    _flag("four_winds", "the same wind as everybody's first discard ends the round"),
    _flag("four_riichi", "the round ends when everybody is in riichi"),
    _flag("triple_ron", "the round ends when three players win on one discard"),
)

_SHENZHEN: Final = (
    _choice("declined_wins", DeclinedWins, "for how long a declined win on a discard leaves only a self-draw"),
    _flag("robbing_is_discard_win", "declining a win bars from robbing a kong, and letting a kong pass is declining"),
    _flag("inferred_declines", "where the log records no offers, a win that was passed counts as declined"),
    _flag("quads_as_pairs", "four tiles alike may be two of the seven pairs"),
    _choice("added_kong_stake", Stake, "the stake every other player pays for a pung extended to a kong"),
    _flag("late_added_kong_pays", "a pung extended with a tile that was not just drawn is paid like any other"),
    _flag("robbed_kong_paid", "a kong that is robbed is paid all the same"),
    _flag("kong_kept", "kong money is kept when the round is drawn"),
    _choice("horse_wind", HorseWind, "the wind by which the horse of a self-drawn win counts"),
    _choice("horse_suits", HorseSuits, "the suits whose numbers count as horses"),
    _choice("horse_without_wall", HorseWithoutWall, "the horse of a win with the last tile of the wall"),
    _choice("east_after_draw", EastAfterDraw, "who is East after a drawn round"),
    _choice("game_end_check", GameEndCheck, "when a player with less than three times Y ends the game"),
    _flag("early_end", "the game may end although everybody has three times Y"),
)

TOPICS: Final[tuple[tuple[str, tuple[Spec, ...]], ...]] = (
    ("the table", _TABLE),
    ("the set and the wall", _WALL),
    ("the match", _MATCH),
    ("calls", _CALLS),
    ("North", _NORTH),
    ("riichi", _RIICHI),
    ("dora", _DORA),
    ("hands", _HANDS),
    ("payments", _PAYMENTS),
    ("drawn rounds", _DRAWN_ROUNDS),
    ("Shenzhen", _SHENZHEN),
)
"""The switches by topic, in the order of the fields of `Switches`."""

SPECS: Final[tuple[Spec, ...]] = tuple(spec for _, specs in TOPICS for spec in specs)

SPEC_OF: Final[dict[str, Spec]] = {spec.name: spec for spec in SPECS}
"""The entry of every switch name."""
