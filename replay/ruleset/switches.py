"""The switches of a variant: one frozen, typed value the engine reads.

Each field is one row of RULES §6, or one of the seed documents' rules. Where a value comes from, and which
alternatives an assumed one has, stands in the presets (``presets/*.toml``), not here.
"""

from dataclasses import dataclass
from enum import Enum


class Family(Enum):
    RIICHI = "riichi"
    SHENZHEN = "shenzhen"


class TileSet(Enum):
    FULL = "full"  # 136 tiles
    NO_SIMPLE_CHARACTERS = "no_simple_characters"  # 108 tiles, no 2m-8m


class Kuikae(Enum):
    """Discards forbidden after a chi or pon."""

    ALLOWED = "allowed"
    SAME_TILE = "same_tile"
    SAME_TILE_AND_SUJI = "same_tile_and_suji"


class NorthTiming(Enum):
    """When a North may be set aside (N1)."""

    AFTER_DRAW = "after_draw"  # any concealed North, after an own draw; the dealer's first tile counts as drawn
    AFTER_LATER_DRAW = "after_later_draw"  # the dealer's first tile does not
    DRAWN_TILE = "drawn_tile"  # only the North just drawn
    BEFORE_RIICHI_DISCARD = "before_riichi_discard"  # also between a riichi and its discard
    AFTER_DRAW_OR_CALL = "after_draw_or_call"  # also after a chi or pon


class NorthRon(Enum):
    """What a ron on a North being set aside is worth (N16)."""

    FORBIDDEN = "forbidden"
    NONE = "none"  # allowed, no extra han
    DORA = "dora"  # one han, no yaku
    YAKU = "yaku"  # one han, a yaku


class Interrupted(Enum):
    """Whose ippatsu and first go-round a North ends (N22)."""

    EVERYBODY = "everybody"
    OWN = "own"  # of the seat that sets it aside


class WestIndicators(Enum):
    """Which indicators that show West make every North set aside a dora (N24)."""

    ALL = "all"  # ura indicators too, for a winner in riichi
    TURNED = "turned"  # the first one and those of kans
    FIRST = "first"


class FuritenScope(Enum):
    """What bars a seat from ron (N20)."""

    ANY_WAIT = "any_wait"  # any wait in the own river, or passed, bars ron on every wait
    SAME_TILE = "same_tile"  # only ron on a tile the seat has discarded itself


class KanIndicator(Enum):
    """When the indicator of a kan is turned."""

    AT_ONCE = "at_once"  # before the replacement
    OPEN_LATE = "open_late"  # concealed at once; open, added: with the next discard or before the next replacement


class RiichiKan(Enum):
    FORBIDDEN = "forbidden"
    SAME_WAITS = "same_waits"  # concealed, the drawn tile, waits unchanged
    DRAWN_TILE = "drawn_tile"  # concealed, the drawn tile, still tenpai


class TsumoSplit(Enum):
    """Who pays the missing player's share in three-player games."""

    LOSS = "loss"  # nobody
    HALVED = "halved"  # half of it added to each payer
    FLAT_1000 = "flat_1000"  # each payer adds 1000
    EVEN = "even"  # nobody, and the payers share what is left evenly


class NotenPayment(Enum):
    """What the noten seats pay the tenpai ones at an exhaustive draw, `noten_pool` being the amount."""

    SHARED = "shared"  # the amount in all, however many are tenpai
    EACH = "each"  # the amount to each seat that is tenpai


class SeveralRons(Enum):
    NEAREST = "nearest"
    TWO = "two"
    ALL = "all"


class Pao(Enum):
    NONE = "none"
    WHOLE_HAND = "whole_hand"
    ITS_YAKUMAN = "its_yakuman"


class Bust(Enum):
    NEVER = "never"
    BELOW_ZERO = "below_zero"
    UNPAID = "unpaid"  # a payer could not pay in full (K9)
    ZERO = "zero"  # somebody has nothing left


class DealerStays(Enum):
    WIN = "win"
    WIN_OR_TENPAI = "win_or_tenpai"


class HonbaGrows(Enum):
    """After which rounds one honba is added; after every other round the count is 0 again."""

    DRAW_OR_DEALER_WIN = "draw_or_dealer_win"  # every draw and abort, and a dealer's win
    DEALER_STAYS = "dealer_stays"  # only when the dealer stays on


class GameLength(Enum):
    EAST = "east"
    SOUTH = "south"
    EITHER = "either"  # one of them: where the source does not say which, the game may end by both


class Ties(Enum):
    LOWER_SEAT = "lower_seat"
    SHARED = "shared"


class DeadWait(Enum):
    """When a hand whose every wait is used up by its own four copies is still tenpai."""

    TENPAI = "tenpai"  # always
    CONCEALED_NOTEN = "concealed_noten"  # noten if all four are in the concealed part, tenpai if in melds
    NOTEN = "noten"  # never


class ReplacementOrder(Enum):
    """In which order the first tiles of the wall are taken as replacements."""

    STRAIGHT = "straight"  # 0, 1, 2, 3 …
    PAIRS_SWAPPED = "pairs_swapped"  # 1, 0, 3, 2 …


class DeclinedWins(Enum):
    """For how long a seat that declined a win on a discard wins by self-draw only (S9)."""

    ROUND = "round"  # the rest of the round
    OWN_DISCARD = "own_discard"  # until its own next discard


class Stake(Enum):
    """Which of the table's stakes is paid (S1)."""

    X = "x"
    Y = "y"


class HorseWind(Enum):
    """The wind by which the horse counts (S8)."""

    SEAT = "seat"  # the winner's during the round
    EAST = "east"  # East, which the winner becomes


class HorseSuits(Enum):
    """The suits whose numbers count as horses (S8)."""

    ANY = "any"
    CHARACTERS = "characters"
    CIRCLES = "circles"
    BAMBOO = "bamboo"


class HorseWithoutWall(Enum):
    """The horse of a win with the last tile."""

    NONE = "none"
    WINNING_TILE = "winning_tile"


class EastAfterDraw(Enum):
    """Who is East after a drawn round (S2)."""

    STAYS = "stays"
    PASSES = "passes"  # to the next seat


class GameEndCheck(Enum):
    """When somebody who cannot pay three times Y ends the game (S10)."""

    BETWEEN_ROUNDS = "between_rounds"
    AT_ONCE = "at_once"


@dataclass(frozen=True)
class Switches:
    """Every switch, by topic. Points are points, counts are tiles unless said otherwise."""

    family: Family
    seats: int
    # the set and the wall
    tiles: TileSet
    red_fives: tuple[int, int, int]  # of m, p, s
    dead_wall: int  # tiles set apart after the deal
    kan_shortens_live_wall: bool
    north_shortens_live_wall: bool
    dora_stack: int  # stack of the first indicator, counted from the break, from 1; 0: there are no indicators
    ura_offset: int  # of an ura indicator from its indicator
    replacement_order: ReplacementOrder
    replacement_far_end: bool  # replacements come from the other end than live tiles
    kan_indicator: KanIndicator
    # the match
    start_points: int | None  # None: from the log
    target_points: int | None  # None: no target
    game_length: GameLength
    extension: bool  # into the next wind, at most one, until someone has the target
    dealer_stop: bool  # the last dealer who stays on ends the game when first with the target reached
    bust: Bust
    score_floor: bool  # nobody pays below 0 (K9)
    dealer_stays: DealerStays
    honba_grows: HonbaGrows
    ties: Ties
    deposits_to_first: bool  # left over at the end they go to first place; False: to nobody
    final_return: int | None  # points subtracted from everyone's final points; None: not checked
    final_rounding: bool  # final points to the nearest 1000, half away from zero
    uma: tuple[int, ...]  # a place, in points; empty: not checked
    # calls
    chi: bool
    kuikae: Kuikae
    last_discard_calls: bool  # chi, pon, kan on the last discard
    last_tile_kan: bool  # kan with an empty live wall
    kan_limit: int  # kans a round
    kokushi_robs_concealed_kan: bool
    any_hand_robs_added_kan: bool  # False: only thirteen orphans
    last_replacement_acts: bool  # a kan or North with a replacement drawn when the live wall was empty
    # North
    north_dora: bool
    north_timing: NorthTiming
    north_last_tile: bool  # a North may be set aside with an empty live wall
    north_in_riichi_drawn_only: bool
    chanpei: NorthRon
    north_breaks_first_round: bool  # ippatsu, double riichi, tenhou, chiihou, nine terminals, identical discards
    north_interrupts: Interrupted
    north_breaks_tenhou: bool
    north_ron_ippatsu: bool  # a ron on the North itself comes before what the North ends
    north_replacement_rinshan: bool
    north_triplet_yaku: bool
    north_triplet_beside_north: bool  # also where the fourth North was set aside
    north_pair_pinfu: bool
    north_pair_tanyao: bool
    west_indicators: WestIndicators
    # riichi
    riichi_points: int  # points needed
    riichi_live_tiles: int  # live tiles needed
    riichi_kan: RiichiKan
    riichi_deposit_when_ronned: bool
    # dora
    ura_dora: bool
    kan_dora: bool
    kan_ura: bool
    dora_skips_missing: bool  # an indicator whose following kinds are not in the set makes the next one dora
    # hands
    furiten: FuritenScope
    tanyao_han: tuple[int, int]  # open, closed; an open value of 0: not with an open hand
    double_riichi_han: int
    sankantsu_han: int  # 0: no yaku
    blessings: bool  # tenhou and chiihou are yakuman
    double_yakuman: bool  # daisuushi, suuankou tanki, kokushi 13-wait, junsei chuuren count twice
    counted_yakuman: bool
    kiriage: bool
    renhou: bool
    double_wind_pair_fu: int
    rinshan_tsumo_fu: bool
    pinfu_tsumo: bool  # pinfu with a self-draw, 20 fu
    chankan_yaku: bool
    last_replacement_is_haitei: bool
    dead_wait: DeadWait
    # payments
    tsumo_split: TsumoSplit
    honba_tsumo: int  # points a payer a honba
    honba_ron: int  # points a honba
    noten_pool: int
    noten_payment: NotenPayment
    several_rons: SeveralRons
    pao: Pao
    # drawn rounds
    nagashi: bool
    nine_terminals: bool
    four_kans: bool  # by two or more seats
    four_winds: bool  # identical first discards (three winds with three players)
    four_riichi: bool  # everybody in riichi
    triple_ron: bool
    # Shenzhen
    declined_wins: DeclinedWins
    robbing_is_discard_win: bool  # robbing a kong may be declined, and a declined win bars it
    inferred_declines: bool  # where the log records no offers, a win that was passed is a win declined
    quads_as_pairs: bool  # four tiles alike are two of seven pairs
    added_kong_stake: Stake  # what every other seat pays for it
    late_added_kong_pays: bool  # with a tile that was not just drawn
    robbed_kong_paid: bool  # a kong that is robbed is paid all the same
    kong_kept: bool  # kong money stays where it went when the round is drawn
    horse_wind: HorseWind
    horse_suits: HorseSuits
    horse_without_wall: HorseWithoutWall
    east_after_draw: EastAfterDraw
    game_end_check: GameEndCheck
    early_end: bool  # the game may end though everybody could go on

    @property
    def first_indicator(self) -> int:
        """Index from the break of the first dora indicator (N13), the upper tile of its stack.

        Of the two tiles of a stack the first from the break is the upper one, unless the ura indicator comes before it.
        """
        return 2 * (self.dora_stack - 1) + (1 if self.ura_offset < 0 else 0)
