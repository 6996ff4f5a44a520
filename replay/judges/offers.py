"""The platform itself: what it offers a seat that the rules forbid, and what it denies a seat that the rules allow.

A code a kind of act, with the letters of the acts' own codes. An act that was wrongly offered and is then taken is one
fault, found at the offer; an offer that goes wrong because the platform holds a seat wrongly to be furiten is the
fault of its flag (`replay.judges.furiten_flags`). No offer changes what the engine follows at the table.
"""

from collections.abc import Callable
from typing import Final

from replay.findings import Code, Detail, Docket
from replay.gamelog import (
    Chi,
    DrawReason,
    Event,
    Kan,
    KanType,
    North,
    Offer,
    OfferKind,
    Pon,
    Riichi,
    RoundDrawn,
    Win,
)
from replay.judges.rights import CLAIMS, FREE, Right, in_doubt
from replay.ruleset.switches import SeveralRons
from replay.table.table import DISCARD, DRAW, REPLACE, Table

RightOf = Callable[[Table, int, OfferKind], Right | None]
"""What a family says of the right of a seat to what a kind of offer names."""

DISCARD_OFFERED: Final = Code(
    "TRN011",
    "discard-offered-out-of-turn",
    "A platform offers a discard only to the seat whose turn it is to discard.",
    "Who may discard out of turn can change hands that are settled.",
    "Seat 1 has drawn, and seat 3 is offered a discard.",
    (),
)
CALL_OFFERED: Final = Code(
    "CAL017",
    "call-offered-illegally",
    "A platform offers chi, pon and open kan only where the rules allow the call.",
    "A player who is shown a button may press it, and the call is illegal.",
    "Seat 2 is in riichi and is offered a pon.",
    ("K4", "N14", "S3"),
    ("chi", "kuikae", "last_discard_calls", "last_tile_kan"),
)
CALL_DENIED: Final = Code(
    "CAL018",
    "call-not-offered",
    "A platform offers every chi, pon and open kan that the rules allow, where the log says that it records them all.",
    "A call that is not offered is taken away from the player who had the right to it.",
    "Seat 0 discards 7z, seat 2 holds 77z, and no pon is offered.",
    ("N15",),
    ("chi", "kuikae", "last_discard_calls", "last_tile_kan"),
)
KAN_OFFERED: Final = Code(
    "CAL019",
    "kan-offered-illegally",
    "A platform offers a concealed or added kan only where the rules allow it.",
    "A player who is shown a button may press it, and the kan is illegal.",
    "The live wall is empty and seat 1 is offered a concealed kan.",
    ("N21",),
    ("riichi_kan", "last_tile_kan", "last_replacement_acts", "kan_limit"),
)
KAN_DENIED: Final = Code(
    "CAL020",
    "kan-not-offered",
    "A platform offers every concealed and added kan that the rules allow, where the log says that it records all.",
    "A kan is a further draw and a further indicator.",
    "Seat 3 draws the fourth 2p and no kan is offered.",
    (),
    ("riichi_kan", "last_tile_kan", "last_replacement_acts", "kan_limit"),
)
NORTH_OFFERED: Final = Code(
    "NOR009",
    "north-offered-illegally",
    "A platform offers to set a North aside only where the rules allow it.",
    "A player who is shown a button may press it, and the North is illegal.",
    "Seat 1 has called a pon and is offered to set a North aside before its discard.",
    ("N1", "N7", "N21"),
    ("north_timing", "north_in_riichi_drawn_only", "north_last_tile", "last_replacement_acts", "north_dora"),
)
NORTH_DENIED: Final = Code(
    "NOR010",
    "north-not-offered",
    "A platform offers to set a North aside wherever the rules allow it, where the log says that it records all of it.",
    "Each North is one han and a further draw.",
    "Seat 0 draws a North in its turn and is not offered to set it aside.",
    ("N1", "N3", "N7", "N9"),
    ("north_timing", "north_in_riichi_drawn_only", "north_last_tile", "last_replacement_acts", "north_dora"),
)
RIICHI_OFFERED: Final = Code(
    "RII012",
    "riichi-offered-illegally",
    "A platform offers riichi only to a closed hand that a discard leaves tenpai, with the points and tiles it takes.",
    "A player who is shown a button may press it, and the riichi is illegal.",
    "Seat 2 has 900 points and is offered riichi.",
    ("N9",),
    ("dead_wait", "riichi_points", "riichi_live_tiles"),
)
RIICHI_DENIED: Final = Code(
    "RII013",
    "riichi-not-offered",
    "A platform offers riichi wherever the rules allow it, where the log says that it records all of it.",
    "Without riichi a closed hand is a han poorer, and may not win at all.",
    "Seat 1 is tenpai with a closed hand and 25,000 points, and riichi is not offered.",
    ("N9",),
    ("dead_wait", "riichi_points", "riichi_live_tiles"),
)
BARRED_OFFERED: Final = Code(
    "FUR007",
    "barred-ron-offered",
    "A platform offers no ron to a seat that is furiten, nor in Shenzhen to one that has declined a win.",
    "A win that furiten forbids takes money that is not owed.",
    "Seat 1 waits on 2p 5p, has discarded 5p, and is offered a ron on 2p.",
    ("N20", "N19", "S9"),
    ("furiten", "chanpei", "any_hand_robs_added_kan", "kokushi_robs_concealed_kan", "declined_wins"),
)
WIN_OFFERED: Final = Code(
    "WIN016",
    "win-offered-illegally",
    "A platform offers a win only to a hand that is complete and has a yaku, on a tile that may be won.",
    "A win that the rules forbid takes money that is not owed.",
    "Seat 3's open hand has no yaku and is offered a ron.",
    ("K8", "N6", "N16", "N23", "R3", "S11", "S13"),
    ("chanpei", "any_hand_robs_added_kan", "kokushi_robs_concealed_kan"),
)
WIN_DENIED: Final = Code(
    "WIN017",
    "win-not-offered",
    "A platform offers every win that the rules allow, where the log says that it records them all.",
    "A win that is not offered is money taken from the player who had won it.",
    "Seat 0 waits on 3s 6s and is not furiten; seat 1 discards 6s and no ron is offered.",
    ("K8", "N16", "N17", "N19", "S11", "S13"),
    ("furiten", "chanpei", "any_hand_robs_added_kan", "kokushi_robs_concealed_kan", "several_rons"),
)
NINE_OFFERED: Final = Code(
    "END015",
    "nine-terminals-offered-illegally",
    "A platform offers to end a round with nine terminals and honours only where the rules allow it.",
    "An abort takes a hand away from somebody.",
    "Seat 2 is offered to end the round with eight kinds.",
    ("N22",),
    ("nine_terminals", "north_breaks_first_round"),
)
NINE_DENIED: Final = Code(
    "END016",
    "nine-terminals-not-offered",
    "A platform offers to end a round with nine terminals and honours, where the rules allow it and the log says that"
    " it records all of it.",
    "Nobody has to play on with a hand like that.",
    "Seat 0's first draw is its ninth kind and the abort is not offered.",
    (),
    ("nine_terminals", "north_breaks_first_round"),
)

CODES: Final[tuple[Code, ...]] = (
    DISCARD_OFFERED,
    CALL_OFFERED,
    CALL_DENIED,
    KAN_OFFERED,
    KAN_DENIED,
    NORTH_OFFERED,
    NORTH_DENIED,
    RIICHI_OFFERED,
    RIICHI_DENIED,
    BARRED_OFFERED,
    WIN_OFFERED,
    WIN_DENIED,
    NINE_OFFERED,
    NINE_DENIED,
)

OFFERED: Final = {
    OfferKind.DISCARD: DISCARD_OFFERED,
    OfferKind.CHI: CALL_OFFERED,
    OfferKind.PON: CALL_OFFERED,
    OfferKind.OPEN_KAN: CALL_OFFERED,
    OfferKind.CONCEALED_KAN: KAN_OFFERED,
    OfferKind.ADDED_KAN: KAN_OFFERED,
    OfferKind.RIICHI: RIICHI_OFFERED,
    OfferKind.TSUMO: WIN_OFFERED,
    OfferKind.RON: WIN_OFFERED,
    OfferKind.NINE_TERMINALS: NINE_OFFERED,
    OfferKind.NORTH: NORTH_OFFERED,
}
DENIED: Final = {
    OfferKind.RON: WIN_DENIED,
    OfferKind.TSUMO: WIN_DENIED,
    OfferKind.NINE_TERMINALS: NINE_DENIED,
    OfferKind.RIICHI: RIICHI_DENIED,
    OfferKind.NORTH: NORTH_DENIED,
    OfferKind.CONCEALED_KAN: KAN_DENIED,
    OfferKind.ADDED_KAN: KAN_DENIED,
    OfferKind.OPEN_KAN: CALL_DENIED,
    OfferKind.PON: CALL_DENIED,
    OfferKind.CHI: CALL_DENIED,
}
"""The code of each kind, what weighs most first. A seat that is not let discard is none: the log goes on or ends."""

_WEIGHT: Final = (*DENIED, OfferKind.DISCARD)
_OF_OTHERS: Final = tuple([kind for kind in DENIED if kind is OfferKind.RON or kind in CLAIMS])
_OWN: Final = tuple([kind for kind in DENIED if kind not in _OF_OTHERS])
_WORDS: Final = {kind: kind.value.replace("_", " ") for kind in OfferKind}


def offer(table: Table, event: Offer, right: RightOf, docket: Docket) -> None:
    """Judges what a seat is offered: one finding an offer, under the code of what weighs most."""
    shown = table.shown
    forbidden: list[tuple[OfferKind, Right]] = []
    for kind in event.kinds:
        if kind in shown.offered[event.seat] or (event.seat, kind) in shown.wrong:
            continue  # the same again
        against = right(table, event.seat, kind)
        if against is None or against is FREE:
            continue
        if kind is OfferKind.RON:
            if against.barred and shown.reported[event.seat]:
                continue  # its flag is at fault, and said to be
            shown.no_wins.add(docket.event_index)
        shown.wrong.add((event.seat, kind))
        forbidden.append((kind, against))
    if not forbidden:
        return
    first, reason = forbidden[0]
    for kind, against in forbidden:
        if _WEIGHT.index(kind) < _WEIGHT.index(first):
            first, reason = kind, against
    docket.report(
        BARRED_OFFERED if reason.barred else OFFERED[first],
        event.seat,
        f"seat {event.seat} is offered {_WORDS[first]}, but {reason.text}",
        rule=tuple([rule for rule in reason.rule if rule[0] in docket.rule_letters]),
        expected=Detail("no offer of " + ", ".join([f"{_WORDS[kind]}: {against.text}" for kind, against in forbidden])),
        observed=Detail(f"offer of {', '.join([_WORDS[kind] for kind in event.kinds])}"),
    )


def denied(table: Table, event: Event, right: RightOf, docket: Docket) -> None:
    """Reports what the act before gave a seat the right to and was not offered: one finding a seat."""
    own_turn = table.phase == DISCARD
    if not own_turn and table.phase != DRAW and table.phase != REPLACE:
        return
    kinds = _OWN if own_turn else _OF_OTHERS
    recorded = table.recorded.offers
    for seat in (table.turn,) if own_turn else range(table.switches.seats):
        if in_doubt(table, seat):
            continue
        offered = table.shown.offered[seat]
        missing = [kind for kind in kinds if kind in recorded and kind not in offered]
        if missing:
            missing = [kind for kind in missing if right(table, seat, kind) is FREE]
        if missing:
            _report(table, event, seat, missing, docket)


def _report(table: Table, event: Event, seat: int, kinds: list[OfferKind], docket: Docket) -> None:
    """Reports those of the kinds that the seat had a right to whose absence nothing explains, if there are any."""
    missing: list[OfferKind] = []
    for kind in kinds:
        flagged = kind is OfferKind.RON and table.shown.reported[seat]  # its flag is at fault, and said to be
        if not flagged and not _taken(event, seat, kind) and not _given_way(table, event, seat, kind):
            missing.append(kind)
    if missing:
        named = ", ".join([_WORDS[kind] for kind in missing])
        docket.report(
            DENIED[missing[0]],
            seat,
            f"seat {seat} may choose {named} after event {table.shown.act} and is not offered it",
            expected=Detail(f"offer of {named}"),
            observed=Detail(", ".join([_WORDS[kind] for kind in table.shown.offered[seat]]) or "no offer"),
        )


def _taken(event: Event, seat: int, kind: OfferKind) -> bool:
    """Whether the event is what was not offered: nothing was denied then."""
    if isinstance(event, Win):
        won = OfferKind.TSUMO if event.seat == event.from_seat else OfferKind.RON
        return event.seat == seat and kind is won
    if isinstance(event, RoundDrawn):
        return kind is OfferKind.NINE_TERMINALS and event.reason is DrawReason.NINE_TERMINALS
    return _acts(event) == (seat, kind)


def _acts(event: Event) -> tuple[int, OfferKind] | None:
    """Who does what by the event, as offers name it."""
    if isinstance(event, Chi):
        return event.seat, OfferKind.CHI
    if isinstance(event, Pon):
        return event.seat, OfferKind.PON
    if isinstance(event, Kan):
        return event.seat, _KANS[event.type]
    if isinstance(event, North):
        return event.seat, OfferKind.NORTH
    if isinstance(event, Riichi):
        return event.seat, OfferKind.RIICHI
    return None


_KANS: Final = {
    KanType.CONCEALED: OfferKind.CONCEALED_KAN,
    KanType.OPEN: OfferKind.OPEN_KAN,
    KanType.ADDED: OfferKind.ADDED_KAN,
}


def _given_way(table: Table, event: Event, seat: int, kind: OfferKind) -> bool:
    """Whether another's stronger claim leaves nothing to offer: a platform may ask in turn."""
    if kind is OfferKind.RON:
        return table.switches.several_rons is SeveralRons.NEAREST and isinstance(event, Win) and event.seat != seat
    if kind not in CLAIMS:
        return False
    if isinstance(event, (Win, RoundDrawn)):
        return True
    return kind is OfferKind.CHI and isinstance(event, (Pon, Kan)) and event.seat != seat


def taken(table: Table, event: Event) -> bool:
    """Whether the event does what the platform wrongly let its seat do: that was reported at the offer."""
    return any(_taken(event, seat, kind) for seat, kind in table.shown.wrong)
