"""What the server makes of requests, for the fuzzer: scanning, decoding, judging, looking up.

An input is a byte that says which method, and one message. Of FollowGame that message is all the requests of a stream,
each of them a field with the number 1.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Final, TypeAlias

import structlog
from google.protobuf.message import DecodeError, Message
from sqlalchemy import create_engine
from sqlalchemy.pool import StaticPool

from auditor.judging import RulesChoice
from auditor.log import logger
from auditor.service.access import EVERYBODY
from auditor.service.judge import judge_game
from auditor.service.live import LiveGame
from auditor.service.lookup import Lookup
from auditor.service.parsing import parsed
from auditor.service.refusals import Refused
from auditor.service.scanning import batch_of, checked_size, fields, part_of
from auditor.service.stored_messages import timestamp
from auditor.store.schema import METADATA
from auditor.store.writer import write_audits
from auditor.v1 import audit_service_pb2 as audit_pb
from auditor.v1 import lookup_service_pb2 as pb
from auditor.v1.finding_pb2 import Severity
from auditor.v1.game_log_pb2 import GameLog as GameLogMessage
from auditor.v1.game_log_pb2 import SwitchOverride
from auditor.wire import decode_game, encode_game
from auditor.wire.findings import finding_message
from replay.formats.native_frame import read_varint, varint
from replay.gamelog import GameLog
from replay.ruleset.loader import preset
from replay.simulate.play import play_game
from tests.auditor.store.records import MIDNIGHT, game, record

Mutate: TypeAlias = Callable[[bytes, int], bytes]

AUDIT, FOLLOW = 0, 1
LOOKUPS: Final[tuple[type[Message], ...]] = (
    pb.ListGamesRequest,
    pb.GetGameRequest,
    pb.ListFindingsRequest,
    pb.GetFindingRequest,
    pb.GetTableRequest,
    pb.ReviewFindingRequest,
)
FIRST_LOOKUP: Final = 2
METHODS: Final = FIRST_LOOKUP + len(LOOKUPS)
MOST_REVIEWS: Final = 50  # then the store is made anew: a finding has its reviews in every answer
DEPTH: Final = 4  # of messages within messages that are changed
_NO_CHOICE: Final = RulesChoice()
_reviews = 0


def feed(data: bytes) -> int:
    """1 when the request, or the whole stream, is answered; 0 when it is refused. What else it raises is our fault."""
    method = data[0] % METHODS if data else AUDIT
    with suppress(Refused):
        if method == AUDIT:
            return _audit(data[1:])
        if method == FOLLOW:
            return _follow([value for _, value, _ in fields(data[1:]) if isinstance(value, bytes)])
        return _look_up(method - FIRST_LOOKUP, data[1:])
    return 0


def _audit(data: bytes) -> int:
    batch = batch_of(data)
    with suppress(DecodeError):  # what we refuse a game for may be in its source already
        message = audit_pb.AuditGamesRequest.FromString(data)
        assert (batch.number, batch.games) == (message.batch, list(message.games)), "protobuf reads another batch"
        assert batch.sources == list(message.sources or [""] * len(batch.games)), "protobuf reads other sources"
        assert (batch.rules.variant, batch.rules.rules) == (message.rules.variant, message.rules.rules)
        assert batch.rules.settings == tuple((one.name, one.value) for one in message.rules.settings)
    for encoded, source in zip(batch.games, batch.sources, strict=True):
        verdict = judge_game(encoded, source, batch.rules)
        assert not verdict.crash, verdict.crash
    return 1


def _follow(requests: list[bytes]) -> int:
    live: LiveGame | None = None
    for data in requests:
        part = part_of(data)
        with suppress(DecodeError):
            message = audit_pb.FollowGameRequest.FromString(data)
            assert (len(part.events), part.remarks) == (len(message.events), len(message.remarks))
            assert (part.header is not None, part.source) == (message.HasField("header"), message.source)
        live = live or LiveGame(part.rules or _NO_CHOICE)
        for found in live.take(part):
            finding_message(found).SerializeToString()
    if live is not None:
        log = decode_game(live.log)  # every part was accepted, so the whole is
        assert log.events == live.events
        if live.ended:
            verdict = judge_game(live.log, "", _NO_CHOICE)
            assert not verdict.crash, verdict.crash
            assert not verdict.refusal, verdict.result
    return 1


def _look_up(number: int, data: bytes) -> int:
    global _reviews
    kind = LOOKUPS[number]
    if kind is pb.ReviewFindingRequest:
        _reviews += 1
        if _reviews % MOST_REVIEWS == 0:
            _lookup.cache_clear()
    request = parsed(kind, checked_size(data))
    lookup = _lookup()
    answer: Message
    try:
        if isinstance(request, pb.ListGamesRequest):
            answer = lookup.list_games(request, EVERYBODY)
        elif isinstance(request, pb.GetGameRequest):
            answer = lookup.get_game(request, EVERYBODY)
        elif isinstance(request, pb.ListFindingsRequest):
            answer = lookup.list_findings(request, EVERYBODY)
        elif isinstance(request, pb.GetFindingRequest):
            answer = lookup.get_finding(request, EVERYBODY)
        elif isinstance(request, pb.GetTableRequest):
            answer = lookup.get_table(request, EVERYBODY)
        else:
            assert isinstance(request, pb.ReviewFindingRequest)
            answer = lookup.review_finding(request, EVERYBODY)
    except Refused as refused:
        if refused.reason == "STORE_UNAVAILABLE":  # it is there; it was asked nonsense
            raise AssertionError("a request the store cannot take") from refused
        raise
    answer.SerializeToString()
    return 1


@lru_cache(maxsize=1)
def _lookup() -> Lookup:
    """Lookups on a store in memory with a few games."""
    logger()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("critical"))  # reviews are told otherwise
    engine = create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
    METADATA.create_all(engine)
    with engine.begin() as connection:
        write_audits(connection, [record(game(number, faulty=number == 1)) for number in range(3)], None)
    return Lookup(engine)


def seeds() -> Iterator[bytes]:
    """A request of each method that is answered."""
    faulty = game(1, faulty=True)
    encoded = encode_game(faulty)
    rules = audit_pb.RulesChoice(variant="tenhou", settings=[SwitchOverride(name="kiriage", value="true")])
    two = audit_pb.AuditGamesRequest(batch=7, games=[encoded, encode_game(game(2))], sources=["a", "b"], rules=rules)
    yield _input(AUDIT, two)
    yield _input(AUDIT, audit_pb.AuditGamesRequest(games=[encoded]))
    yield _stream(audit_pb.FollowGameRequest(source="table 1", rules=rules), faulty)
    yield _stream(audit_pb.FollowGameRequest(), play_game(preset("tenhou-sanma"), 3))
    finding = record(faulty).findings[-1].id
    about = pb.ListGamesRequest(player="", since=timestamp(MIDNIGHT), page_size=2, order=pb.ORDER_OLDEST_FIRST)
    first = _lookup().list_games(about, EVERYBODY)
    about.page_token = first.next_page_token
    for number, request in enumerate(
        (
            about,
            pb.GetGameRequest(game="game0001", with_log=True),
            pb.ListFindingsRequest(code="TRN005", severity=Severity.SEVERITY_ERROR, variant="tenhou", superseded=True),
            pb.GetFindingRequest(id=finding),
            pb.GetTableRequest(finding=finding, round_index=0, event_index=2),
            pb.ReviewFindingRequest(finding=finding, who="desk", note="seen", status=pb.REVIEW_STATUS_CONFIRMED),
        ),
        FIRST_LOOKUP,
    ):
        yield _input(number, request)


def _input(method: int, message: Message) -> bytes:
    return bytes([method]) + message.SerializeToString()


def _stream(first: audit_pb.FollowGameRequest, log: GameLog) -> bytes:
    """The stream of the game: its header, its first event, the others in a few requests."""
    whole = GameLogMessage.FromString(encode_game(GameLog(log.header, log.rounds[-1:])))
    first.header.CopyFrom(whole.header)
    cuts = [0, 1, len(whole.events) // 2, len(whole.events)]
    later = [audit_pb.FollowGameRequest(events=whole.events[begin:end]) for begin, end in pairwise(cuts)]
    return bytes([FOLLOW]) + b"".join(_field(b"\x0a", one.SerializeToString()) for one in (first, *later))


def _field(tag: bytes, content: bytes) -> bytes:
    return tag + varint(len(content)) + content


def words() -> set[bytes]:
    """The small fields of the seeds, whatever message they are in."""
    found: set[bytes] = set()
    for seed in seeds():
        _collect(seed[1:], DEPTH, found)
    return found


def _collect(message: bytes, depth: int, found: set[bytes]) -> None:
    for _, value, whole in _fields(message):
        if len(whole) <= 32:
            found.add(whole)
        if depth and isinstance(value, bytes):
            _collect(value, depth - 1, found)


def _fields(message: bytes) -> list[tuple[int, int | bytes, bytes]]:
    """The fields of the message; none when it is no message."""
    try:
        return list(fields(message))
    except Refused:
        return []


def changed(data: bytes, rng: Random, mutate: Mutate) -> bytes:
    """The input with one to four changes to fields of its message, or of messages within it; lengths fit again."""
    for _ in range(rng.randint(1, 4)):
        data = data[:1] + _changed(data[1:], DEPTH, rng, mutate)
    return data


def _changed(message: bytes, depth: int, rng: Random, mutate: Mutate) -> bytes:
    parts = _fields(message)
    if not parts or not depth:
        return mutate(message, len(message) + 8)
    wholes = [whole for _, _, whole in parts]
    at, other = rng.randrange(len(parts)), rng.randrange(len(parts))
    match rng.randrange(8):
        case 0:
            del wholes[at]
        case 1:
            wholes.insert(other, wholes[at])
        case 2:
            wholes[at], wholes[other] = wholes[other], wholes[at]
        case 3:
            return mutate(message, len(message) + 8)
        case _:
            _, value, whole = parts[at]
            if isinstance(value, bytes):
                _, after_tag = read_varint(whole, 0)
                wholes[at] = _field(whole[:after_tag], _changed(value, depth - 1, rng, mutate))
            else:
                wholes[at] = mutate(whole, len(whole) + 8)
    return b"".join(wholes)
