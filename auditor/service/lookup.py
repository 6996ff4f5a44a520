"""LookupService: what is stored, and what people decide about it. Each method answers or raises Refused."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Final

import grpc
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from auditor.drawing import CannotDraw, Shown, drawn
from auditor.log import logger
from auditor.service.access import Bearer
from auditor.service.paging import place_of, size_of, token_of
from auditor.service.refusals import Refused, invalid, not_found, store_unavailable
from auditor.service.stored_messages import (
    STATUSES,
    audit_message,
    filed,
    game_message,
    moment,
    review_message,
    stored_finding_message,
)
from auditor.service.tables import first_result, settlement_message, table_message
from auditor.store.chain import head
from auditor.store.engine import WRITING, reason_of
from auditor.store.queries import (
    FindingFilter,
    FoundFinding,
    FoundGame,
    FoundReview,
    GameFilter,
    Place,
    audits_of,
    find_findings,
    find_games,
    find_reviews,
    stored_log,
)
from auditor.store.records import ReviewStatus, unpacked
from auditor.store.writer import UnknownFindingError, add_review
from auditor.v1 import lookup_service_pb2 as pb
from auditor.v1.finding_pb2 import Severity
from auditor.v1.game_log_pb2 import GameEvent
from auditor.v1.game_log_pb2 import GameLog as GameLogMessage
from auditor.wire import decode_game, encode_game
from auditor.wire.findings import SEVERITIES
from replay.gamelog import GameLog
from replay.ruleset.loader import load

NOTE_CHARACTERS: Final = 4000
WHO_CHARACTERS: Final = 200
NAME_CHARACTERS: Final = 1000


class Lookup:
    """The methods on one database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @contextmanager
    def _connected(self, *, writing: bool = False) -> Iterator[Connection]:
        try:
            with self._engine.connect().execution_options(**{WRITING: writing}) as connection:
                yield connection
        except DBAPIError as error:
            logger().error("store failed", reason=reason_of(error))
            raise store_unavailable() from error

    def list_games(self, request: pb.ListGamesRequest, _: Bearer) -> pb.ListGamesResponse:
        size = size_of(request.page_size)
        wanted = GameFilter(
            game=_name(request.game, "game"),
            player=_name(request.player, "player"),
            variant=_name(request.variant, "variant"),
            since=moment(request.since, "since") if request.HasField("since") else None,
            before=moment(request.before, "before") if request.HasField("before") else None,
        )
        after = place_of(request.page_token, request)
        oldest_first = _order(request.order) == pb.ORDER_OLDEST_FIRST
        with self._connected() as connection:
            found = list(find_games(connection, wanted, size + 1, after=after, oldest_first=oldest_first))
        more = len(found) > size
        last = found[size - 1] if more else None
        return pb.ListGamesResponse(
            games=map(game_message, found[:size]),
            next_page_token=token_of(Place(last.stored_at, last.digest), request) if last else "",
        )

    def get_game(self, request: pb.GetGameRequest, _: Bearer) -> pb.GetGameResponse:
        with self._connected() as connection:
            game = _game(connection, request.game)
            audits = audits_of(connection, game.digest)
            log = stored_log(connection, game.audit).log if request.with_log else None
        return pb.GetGameResponse(
            game=game_message(game), audits=map(audit_message, audits), log=b"" if log is None else unpacked(log)
        )

    def list_findings(self, request: pb.ListFindingsRequest, _: Bearer) -> pb.ListFindingsResponse:
        size = size_of(request.page_size)
        wanted = FindingFilter(
            game=_name(request.game, "game"),
            player=_name(request.player, "player"),
            code=_name(request.code, "code"),
            severity=_severity(request.severity),
            variant=_name(request.variant, "variant"),
            since=moment(request.since, "since") if request.HasField("since") else None,
            before=moment(request.before, "before") if request.HasField("before") else None,
            status=_status(request.status) if request.status else None,
            superseded=request.superseded,
        )
        after = place_of(request.page_token, request)
        latest_first = _order(request.order) == pb.ORDER_LATEST_FIRST
        with self._connected() as connection:
            found = list(find_findings(connection, wanted, size + 1, after=after, latest_first=latest_first))
        more = len(found) > size
        last = found[size - 1] if more else None
        return pb.ListFindingsResponse(
            findings=map(stored_finding_message, found[:size]),
            next_page_token=token_of(Place(last.audited_at, last.audit, last.position), request) if last else "",
        )

    def get_finding(self, request: pb.GetFindingRequest, _: Bearer) -> pb.GetFindingResponse:
        with self._connected() as connection:
            found = _finding(connection, request.id)
            reviews = find_reviews(connection, request.id)
        return pb.GetFindingResponse(finding=stored_finding_message(found), reviews=map(review_message, reviews))

    def get_table(self, request: pb.GetTableRequest, _: Bearer) -> pb.GetTableResponse:
        about = request.WhichOneof("about")
        if about is None:
            raise invalid("a game or a finding has to be named")
        with self._connected() as connection:
            asked = _finding(connection, request.finding) if about == "finding" else None
            digest, audit, source = (asked.game, asked.audit, asked.source) if asked else _of(connection, request.game)
            kept = stored_log(connection, audit)
            found = list(find_findings(connection, FindingFilter(audit=audit)))
        if kept.log is None or kept.ruleset is None:
            raise _cannot_draw("the game could not be audited, so there is nothing to replay it by")
        game = Shown(
            decode_game(unpacked(kept.log)),
            load(kept.ruleset, "stored rules"),
            tuple(map(filed, found)),
            {one.record.id: one.status for one in found if one.status != "open"},
            source,
        )
        round_index, event_index = _place(request, asked, game)
        try:
            text = "\n".join(drawn(game, round_index, event_index)) + "\n"
        except CannotDraw as error:
            raise not_found(str(error)) from error
        here = [one for one in found if (one.record.round_index, one.record.event_index) == (round_index, event_index)]
        return pb.GetTableResponse(
            table=table_message(game, digest, round_index, event_index),
            settlement=settlement_message(game, round_index, event_index),
            findings=map(stored_finding_message, here),
            event=_event(game.log, round_index, event_index),
            text=text,
        )

    def review_finding(self, request: pb.ReviewFindingRequest, bearer: Bearer) -> pb.ReviewFindingResponse:
        if len(request.note) > NOTE_CHARACTERS:
            raise invalid(f"the note has more than {NOTE_CHARACTERS:,} characters")
        if len(request.who) > WHO_CHARACTERS:
            raise invalid(f"who has more than {WHO_CHARACTERS} characters")
        who = f"{request.who} ({bearer.name})" if request.who and bearer.name else request.who or bearer.name
        if not who:
            raise invalid("who decides has to be said")
        status = _status(request.status)
        at = datetime.now(UTC)
        with self._connected(writing=True) as connection, connection.begin():
            try:
                add_review(connection, request.finding, who=who, status=status, note=request.note, at=at)
            except UnknownFindingError as error:
                raise not_found(str(error)) from None
            end = head(connection).hash
        logger().info("reviewed", finding=request.finding, status=status.value, who=who)
        return pb.ReviewFindingResponse(
            review=review_message(FoundReview(at, who, status.value, request.note)), head=end
        )


def _name(text: str, what: str) -> str | None:
    if len(text) > NAME_CHARACTERS:
        raise invalid(f"{what} has more than {NAME_CHARACTERS:,} characters")
    if "\0" in text:
        raise invalid(f"{what} has a NUL")
    return text or None


def _order(order: pb.Order.ValueType) -> pb.Order.ValueType:
    if order not in pb.Order.values():
        raise invalid(f"order {order}: there is no such order")
    return order


def _severity(severity: Severity.ValueType) -> str | None:
    if not severity:
        return None
    if severity not in SEVERITIES:
        raise invalid(f"severity {severity}: there is no such severity")
    return SEVERITIES[severity].value


def _status(status: pb.ReviewStatus.ValueType) -> ReviewStatus:
    found = STATUSES.get(status)
    if found is None:
        raise invalid(f"status {status}: there is no such status" if status else "the status is missing")
    return found


def _game(connection: Connection, name: str) -> FoundGame:
    """The one game of that id or digest. Raises Refused."""
    if not _name(name, "game"):
        raise invalid("a game has to be named")
    found = list(find_games(connection, GameFilter(game=name), 2))
    if not found:
        raise not_found(f"there is no game {name}")
    if len(found) > 1:
        raise Refused(
            grpc.StatusCode.FAILED_PRECONDITION,
            "AMBIGUOUS_GAME",
            f"several games have the id {name}; name one by its log digest",
        )
    return found[0]


def _of(connection: Connection, name: str) -> tuple[str, str, str]:
    game = _game(connection, name)
    return game.digest, game.audit, game.source


def _finding(connection: Connection, name: str) -> FoundFinding:
    if not _name(name, "finding"):
        raise invalid("a finding has to be named")
    found = next(find_findings(connection, FindingFilter(id=name), 1), None)
    if found is None:
        raise not_found(f"there is no finding {name}")
    return found


def _place(request: pb.GetTableRequest, asked: FoundFinding | None, game: Shown) -> tuple[int, int]:
    """Round and event that are asked for. Raises Refused."""
    stated = request.HasField("round_index")
    if request.HasField("event_index") and not stated:
        raise invalid("an event needs its round: events are counted within it")
    if stated:
        index = request.round_index
        event = request.event_index if request.HasField("event_index") else first_result(game, index)
        return index, event
    if asked is None:
        raise invalid("of a game the round has to be named")
    record = asked.record
    if record.round_index is None or record.event_index is None:
        raise _cannot_draw("the finding is about the log as a whole, which is no place at the table")
    return record.round_index, record.event_index


def _cannot_draw(message: str) -> Refused:
    return Refused(grpc.StatusCode.FAILED_PRECONDITION, "NO_TABLE", message)


def _event(log: GameLog, round_index: int, event_index: int) -> GameEvent:
    """The event as its message."""
    place = sum(len(events) for events in log.rounds[:round_index]) + event_index
    return GameLogMessage.FromString(encode_game(log)).events[place]
