"""The reader of native bytes makes of everything what the generated protobuf classes make of it."""

import subprocess
import sys
from collections.abc import Iterator
from random import Random

import pytest
from google.protobuf.descriptor import Descriptor, FieldDescriptor

from auditor.v1 import game_log_pb2 as pb
from auditor.wire import encode_game
from replay.formats import native
from replay.formats.native_events import EVENTS
from replay.formats.native_fields import LIST, LISTS, MAX_KEPT, NUMBER, NUMBERS, PART, PARTS, TEXT, Schema
from replay.formats.native_frame import EVENTS as EVENTS_FIELD
from replay.formats.native_frame import FAILURE, HEADER, REMARKS, framed, read_varint, scan_game, varint
from replay.formats.native_values import DRAW_REASONS, KAN_TYPES, OFFER_KINDS, REMARK_KINDS
from replay.formats.native_writing import event_bytes
from replay.gamelog import DISCARDS, DRAWS, GameLog, Kan, LogError, Offer, Pon, WallCommitment
from replay.ruleset.loader import PRESETS, preset
from replay.simulate.play import play_game
from tests.auditor.wire import samples
from tests.auditor.wire.reference import agreed, outcome
from tests.auditor.wire.reference_writer import as_the_reference
from tests.replay.formats.test_tenhou_logs import logs

HEAD3 = bytes.fromhex("0a021003")
START3 = event_bytes(samples.three_players().rounds[0][0])


def game(event: bytes) -> bytes:
    """A three-player game of a RoundStart and the encoded GameEvent."""
    return HEAD3 + framed(EVENTS_FIELD, START3) + framed(EVENTS_FIELD, event)


def kind_of(field: FieldDescriptor) -> int:
    """The kind the table of a schema has to give the field."""
    message = field.message_type
    if message is None:
        if field.type == FieldDescriptor.TYPE_STRING:
            return TEXT
        return NUMBERS if field.is_repeated else NUMBER
    only = message.fields
    if len(only) == 1 and only[0].number == 1 and kind_of(only[0]) == NUMBERS:
        return LISTS if field.is_repeated else LIST
    return PARTS if field.is_repeated else PART


def assert_fits(schema: Schema, message: Descriptor | None) -> None:
    """The table is that of the message and of every message in it."""
    assert message is not None
    assert [field.number for field in message.fields] == list(range(1, len(schema.kinds)))
    assert list(schema.kinds[1:]) == [kind_of(field) for field in message.fields], message.name
    parts = {field.number: field.message_type for field in message.fields if kind_of(field) in (PART, PARTS)}
    assert parts.keys() == schema.parts.keys()
    for number, part in parts.items():
        assert schema.parts[number].kept is None or kind_of(message.fields_by_number[number]) == PARTS
        assert_fits(schema.parts[number], part)


def test_the_schemas_are_those_of_the_proto_file() -> None:
    assert_fits(native.HEADER, pb.Header.DESCRIPTOR)
    assert_fits(native.REMARK, pb.Remark.DESCRIPTOR)
    assert_fits(native.TEXTS, pb.LogFailure.DESCRIPTOR)
    for number, field in enumerate(pb.GameEvent.DESCRIPTOR.fields, 1):
        assert field.number == number
        assert_fits(EVENTS[number][0], field.message_type)
    assert len(EVENTS) == 1 + len(pb.GameEvent.DESCRIPTOR.fields)


@pytest.mark.parametrize(
    ("names", "members", "prefix"),
    [
        (pb.KanType.items(), KAN_TYPES, "KAN_TYPE_"),
        (pb.DrawReason.items(), DRAW_REASONS, "DRAW_REASON_"),
        (pb.OfferKind.items(), OFFER_KINDS, "OFFER_KIND_"),
        (pb.RemarkKind.items(), REMARK_KINDS, "REMARK_KIND_"),
    ],
)
def test_the_members_are_those_of_the_proto_file(
    names: list[tuple[str, int]],
    members: dict[int, object],
    prefix: str,
) -> None:
    assert {(f"{prefix}{getattr(member, 'name', '')}", value) for value, member in members.items()} == set(names[1:])


@pytest.mark.parametrize("seats", [3, 4])
def test_draws_and_discards_are_known_from_the_beginning(seats: int) -> None:
    known = native.KNOWN[seats]
    for table in (DRAWS, DISCARDS):
        for of_seats in table:
            for seat in range(4):
                assert all((event_bytes(event) in known) == (seat < seats) for event in of_seats[seat])


def test_reading_takes_no_protobuf() -> None:
    code = "import sys, auditor.batch.formats, replay.formats.native; assert 'google' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    "log",
    [
        samples.everything(),
        samples.three_players(),
        GameLog(samples.BARE_HEADER),
        GameLog(samples.HEADER, [], list(samples.REMARKS)),
        GameLog(samples.HEADER, [], [], LogError("", "")),
        GameLog(samples.HEADER, [[samples.START, samples.ENDS[0]]]),
        GameLog(samples.HEADER, [[samples.START, samples.ENDS[1]]]),
    ],
)
def test_the_samples(log: GameLog) -> None:
    assert agreed(encode_game(log))
    assert as_the_reference(log)


@pytest.mark.parametrize("name", PRESETS)
def test_simulated_games(name: str) -> None:
    for seed in range(3):
        log = play_game(preset(name), seed, with_wall=seed == 1)
        assert agreed(encode_game(log))
        assert as_the_reference(log)


@pytest.mark.parametrize("archive", ["tenhou3p.tar.gz", "tenhou4p.tar.gz"])
def test_genuine_games(archive: str) -> None:
    for log in logs(archive):
        data = encode_game(log)
        assert agreed(data)
        assert samples.same(native.read(data), log)
        assert as_the_reference(log)


PON = "08 01 10 02 18 05"
WIN = "08 01 10 01 18 05 22(05)"
DRAW = "Draw(seat=1, tile=4, replacement=False)"
PONNED = "Pon(seat=1, from_seat=2, claimed=4, tiles=(4, 4))"

# What no writer of ours would write: the bytes of a GameEvent, where brackets stand for a length and what is so long.
ODD: list[tuple[str, str, str]] = [
    ("numbers as long as can be", "0a(08 81808080808080808000 10 85808080808080808000 18 00)", DRAW),
    ("more than 64 bits", "0a(08 8180808080808080807e 10 05 18 00)", DRAW),
    ("more than 32 bits", "0a(08 8180808010 10 8580808010)", DRAW),
    ("a flag beyond 32 bits", "0a(08 01 10 05 18 8080808010)", "Draw(seat=1, tile=4, replacement=True)"),
    ("a flag beyond 64 bits", "0a(08 01 10 05 18 80808080808080808002)", DRAW),
    ("a number of eleven bytes", "0a(08 8180808080808080808001 10 05)", "not an encoded message"),
    ("a tag of five bytes", "0a(8880808000 01 10 05)", DRAW),
    ("a tag of six bytes", "0a(888080808000 01 10 05)", "not an encoded message"),
    ("a tag beyond 32 bits", "0a(8880808010 01 10 05)", "not an encoded message"),
    ("a length of five bytes", "0a 8480808000 08 01 10 05", DRAW),
    ("a length of six bytes", "0a 848080808000 08 01 10 05", "not an encoded message"),
    ("a length beyond its message", "0a(08 01 10 05 2a 01)", "not an encoded message"),
    ("the last number counts", "0a(08 02 10 09 08 01 10 05)", DRAW),
    ("a tile below 0", "0a(08 01 10 ffffffffffffffffff01)", "there is no tile -1"),
    ("a seat below 0", "0a(08 ffffffffffffffffff01 10 01)", "there is no seat 4294967295 among 3 seats"),
    ("a message in two parts", "0a(08 01) 0a(10 05)", DRAW),
    ("the last kind counts", "0a(08 01) 12(08 01) 0a(10 05)", "the seat is missing"),
    ("a broken kind before another", "0a(08 81) 3a(08 01)", "not an encoded message"),
    ("a part that only the next would end", "0a(08) 0a(01 10 05)", "not an encoded message"),
    ("numbers one by one", f"22({PON} 20 05 20 85808080808000)", PONNED),
    ("numbers packed and not", f"22({PON} 20 05 22(05))", PONNED),
    ("numbers packed long", f"22({PON} 22(8500 858000))", PONNED),
    ("numbers packed with more than 32 bits", f"22({PON} 22(05 8580808010))", PONNED),
    ("a packed number cut off", f"22({PON} 22(05 85))", "not an encoded message"),
    ("a packed number cut off, and its end", f"22({PON} 22(05 85) 22(00))", "not an encoded message"),
    ("numbers of another sort", f"22({PON} 25 01000000 22(05))", "Pon(seat=1, from_seat=2, claimed=4, tiles=(4,))"),
    (
        "a list in two parts",
        "42(08 01 12(0a(02)) 12(0a(03) 08 05))",
        "RiichiAccepted(seat=1, scores=(1, -2, -3), inferred=False)",
    ),
    (
        "a list between unknown fields",
        "42(08 01 12(10 01 0a(02) 1a() 0a(02 03)))",
        "RiichiAccepted(seat=1, scores=(1, 1, -2), inferred=False)",
    ),
    ("a number where a list should be", "42(08 01 10 02)", "RiichiAccepted(seat=1, scores=None, inferred=False)"),
    ("a list longer than its message", "42(08 01 12(0a 03))", "not an encoded message"),
    ("text that is not UTF-8", f"52({WIN} 2a(0a(0a(c328) 10 01)))", "not an encoded message"),
    ("text that is replaced is text too", f"52({WIN} 2a(0a(0a(ff) 0a(61) 10 01)))", "not an encoded message"),
    ("a surrogate", f"52({WIN} 2a(0a(0a(eda080) 10 01)))", "not an encoded message"),
    ("a yaku that is broken, and one without a name", f"52({WIN} 2a(0a(10 01) 0a(10)))", "not an encoded message"),
    (
        "yaku in two parts",
        f"52({WIN} 2a(0a(0a(61) 10 01)) 2a(0a(0a(62) 10 02)))",
        "yaku=(ClaimedYaku(name='a', han=1), ClaimedYaku(name='b', han=2))",
    ),
    ("unknown fields", "0a(08 01 10 05 20 01 2a(ffff) 35 00000000 39 0000000000000000)", DRAW),
    ("an unknown group", "0a(08 01 10 05 23 08 01 2b 00 01 2c 12(61) 24)", DRAW),
    ("a group of a known field", "0a(08 01 10 05 0b 08 02 0c)", DRAW),
    ("a group that is not closed", "0a(08 01 10 05 23)", "not an encoded message"),
    ("a group closed as another", "0a(08 01 10 05 23 2c)", "not an encoded message"),
    ("a group closed outside", "0a(08 01 10 05 24)", "not an encoded message"),
    ("field 0", "0a(08 01 10 05 00 01)", "not an encoded message"),
    ("field 0 outside", "0a(08 01 10 05) 00 01", "not an encoded message"),
    ("no wire type", "0a(08 01 10 05 0e)", "not an encoded message"),
    ("an unknown field cut off", "0a(08 01 10 05 39 00)", "not an encoded message"),
    ("an unknown kind of event", "a201()", "an event of no known kind"),
    ("a kind of event that is a number", "08 01", "an event of no known kind"),
    ("99 groups", f"0a(08 01 10 05 {'23' * 99} {'24' * 99})", DRAW),
    ("100 groups", f"0a(08 01 10 05 {'23' * 100} {'24' * 100})", "not an encoded message"),
    ("100 groups outside", f"0a(08 01 10 05) {'a301' * 100} {'a401' * 100}", DRAW),
    ("101 groups outside", f"0a(08 01 10 05) {'a301' * 101} {'a401' * 101}", "not an encoded message"),
]


def in_bytes(text: str) -> bytes:
    """The bytes in hex, with a length for every pair of brackets."""
    while "(" in text:
        before, _, rest = text.rpartition("(")
        inside, _, after = rest.partition(")")
        content = bytes.fromhex(inside)
        text = before + (varint(len(content)) + content).hex() + after
    return bytes.fromhex(text)


@pytest.mark.parametrize(("event", "found"), [case[1:] for case in ODD], ids=[case[0] for case in ODD])
def test_odd_encodings(event: str, found: str) -> None:
    data = game(in_bytes(event))
    read = agreed(data)
    said = outcome(native.read, data)
    if read:
        assert found in repr(said)
    else:
        assert said == (found, "round 0, event 1")


def test_a_header_in_parts_of_parts() -> None:
    """A commitment stated twice is one, and what is stated again replaces only itself."""
    data = in_bytes("0a(10 03 5a(0a(61) 1a(62)) 5a(1a(63) 22(64)))")
    assert native.read(data).header.commitment == WallCommitment("a", "", "c", "d")
    assert agreed(data)


def test_what_is_kept_is_bounded_and_the_same_for_nobody_else() -> None:
    """Encodings that no writer makes do not push out those of every game, and seats are judged by each game."""
    pon = event_bytes(Pon(0, 3, 4, (4, 4)))
    four = GameLog(samples.HEADER, [[samples.START, Pon(0, 3, 4, (4, 4)), Pon(0, 3, 4, (4, 4))]])
    read = native.read(encode_game(four)).rounds[0]
    assert read[1] is read[2]
    assert outcome(native.read, game(pon)) == ("there is no seat it comes from 3 among 3 seats", "round 0, event 1")
    odd = [event_bytes(Offer(0, ())) + bytes.fromhex("a201") + varint(n) + b"x" * n for n in range(12)]
    many = [event_bytes(Offer(0, ())) + bytes((0xA0, 1)) + varint(n) for n in range(MAX_KEPT)]
    data = HEAD3 + b"".join(framed(EVENTS_FIELD, one) for one in (START3, *odd, *many))
    assert agreed(data)
    assert len(native.KNOWN[3]) == MAX_KEPT
    assert agreed(encode_game(samples.three_players(DRAWS[True][2][36], Kan(0, KAN_TYPES[3], (5,)))))


def changed(data: bytes, rng: Random) -> bytes:
    """The data with one to three bytes or runs of bytes different, doubled, added or left out."""
    new = bytearray(data or b"\x08")
    telling = bytes.fromhex("00010203040508090a0b0c0d1012131418227f80fffe2526")
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(new))
        match rng.randrange(6):
            case 0:
                new[at] = rng.choice(telling)
            case 1:
                new[at] ^= 1 << rng.randrange(8)
            case 2:
                new.insert(at, rng.choice(telling))
            case 3 if len(new) > 1:
                del new[at]
            case 4:
                new[at:at] = bytes(rng.choices(telling, k=rng.randint(1, 8)))
            case _:
                begin = rng.randrange(len(new))
                new[at:at] = new[begin : begin + rng.randint(1, 12)]
    return bytes(new)


def changed_event(event: bytes, rng: Random, others: list[bytes]) -> bytes:
    """The GameEvent with other bytes, other content, or more of its own or another kind after it."""
    _, after_tag = read_varint(event, 0)
    _, inside = read_varint(event, after_tag)
    content = changed(event[inside:], rng)
    other = event[:after_tag] + varint(len(content)) + content
    return rng.choice((changed(event, rng), other, event + other, event + rng.choice(others)))


def damaged(rng: Random) -> Iterator[bytes]:
    """Games of few parts, one of them damaged."""
    parts = scan_game(encode_game(samples.everything()))
    assert parts.failure is not None
    head, start = framed(HEADER, parts.header), framed(EVENTS_FIELD, parts.events[0])
    while True:
        yield framed(HEADER, changed(parts.header, rng)) + start
        yield head + framed(REMARKS, changed(rng.choice(parts.remarks), rng))
        yield head + framed(FAILURE, changed(parts.failure, rng))
        yield head + start + changed(b"".join(framed(EVENTS_FIELD, event) for event in parts.events[1:9]), rng)
        for event in parts.events:
            yield head + start + framed(EVENTS_FIELD, changed_event(event, rng, parts.events))


def test_damaged_games() -> None:
    """Both readers refuse with the same words, or both read the same."""
    games = damaged(Random(20_241_013))
    read = sum(agreed(next(games)) for _ in range(12_000))
    assert 2_000 < read < 10_000
