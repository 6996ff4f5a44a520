"""WIN: the winning hand, its yaku, han, fu and dora. What is paid for it is judged by `replay.judges.payments`."""

from dataclasses import dataclass
from typing import Final

from replay.findings import Code, Detail, Docket
from replay.gamelog import Kan, KanType, North, Win
from replay.hand.context import WinContext
from replay.hand.points import won_points
from replay.hand.value import HandValue, hand_value
from replay.hand.yaku import YAKU
from replay.judges import claim, furiten, payments
from replay.judges.names import tile_text
from replay.ruleset.switches import NorthRon, SeveralRons
from replay.table.table import OVER, Table
from replay.table.winner import held_hand, robbed_act, win_context, winning_tile_on_offer
from replay.tiles import format_tiles

SHOWN_HAND: Final = Code(
    "WIN001",
    "shown-hand-wrong",
    "The hand a winner shows is the hand that was played.",
    "A hand that changed on its way to the table is worth what it was, not what is shown.",
    "Seat 2 shows 5p where it held 4p.",
    (),
)
WINNING_TILE: Final = Code(
    "WIN002",
    "winning-tile-wrong",
    "The winning tile is the tile drawn, discarded, or of the robbed kan or North.",
    "The wait decides yaku, fu and furiten.",
    "Seat 0 discards 7s and seat 1's win is logged on 4s.",
    (),
)
NOT_COMPLETE: Final = Code(
    "WIN003",
    "hand-not-complete",
    "A winning hand is four sets and a pair, seven pairs or thirteen orphans.",
    "A win without a complete hand takes money for nothing.",
    "Seat 3 wins with 123m456p789s11z23s.",
    (),
)
NO_YAKU: Final = Code(
    "WIN004",
    "no-yaku",
    "A winning hand has at least one yaku; dora, red fives and Norths set aside are none.",
    "A hand without a yaku may not win.",
    "Seat 1 wins by ron with 123p456s78s22p777p 9s and three Norths set aside.",
    ("K8", "N6", "R3"),
)
ROBBED: Final = Code(
    "WIN005",
    "robbed-illegally",
    "A concealed kan is robbed only where the rules let thirteen orphans do it, and a North only where they allow it.",
    "The tile of a concealed kan is not on offer.",
    "Seat 2 wins with a run on the tile of seat 0's concealed kan.",
    ("N16", "N23"),
    ("kokushi_robs_concealed_kan", "north_ron"),
)
TOO_MANY: Final = Code(
    "WIN006",
    "too-many-winners",
    "No more players win on one tile than the rules allow.",
    "Where the nearest wins alone, or three rons end the round, a further win takes money that is not owed.",
    "Three seats win by ron on one discard where triple ron ends the round.",
    (),
    ("several_rons", "triple_ron"),
)
INVENTED: Final = Code(
    "WIN007",
    "yaku-not-there",
    "Every yaku the log counts is there.",
    "An invented yaku is paid for by the others.",
    "Ippatsu is counted after a call broke it.",
    (),
)
LEFT_OUT: Final = Code(
    "WIN008",
    "yaku-left-out",
    "Every yaku of the best reading is counted.",
    "A yaku left out costs the winner.",
    "A double riichi is counted as a plain riichi.",
    (),
)
YAKU_HAN: Final = Code(
    "WIN009",
    "yaku-han-wrong",
    "Each yaku counts the han it has with an open or closed hand.",
    "An open half flush is two han, not three.",
    "Open honitsu is counted with 3 han.",
    ("K10",),
    ("tanyao_han",),
)
DORA: Final = Code(
    "WIN010",
    "dora-wrong",
    "Dora are counted by the indicators that were turned, and every North set aside.",
    "Each dora is a han.",
    "Two dora are counted where the hand has one.",
    ("N4", "N24"),
    ("kan_dora",),
)
URA: Final = Code(
    "WIN011",
    "ura-dora-wrong",
    "Ura dora are counted for a riichi winner, one indicator below each that was turned.",
    "Each ura dora is a han; who did not declare riichi has none.",
    "Ura dora are counted for a hand that never declared riichi.",
    (),
    ("ura_dora", "kan_ura"),
)
RED: Final = Code(
    "WIN012",
    "red-fives-wrong",
    "Every red five of the winning hand counts one han.",
    "Each red five is a han.",
    "A hand with 0p counts no red five.",
    ("R2",),
    ("red_fives",),
)
FU: Final = Code(
    "WIN013",
    "fu-wrong",
    "The fu are those of the best reading.",
    "Ten fu too few cost the winner up to a third of the hand.",
    "A closed ron with a triplet of honours is counted with 30 fu.",
    (),
    ("double_wind_pair_fu", "rinshan_tsumo_fu", "pinfu_tsumo"),
)
HAN: Final = Code(
    "WIN014",
    "han-sum-wrong",
    "The han are the sum of what is counted.",
    "One han doubles the hand.",
    "Riichi and two dora are added up to 4 han.",
    (),
)
POINTS: Final = Code(
    "WIN015",
    "points-wrong",
    "The points follow from han and fu: limit, rounding, dealer.",
    "The table of points is not a matter of opinion.",
    "3 han 40 fu are claimed as 5,800 points for a non-dealer.",
    (),
    ("kiriage", "counted_yakuman", "double_yakuman"),
)

CODES: Final = (
    SHOWN_HAND,
    WINNING_TILE,
    NOT_COMPLETE,
    NO_YAKU,
    ROBBED,
    TOO_MANY,
    INVENTED,
    LEFT_OUT,
    YAKU_HAN,
    DORA,
    URA,
    RED,
    FU,
    HAN,
    POINTS,
)


def win(table: Table, event: Win, docket: Docket) -> bool:
    """Judges a win whose moment is right: the hand, its legality, its value, and what is paid for it."""
    table.right_deltas = None
    if _too_many(table, event, docket):
        return True
    winner = table.seats[event.seat]
    if not winner.unsure and (_wrong_tile(table, event, docket) or _wrong_hand(table, event, docket)):
        return True
    win_ = win_context(table, event, event.hand if winner.unsure else held_hand(table, event))
    if winner.unsure and win_.tiles < 14:
        return False
    value = hand_value(win_)
    if winner.unsure and (value is None or not value.has_yaku):
        return False
    if _illegal(table, event, win_, value, docket) or value is None or furiten.ron(table, event, docket):
        return True
    if _wrong_ura(table, event, docket):
        return True
    right = payments.Settlement(table, event, value)
    table.right_deltas = right.deltas
    wrong_claim = _compare(table, event, win_, right, docket)
    wrong_payment = payments.win(table, event, right, docket)
    return wrong_claim or wrong_payment


def _too_many(table: Table, event: Win, docket: Docket) -> bool:
    if table.phase != OVER or not table.wins:
        return False
    most = {SeveralRons.NEAREST: 1, SeveralRons.TWO: 2, SeveralRons.ALL: table.switches.seats - 1}[
        table.switches.several_rons
    ]
    if len(table.wins) < most:
        return False
    return docket.report(
        TOO_MANY,
        event.seat,
        f"seat {event.seat} wins on the same tile as {len(table.wins)} before it",
        expected=Detail(f"at most {most} winner{'s' if most > 1 else ''} on one tile"),
        observed=Detail(f"{len(table.wins) + 1} winners"),
    )


def _wrong_tile(table: Table, event: Win, docket: Docket) -> bool:
    offered = winning_tile_on_offer(table, event)
    if offered is None or offered == event.tile:
        return False
    return docket.report(
        WINNING_TILE,
        event.seat,
        f"seat {event.seat}'s win is logged on {tile_text(event.tile)}, the tile is {tile_text(offered)}",
        expected=Detail(tile_text(offered)),
        observed=Detail(tile_text(event.tile)),
    )


def _wrong_hand(table: Table, event: Win, docket: Docket) -> bool:
    held = held_hand(table, event)
    if sorted(held) == sorted(event.hand):
        return False
    return docket.report(
        SHOWN_HAND,
        event.seat,
        f"seat {event.seat} shows {format_tiles(event.hand)}, it held {format_tiles(held)}",
        expected=Detail(format_tiles(held)),
        observed=Detail(format_tiles(event.hand)),
    )


def _wrong_ura(table: Table, event: Win, docket: Docket) -> bool:
    """Whether the ura indicators shown are too many or too few; who is not in riichi has none that count."""
    switches = table.switches
    if event.ura_indicators is None or not table.seats[event.seat].riichi or table.indicators_in_doubt:
        return False
    if not switches.ura_dora or table.seats[event.seat].riichi_void:
        return False
    right = len(table.indicators) if switches.kan_ura else 1
    shown = len(event.ura_indicators)
    return shown != right and docket.report(
        URA,
        event.seat,
        f"seat {event.seat} is shown {shown} ura indicators, {right} lie below the indicators turned",
        expected=Detail(f"{right} ura indicators"),
        observed=Detail(f"{shown} ura indicators"),
    )


def _illegal(table: Table, event: Win, win_: WinContext, value: HandValue | None, docket: Docket) -> bool:
    seat = event.seat
    if value is None:
        return docket.report(
            NOT_COMPLETE,
            seat,
            f"seat {seat} wins with {format_tiles(win_.concealed)}, which is not complete",
            expected=Detail("four sets and a pair, seven pairs or thirteen orphans"),
            observed=Detail(format_tiles(win_.concealed)),
        )
    if not value.has_yaku:
        rule = ("K8", "N6") if win_.norths else ("K8",)
        return docket.report(
            NO_YAKU,
            seat,
            f"seat {seat} wins with {format_tiles(win_.concealed)}, which has no yaku",
            rule=rule,
            expected=Detail("at least one yaku"),
            observed=claim.claim_detail(f"no yaku, claimed {claim.claim_text(event)}", event),
        )
    if event.seat == event.from_seat:
        return False
    last = robbed_act(table)
    if isinstance(last, Kan) and last.type is not KanType.ADDED:
        orphans = last.type is KanType.CONCEALED and any(yaku.name.startswith("kokushi") for yaku in value.yaku)
        if not (orphans and table.switches.kokushi_robs_concealed_kan):
            return docket.report(
                ROBBED,
                seat,
                f"seat {seat} robs seat {event.from_seat}'s {last.type.value} kan",
                rule=("N23",),
                expected=Detail("no ron on it"),
                observed=Detail(f"ron on {tile_text(event.tile)}"),
            )
    if isinstance(last, North) and table.switches.north_ron is NorthRon.FORBIDDEN:
        return docket.report(
            ROBBED,
            seat,
            f"seat {seat} wins on the North that seat {event.from_seat} sets aside",
            rule=("N16",),
            expected=Detail("no ron on it"),
            observed=Detail("ron on a North"),
        )
    return False


@dataclass(frozen=True)
class _Difference:
    """The first thing a claim has wrong."""

    code: Code
    name: str  # of the yaku, or what else is wrong
    right: int
    claimed: int


def _compare(table: Table, event: Win, win_: WinContext, right: "payments.Settlement", docket: Docket) -> bool:
    """Judges the claim: one finding for the first difference, with the whole right settlement."""
    value = right.value
    wrong = _first_difference(table, event, win_, value)
    if wrong is None:
        return False
    right.claim_is_wrong = True
    return docket.report(
        wrong.code,
        event.seat,
        f"seat {event.seat} wins with {claim.value_text(value)}; the log counts {wrong.name} as {wrong.claimed}"
        f" where it is {wrong.right} ({claim.claim_text(event)})",
        expected=right.expected(f"{wrong.name} {wrong.right}: {claim.value_text(value)}"),
        observed=claim.claim_detail(f"{wrong.name} {wrong.claimed}: {claim.claim_text(event)}", event),
    )


def _first_difference(table: Table, event: Win, win_: WinContext, value: HandValue) -> _Difference | None:
    claimed = claim.claimed_yaku(event)
    if event.yaku is not None:
        found = _yaku_difference(table, event, claim.right_yaku(value, claimed), claimed)
        if found is not None or _taken_from_log(table, event, value, claimed):
            return found
    if table.seats[event.seat].unsure:
        return None  # its melds may be others, and so its fu
    if event.fu is not None and event.fu != value.fu and not value.yakuman:
        return _Difference(FU, "fu", value.fu, event.fu)
    if event.han is not None and event.han != value.han:
        return _Difference(HAN, "han", value.han, event.han)
    if event.points is not None:
        points = won_points(value.base, table.switches, dealer=win_.dealer, self_draw=win_.self_draw)
        if event.points != points:
            return _Difference(POINTS, "points", points, event.points)
    return None


def _yaku_difference(table: Table, event: Win, right: dict[str, int], claimed: dict[str, int]) -> _Difference | None:
    """The first yaku on which claim and hand disagree: invented ones first, then left out, then han, then dora."""
    unknown = _in_doubt(table, event)
    names = [name for name in (*claimed, *right) if claimed.get(name, 0) != right.get(name, 0) and name not in unknown]
    yaku = [name for name in names if name not in _DORA_CODES]
    for code, wrong in (
        (INVENTED, [name for name in yaku if name not in right]),
        (LEFT_OUT, [name for name in yaku if name not in claimed]),
        (YAKU_HAN, yaku),
    ):
        if wrong:
            return _Difference(code, wrong[0], right.get(wrong[0], 0), claimed.get(wrong[0], 0))
    for name, dora_code in _DORA_CODES.items():
        if name in names:
            return _Difference(dora_code, name, right.get(name, 0), claimed.get(name, 0))
    return None


_DORA_CODES: Final = {"dora": DORA, "north_dora": DORA, "north_ron": DORA, "ura_dora": URA, "red_five": RED}


_EVERY_NAME: Final = frozenset(yaku.name for yaku in YAKU) | claim.YAKUMAN_NAMES | frozenset(_DORA_CODES)


def _in_doubt(table: Table, event: Win) -> frozenset[str]:
    """The names about which an earlier fault of the round leaves only the log's word."""
    if table.seats[event.seat].unsure:
        return _EVERY_NAME
    names: frozenset[str] = frozenset()
    if table.faults:
        names |= claim.SITUATIONAL
    if table.indicators_in_doubt:
        names |= {"dora", "ura_dora"}
    return names


def _taken_from_log(table: Table, event: Win, value: HandValue, claimed: dict[str, int]) -> bool:
    """Whether the claim differs only in what is taken from the log: han, fu and points then follow it."""
    return bool(_in_doubt(table, event)) and claim.right_yaku(value, claimed) != claimed
