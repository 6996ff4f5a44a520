"""WIN: the winning hand, its yaku, han, fu and dora. What is paid for it is judged by `replay.judges.payments`."""

from dataclasses import dataclass
from typing import Final

from replay.findings import Code, Detail, Docket
from replay.gamelog import Kan, KanType, North, Win
from replay.hand.context import WinContext
from replay.hand.names import PREVAILING_WIND, SEAT_WIND
from replay.hand.points import won_points
from replay.hand.value import HandValue, hand_value
from replay.hand.yaku import YAKU
from replay.judges import claim, furiten, payments
from replay.judges.names import tile_text
from replay.judges.rule_ids import rules_of_claim
from replay.judges.won_hand import NOT_COMPLETE, ROBBED, too_many, wrong_hand, wrong_tile
from replay.ruleset.switches import NorthRon, Switches
from replay.table.table import Table
from replay.table.winner import held_hand, robbed_act, win_context
from replay.tiles import format_tiles

NO_YAKU: Final = Code(
    "WIN004",
    "no-yaku",
    "A winning hand has at least one yaku; dora, red fives and Norths set aside are none.",
    "A hand without a yaku may not win.",
    "Seat 1 wins by ron with 123p456s78s22p777p 9s and three Norths set aside.",
    ("K8", "N6", "R3"),
)
INVENTED: Final = Code(
    "WIN007",
    "yaku-not-there",
    "Every yaku the log counts is there.",
    "An invented yaku is paid for by the others.",
    "Ippatsu is counted after a call broke it.",
    ("K10", "K1", "K5", "N11", "N16", "N18", "N22", "S7"),
    (
        "north_breaks_first_round",
        "north_interrupts",
        "north_breaks_tenhou",
        "north_ron_ippatsu",
        "north_pair_tanyao",
        "last_replacement_is_haitei",
        "renhou",
    ),
)
LEFT_OUT: Final = Code(
    "WIN008",
    "yaku-left-out",
    "Every yaku of the best reading is counted.",
    "A yaku left out costs the winner.",
    "A double riichi is counted as a plain riichi.",
    ("K10", "N8", "N10", "N11", "N22"),
    (
        "north_replacement_rinshan",
        "north_triplet_yaku",
        "north_triplet_beside_north",
        "north_pair_pinfu",
        "chankan_yaku",
        "sankantsu_han",
        "blessings",
    ),
)
YAKU_HAN: Final = Code(
    "WIN009",
    "yaku-han-wrong",
    "Each yaku counts the han it has with an open or closed hand.",
    "An open half flush is two han, not three.",
    "Open honitsu is counted with 3 han.",
    ("K10",),
    ("tanyao_han", "double_riichi_han", "sankantsu_han", "double_yakuman"),
)
DORA: Final = Code(
    "WIN010",
    "dora-wrong",
    "Dora are counted by the indicators that were turned, and every North set aside.",
    "Each dora is a han.",
    "Two dora are counted where the hand has one.",
    ("N4", "N5", "N16", "N24", "K2"),
    ("kan_dora", "chanpei", "west_indicators", "dora_skips_missing"),
)
URA: Final = Code(
    "WIN011",
    "ura-dora-wrong",
    "Ura dora are counted for a riichi winner, one indicator below each that was turned.",
    "Each ura dora is a han; who did not declare riichi has none.",
    "Ura dora are counted for a hand that never declared riichi.",
    (),
    ("ura_dora", "kan_ura", "west_indicators", "dora_skips_missing"),
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
    ("S12", "S13"),
    ("kiriage", "counted_yakuman", "double_yakuman"),
)

CODES: Final[tuple[Code, ...]] = (
    NO_YAKU,
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
    if too_many(table, event, docket):
        return True
    winner = table.seats[event.seat]
    if not winner.unsure and (wrong_tile(table, event, docket) or wrong_hand(table, event, docket)):
        return True
    win_ = win_context(table, event, event.hand if winner.unsure else held_hand(table, event))
    if winner.unsure and win_.tiles < 14:
        return False
    value = hand_value(win_)
    if winner.unsure and (value is None or not value.has_yaku):
        return False
    if value is not None and not value.has_yaku and _claims_what_is_in_doubt(table, event, value):
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


def _wrong_ura(table: Table, event: Win, docket: Docket) -> bool:
    """Whether the ura indicators shown are too many or too few, or not those of an earlier winner in riichi."""
    switches = table.switches
    if event.ura_indicators is None or not table.seats[event.seat].riichi or table.doubts.indicators:
        return False
    if not switches.ura_dora or table.seats[event.seat].riichi_void:
        return False
    right = len(table.indicators) if switches.kan_ura else 1
    shown = len(event.ura_indicators)
    if shown != right:
        return docket.report(
            URA,
            event.seat,
            f"seat {event.seat} is shown {shown} ura indicators, {right} lie below the indicators turned",
            expected=Detail(f"{right} ura indicators"),
            observed=Detail(f"{shown} ura indicators"),
        )
    for other in table.wins:
        known = other.ura_indicators if table.seats[other.seat].riichi else None
        if known is not None and len(known) == shown and known != event.ura_indicators:
            return docket.report(
                URA,
                event.seat,
                f"seat {event.seat} is shown the ura indicators {format_tiles(event.ura_indicators)},"
                f" seat {other.seat} {format_tiles(known)}",
                expected=Detail(format_tiles(known)),
                observed=Detail(format_tiles(event.ura_indicators)),
            )
    return False


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
        no_yaku = (("N6", win_.norths), ("R3", win_.red_fives), ("N16", win_.north_ron))
        rule = ("K8", *[rule_id for rule_id, there in no_yaku if there])
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
    if any(table.events[place] is last for place in table.doubts.faults):
        return False  # what was robbed was at fault itself
    if isinstance(last, Kan) and not may_rob(last, value, table.switches):
        return docket.report(
            ROBBED,
            seat,
            f"seat {seat} robs seat {event.from_seat}'s {last.type.value} kan",
            rule=("N23",),
            expected=Detail("no ron on it"),
            observed=Detail(f"ron on {tile_text(event.tile)}"),
        )
    if isinstance(last, North) and table.switches.chanpei is NorthRon.FORBIDDEN:
        return docket.report(
            ROBBED,
            seat,
            f"seat {seat} wins on the North that seat {event.from_seat} sets aside",
            rule=("N16",),
            expected=Detail("no ron on it"),
            observed=Detail("ron on a North"),
        )
    return False


def may_rob(kan: Kan, value: HandValue, switches: Switches) -> bool:
    """Whether a hand of that value wins on the tile of the kan (N23)."""
    orphans = any(yaku.name.startswith("kokushi") for yaku in value.yaku)
    if kan.type is KanType.ADDED:
        return orphans or switches.any_hand_robs_added_kan
    return orphans and kan.type is KanType.CONCEALED and switches.kokushi_robs_concealed_kan


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
        rule=rules_of_claim(table, win_, wrong.name, invented=wrong.claimed > wrong.right),
        observed=claim.claim_detail(f"{wrong.name} {wrong.claimed}: {claim.claim_text(event)}", event),
    )


def _first_difference(table: Table, event: Win, win_: WinContext, value: HandValue) -> _Difference | None:
    claimed = claim.claimed_yaku(event)
    if event.yaku is not None:
        found = _yaku_difference(_in_doubt(table, event, value), claim.right_yaku(value, claimed), claimed)
        if found is not None or _taken_from_log(table, event, value, claimed):
            return found
    if table.seats[event.seat].unsure or table.doubts.winds:
        return None  # its melds may be others, or the value of its pair, and so its fu
    if event.fu is not None and event.fu != value.fu and not value.yakuman:
        return _Difference(FU, "fu", value.fu, event.fu)
    if event.han is not None and event.han != value.han:
        return _Difference(HAN, "han", value.han, event.han)
    if event.points is not None:
        points = won_points(value.base, table.switches, dealer=win_.dealer, self_draw=win_.self_draw)
        if event.points != points:
            return _Difference(POINTS, "points", points, event.points)
    return None


def _yaku_difference(unknown: frozenset[str], right: dict[str, int], claimed: dict[str, int]) -> _Difference | None:
    """The first yaku on which claim and hand disagree: invented ones and those left out, then han, then dora."""
    names = [name for name in (*claimed, *right) if claimed.get(name, 0) != right.get(name, 0) and name not in unknown]
    yaku = [name for name in names if name not in _DORA_CODES]
    invented = INVENTED, [name for name in yaku if name not in right]
    left_out = LEFT_OUT, [name for name in yaku if name not in claimed]
    # One yaku taken for another: who counts less has left out the better one.
    less = sum(claimed.get(name, 0) for name in yaku) < sum(right.get(name, 0) for name in yaku)
    for code, wrong in (left_out, invented, (YAKU_HAN, yaku)) if less else (invented, left_out, (YAKU_HAN, yaku)):
        if wrong:
            return _Difference(code, wrong[0], right.get(wrong[0], 0), claimed.get(wrong[0], 0))
    for name, dora_code in _DORA_CODES.items():
        if name in names:
            return _Difference(dora_code, name, right.get(name, 0), claimed.get(name, 0))
    return None


_DORA_CODES: Final = {"dora": DORA, "north_dora": DORA, "north_ron": DORA, "ura_dora": URA, "red_five": RED}


_EVERY_NAME: Final = frozenset(yaku.name for yaku in YAKU) | claim.YAKUMAN_NAMES | frozenset(_DORA_CODES)


def sure_yaku(table: Table, value: HandValue) -> bool:
    """Whether the hand has a yaku, whatever an earlier fault of the round leaves in doubt."""
    unknown = _doubtful_names(table, [yaku.name for yaku in value.yaku])
    return value.has_yaku and any(yaku.name not in unknown and yaku.name not in _DORA_CODES for yaku in value.yaku)


def _in_doubt(table: Table, event: Win, value: HandValue) -> frozenset[str]:
    """The names about which an earlier fault of the round leaves only the log's word."""
    if table.seats[event.seat].unsure:
        return _EVERY_NAME
    return _doubtful_names(table, [*[yaku.name for yaku in value.yaku], *[yaku.name for yaku in event.yaku or ()]])


def _doubtful_names(table: Table, counted: list[str]) -> frozenset[str]:
    """The same for a hand that is known, of which these names are counted."""
    names: frozenset[str] = frozenset()
    if table.doubts.faults:
        if any(name in claim.FIRST_TURN for name in counted):
            return _EVERY_NAME  # a yakuman hides what the hand is worth without it
        names |= claim.SITUATIONAL
    if table.doubts.indicators:
        names |= {"dora", "ura_dora"}
    if table.doubts.winds:
        names |= {*SEAT_WIND, *PREVAILING_WIND, "pinfu"}
    if table.doubts.live:
        names |= {"haitei", "houtei"}
    return names


def _claims_what_is_in_doubt(table: Table, event: Win, value: HandValue) -> bool:
    """Whether the log may know of a yaku that an earlier fault leaves in doubt."""
    unknown = _in_doubt(table, event, value).difference(_DORA_CODES)
    return bool(unknown) and (event.yaku is None or any(yaku.name in unknown for yaku in event.yaku))


def _taken_from_log(table: Table, event: Win, value: HandValue, claimed: dict[str, int]) -> bool:
    """Whether the claim differs only in what is taken from the log: han, fu and points then follow it."""
    return bool(_in_doubt(table, event, value)) and claim.right_yaku(value, claimed) != claimed
