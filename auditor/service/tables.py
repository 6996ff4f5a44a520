"""The table at an event, as a message."""

from collections.abc import Sequence
from typing import Final

from auditor.drawing import Shown
from auditor.service.refusals import not_found
from auditor.table_text import bar, waiting_of
from auditor.tables import right_deltas, table_before
from auditor.v1 import game_log_pb2 as log_pb
from auditor.v1 import lookup_service_pb2 as pb
from replay.gamelog import RoundDrawn, Win
from replay.hand.meld import MeldType
from replay.table.seat import Seat
from replay.table.table import CLAIMED, DISCARD, NO_TILE, RIICHI, Table

MELDS: Final = {
    MeldType.CHI: "chi",
    MeldType.PON: "pon",
    MeldType.CONCEALED_KAN: "concealed kan",
    MeldType.OPEN_KAN: "open kan",
    MeldType.ADDED_KAN: "added kan",
}


def first_result(game: Shown, round_index: int) -> int:
    """The place of the round's first result; of its last event where it has none. Raises Refused."""
    rounds = game.log.rounds
    if round_index >= len(rounds):
        raise not_found(f"there is no round {round_index}: the game has rounds 0 to {len(rounds) - 1}")
    events = rounds[round_index]
    return next((place for place, event in enumerate(events) if isinstance(event, (Win, RoundDrawn))), len(events) - 1)


def table_message(game: Shown, digest: str, round_index: int, event_index: int) -> pb.Table:
    """The table before the event. The game has rules, and the event is there."""
    assert game.rules is not None
    table = table_before(game.log, game.rules, round_index, event_index)
    start = table.start
    return pb.Table(
        log_digest=digest,
        round_index=round_index,
        event_index=event_index,
        prevailing_wind=log_pb.Wind.ValueType(start.prevailing_wind + 1),
        number=start.number,
        honba=start.honba,
        deposits=max(table.deposits, 0),
        dealer=start.dealer,
        live_tiles=max(table.live, 0),
        indicators=_tiles(table.indicators),
        seats=[_seat(table, index, seat) for index, seat in enumerate(table.seats)],
        turn=table.turn if table.phase in (DISCARD, CLAIMED, RIICHI) else None,
    )


def _seat(table: Table, index: int, seat: Seat) -> pb.TableSeat:
    drawn = table.drawn if index == table.turn and table.phase in (DISCARD, RIICHI) else NO_TILE
    waiting = waiting_of(table, index, seat)
    return pb.TableSeat(
        score=table.scores[index],
        hand=_tiles([code for code, count in enumerate(seat.tiles) for _ in range(count)]),
        drawn=_tiles([drawn])[0] if drawn != NO_TILE else log_pb.TILE_UNSPECIFIED,
        owed=_tiles([code for code, count in enumerate(seat.tiles) for _ in range(-count)]),
        melds=[
            pb.TableMeld(kind=MELDS[meld.type], tiles=_tiles(meld.tiles), from_seat=meld.from_seat)
            for meld in seat.melds
        ],
        norths=seat.norths,
        river=[
            pb.TableDiscard(
                tile=_tiles([discard.tile])[0],
                drawn=discard.drawn,
                riichi=place == seat.riichi_place,
                claimed=place in seat.claimed,
            )
            for place, discard in enumerate(seat.river)
        ],
        riichi=seat.riichi,
        waits=_tiles(waiting or ()),
        barred=bar(table, index, waiting) if waiting else "",
        unsure=seat.unsure,
    )


def _tiles(codes: Sequence[int]) -> list[log_pb.Tile.ValueType]:
    return [log_pb.Tile.ValueType(code + 1) for code in codes]


def settlement_message(game: Shown, round_index: int, event_index: int) -> pb.Settlement | None:
    """The right settlement beside the logged one: of a finding at the event, else of the result that the event is."""
    assert game.rules is not None
    for one in game.findings:
        finding = one.finding
        expected, observed = finding.expected, finding.observed
        here = (finding.round_index, finding.event_index) == (round_index, event_index)
        if here and expected is not None and expected.payments is not None:
            return _settlement(expected.payments, observed.payments if observed else None, expected.difference)
    event = game.log.rounds[round_index][event_index]
    if event_index and isinstance(event, (Win, RoundDrawn)):
        return _settlement(right_deltas(game.log, game.rules, round_index, event_index), event.deltas, None)
    return None


def _settlement(
    right: Sequence[int] | None, logged: Sequence[int] | None, owed: Sequence[int] | None
) -> pb.Settlement | None:
    if owed is None and right is not None and logged is not None:
        owed = [due - moved for due, moved in zip(right, logged, strict=True)]
    if right is None and logged is None:
        return None
    return pb.Settlement(right=_numbers(right), logged=_numbers(logged), owed=_numbers(owed))


def _numbers(values: Sequence[int] | None) -> log_pb.SeatNumbers | None:
    return None if values is None else log_pb.SeatNumbers(values=values)
