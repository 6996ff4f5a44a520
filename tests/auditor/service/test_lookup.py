"""LookupService on a real server: filters, pages, tables and reviews, on both databases."""

from collections.abc import Iterator
from datetime import UTC, datetime

import grpc
import pytest
from google.protobuf.timestamp_pb2 import Timestamp
from sqlalchemy import Engine

from auditor.store.writer import write_audits
from auditor.v1 import finding_pb2, game_log_pb2
from auditor.v1 import lookup_service_pb2 as pb
from auditor.v1.lookup_service_pb2_grpc import LookupServiceStub
from auditor.wire import encode_game
from replay.gamelog import Player
from replay.ruleset.loader import preset
from replay.ruleset.ruleset import COMMAND_LINE
from tests.auditor.service.running import TIMEOUT, reason_of, running
from tests.auditor.store.records import MIDNIGHT, game, record

ANNA = (Player("17", "Anna"), Player("18", "Bo"), Player("", ""), Player("", ""))
GAMES = 7


def at(minutes: int) -> Timestamp:
    made = Timestamp()
    made.FromDatetime(MIDNIGHT)
    made.seconds += 60 * minutes
    return made


@pytest.fixture
def lookup(store: Engine) -> Iterator[LookupServiceStub]:
    """Games 0 to 6, stored a minute apart; the odd ones faulty, the third Anna's; the first audited again."""
    with store.begin() as connection:
        for number in range(GAMES):
            log = game(number, faulty=number % 2 == 1, players=ANNA if number == 3 else ())
            write_audits(connection, [record(log, minutes=number)], None)
        other = preset("tenhou").with_switches((("kiriage", "true"),), COMMAND_LINE)
        write_audits(connection, [record(game(0), minutes=30, rules=other)], None)
    with running(store) as server:
        yield LookupServiceStub(server.channel)


def ids(lookup: LookupServiceStub, **wanted: object) -> list[str]:
    answer = lookup.ListGames(pb.ListGamesRequest(**wanted), timeout=TIMEOUT)  # type: ignore[arg-type]
    assert answer.next_page_token == ""
    return [one.game_id for one in answer.games]


def test_games(lookup: LookupServiceStub) -> None:
    everything = [f"game{number:04}" for number in range(GAMES)]
    assert ids(lookup) == everything[::-1]
    assert ids(lookup, order=pb.ORDER_OLDEST_FIRST) == everything
    assert ids(lookup, player="Anna") == ids(lookup, player="18") == ["game0003"]
    assert ids(lookup, game="game0002") == ["game0002"]
    assert ids(lookup, variant="kansai") == []
    played = datetime(2026, 11, 27, 4, tzinfo=UTC)
    since = Timestamp()
    since.FromDatetime(played)
    assert ids(lookup, since=since) == everything[:3:-1]
    assert ids(lookup, before=since) == everything[3::-1]


def test_pages_hold_everything_once(lookup: LookupServiceStub) -> None:
    for order in (pb.ORDER_UNSPECIFIED, pb.ORDER_OLDEST_FIRST, pb.ORDER_LATEST_FIRST):
        games: list[str] = []
        findings: list[str] = []
        token = ""
        while token or not games:
            page = lookup.ListGames(pb.ListGamesRequest(page_size=3, page_token=token, order=order), timeout=TIMEOUT)
            games += [one.game_id for one in page.games]
            token = page.next_page_token
        while token or not findings:
            request = pb.ListFindingsRequest(page_size=2, page_token=token, order=order)
            answer = lookup.ListFindings(request, timeout=TIMEOUT)
            findings += [one.finding.id for one in answer.findings]
            token = answer.next_page_token
        assert sorted(games) == [f"game{number:04}" for number in range(GAMES)]
        assert len(findings) == len(set(findings)) == GAMES + 3


def test_findings(lookup: LookupServiceStub) -> None:
    def found(**wanted: object) -> list[tuple[str, str]]:
        answer = lookup.ListFindings(pb.ListFindingsRequest(**wanted), timeout=TIMEOUT)  # type: ignore[arg-type]
        return [(one.finding.game_id, one.finding.code) for one in answer.findings]

    faulty = [("game0001", "TRN005"), ("game0003", "TRN005"), ("game0005", "TRN005")]
    assert found(code="TRN005") == found(severity=finding_pb2.SEVERITY_ERROR) == faulty
    assert found(code="TRN005", order=pb.ORDER_LATEST_FIRST) == faulty[::-1]
    assert found(code="TRN005", player="Bo") == [faulty[1]]
    assert found(code="TRN005", since=at(3), before=at(5)) == [faulty[1]]
    assert found(code="TRN005", status=pb.REVIEW_STATUS_SETTLED) == []
    assert len(found(game="game0000")) == 1
    assert len(found(game="game0000", superseded=True)) == 2
    assert len(found(variant="tenhou")) == GAMES + 3


def test_a_game_with_its_audits_and_its_log(lookup: LookupServiceStub) -> None:
    answer = lookup.GetGame(pb.GetGameRequest(game="game0000", with_log=True), timeout=TIMEOUT)
    assert answer.log == encode_game(game(0))
    assert [one.current for one in answer.audits] == [False, True]
    assert answer.audits[1] == answer.game.audit
    digest = answer.game.log_digest
    assert lookup.GetGame(pb.GetGameRequest(game=digest), timeout=TIMEOUT).log == b""


def test_a_dispute_is_looked_up_drawn_and_settled(lookup: LookupServiceStub) -> None:
    request = pb.ListFindingsRequest(player="Anna", code="TRN005")
    (one,) = lookup.ListFindings(request, timeout=TIMEOUT).findings
    name = one.finding.id
    table = lookup.GetTable(pb.GetTableRequest(finding=name), timeout=TIMEOUT)
    assert (table.table.round_index, table.table.event_index) == (0, 4)
    assert table.event.discard.tile == game_log_pb2.TILE_RED_DRAGON
    assert (table.table.turn, len(table.table.seats)) == (1, 4)
    seat = table.table.seats[1]
    assert (len(seat.hand), seat.drawn) == (14, game_log_pb2.TILE_BAMBOO_6)
    assert [one.finding.code for one in table.findings] == ["TRN005"]
    assert "seat 1 discards 7z without holding it" in table.text
    assert "seat 1" in table.text
    whole = pb.GetTableRequest(game="game0003", round_index=0, event_index=4)
    assert lookup.GetTable(whole, timeout=TIMEOUT) == table
    for status, note in ((pb.REVIEW_STATUS_CONFIRMED, "seen"), (pb.REVIEW_STATUS_SETTLED, "paid 返金")):
        review = pb.ReviewFindingRequest(finding=name, status=status, who="Carla", note=note)
        made = lookup.ReviewFinding(review, timeout=TIMEOUT).review
        assert (made.who, made.status, made.note) == ("Carla", status, note)
    answer = lookup.GetFinding(pb.GetFindingRequest(id=name), timeout=TIMEOUT)
    assert answer.finding.status == pb.REVIEW_STATUS_SETTLED
    assert [review.note for review in answer.reviews] == ["seen", "paid 返金"]
    settled = pb.ListFindingsRequest(status=pb.REVIEW_STATUS_SETTLED)
    assert [one.finding.id for one in lookup.ListFindings(settled, timeout=TIMEOUT).findings] == [name]


@pytest.mark.parametrize(
    ("method", "request_", "code", "reason"),
    [
        ("GetGame", pb.GetGameRequest(), "INVALID_ARGUMENT", "INVALID_REQUEST"),
        ("GetGame", pb.GetGameRequest(game="gone"), "NOT_FOUND", "NOT_FOUND"),
        ("GetGame", pb.GetGameRequest(game="a\0b"), "INVALID_ARGUMENT", "INVALID_REQUEST"),
        ("GetFinding", pb.GetFindingRequest(id="gone"), "NOT_FOUND", "NOT_FOUND"),
        ("ListGames", pb.ListGamesRequest(page_size=501), "INVALID_ARGUMENT", "INVALID_REQUEST"),
        ("ListGames", pb.ListGamesRequest(page_token="!"), "INVALID_ARGUMENT", "BAD_PAGE_TOKEN"),
        ("ListGames", pb.ListGamesRequest(page_token="W10"), "INVALID_ARGUMENT", "BAD_PAGE_TOKEN"),
        ("ListGames", pb.ListGamesRequest(order=9), "INVALID_ARGUMENT", "INVALID_REQUEST"),  # type: ignore[arg-type]
        ("ListGames", pb.ListGamesRequest(since=Timestamp(seconds=1 << 62)), "INVALID_ARGUMENT", "INVALID_REQUEST"),
        ("ListFindings", pb.ListFindingsRequest(severity=9), "INVALID_ARGUMENT", "INVALID_REQUEST"),  # type: ignore[arg-type]
        ("ListFindings", pb.ListFindingsRequest(status=9), "INVALID_ARGUMENT", "INVALID_REQUEST"),  # type: ignore[arg-type]
        ("GetTable", pb.GetTableRequest(), "INVALID_ARGUMENT", "INVALID_REQUEST"),
        ("GetTable", pb.GetTableRequest(game="game0001"), "INVALID_ARGUMENT", "INVALID_REQUEST"),
        ("GetTable", pb.GetTableRequest(game="game0001", event_index=1), "INVALID_ARGUMENT", "INVALID_REQUEST"),
        ("GetTable", pb.GetTableRequest(game="game0001", round_index=9), "NOT_FOUND", "NOT_FOUND"),
        ("GetTable", pb.GetTableRequest(game="game0001", round_index=0, event_index=99), "NOT_FOUND", "NOT_FOUND"),
        ("ReviewFinding", pb.ReviewFindingRequest(finding="x", who="y"), "INVALID_ARGUMENT", "INVALID_REQUEST"),
        ("ReviewFinding", pb.ReviewFindingRequest(finding="x", status=2), "INVALID_ARGUMENT", "INVALID_REQUEST"),  # type: ignore[arg-type]
        ("ReviewFinding", pb.ReviewFindingRequest(finding="x", status=2, who="y"), "NOT_FOUND", "NOT_FOUND"),  # type: ignore[arg-type]
    ],
)
def test_what_cannot_be_answered(
    lookup: LookupServiceStub, method: str, request_: object, code: str, reason: str
) -> None:
    with pytest.raises(grpc.RpcError) as refused:
        getattr(lookup, method)(request_, timeout=TIMEOUT)
    assert reason_of(refused.value) == (grpc.StatusCode[code], reason)


def test_a_token_of_another_list_is_refused(lookup: LookupServiceStub) -> None:
    page = lookup.ListGames(pb.ListGamesRequest(page_size=2), timeout=TIMEOUT)
    other = pb.ListGamesRequest(page_size=2, page_token=page.next_page_token, player="Anna")
    with pytest.raises(grpc.RpcError) as refused:
        lookup.ListGames(other, timeout=TIMEOUT)
    assert reason_of(refused.value)[1] == "BAD_PAGE_TOKEN"
