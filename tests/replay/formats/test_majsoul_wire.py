"""The direct reader of protobuf messages beside protobuf's own, by the schema that documents what is read."""

from base64 import b64decode
from random import Random
from typing import Any, Final

import pytest
from google.protobuf.descriptor import FieldDescriptor

from replay.formats.majsoul_wire import FLAG, MAX_LIST, NUMBER, PART, RECORDS, TEXT, Schema, read_message
from replay.formats.native_fields import MalformedError
from tests.replay.formats.majsoul_proto import decoded, encoded, message_class
from tests.replay.formats.majsoul_texts import discard, new_round, wire, written

KIND_OF: Final = {
    FieldDescriptor.TYPE_UINT32: NUMBER,
    FieldDescriptor.TYPE_INT32: NUMBER,
    FieldDescriptor.TYPE_BOOL: FLAG,
    FieldDescriptor.TYPE_STRING: TEXT,
    FieldDescriptor.TYPE_MESSAGE: PART,
}


def described(descriptor: Any) -> list[tuple[Any, ...]]:
    """Number, name, kind, whether repeated, and the fields of a part, of every field of the documented message."""
    return [
        (
            field.number,
            field.name,
            KIND_OF[field.type],
            field.is_repeated,
            described(field.message_type) if field.message_type else [],
        )
        for field in sorted(descriptor.fields, key=lambda field: field.number)
    ]


def read_by(schema: Schema) -> list[tuple[Any, ...]]:
    return [(number, one.name, one.kind, one.many, read_by(one.part)) for number, one in sorted(schema.items())]


@pytest.mark.parametrize("name", RECORDS)
def test_is_the_documented_schema(name: str) -> None:
    assert read_by(RECORDS[name]) == described(message_class(name).DESCRIPTOR)


def some(schema: Schema, random: Random) -> dict[str, Any]:
    """Values for some of the fields."""
    found: dict[str, Any] = {}
    for field in schema.values():
        if random.random() < 0.3:
            continue
        values: list[Any] = []
        for _ in range(random.randint(1, 4) if field.many else 1):
            if field.kind == PART:
                values.append(some(field.part, random))
            elif field.kind == TEXT:
                values.append(random.choice(["1m", "0p", "東"]))
            elif field.kind == FLAG:
                values.append((field.many and random.random() < 0.5) or True)
            else:
                negative = field.name in ("scores", "delta_scores", "old_scores", "score")
                values.append(random.choice([1, 127, 128, 48000, *([-1, -48000] if negative else [])]))
        found[field.name] = values if field.many else values[0]
    return found


@pytest.mark.parametrize("name", RECORDS)
def test_reads_what_protobuf_wrote(name: str) -> None:
    random = Random(name)
    for _ in range(50):
        data = encoded(name, some(RECORDS[name], random))
        assert read_message(data, 0, len(data), RECORDS[name]) == decoded(name, data)


@pytest.mark.parametrize("name", RECORDS)
def test_what_the_tests_write_is_what_protobuf_reads(name: str) -> None:
    random = Random(name)
    for _ in range(50):
        data = some(RECORDS[name], random)
        assert decoded(name, written(RECORDS[name], data)) == decoded(name, encoded(name, data))


def test_containers_are_read_as_protobuf_reads_them() -> None:
    for layout, records in (("actions", 0), ("records", 2)):
        container = decoded("Wrapper", wire([new_round(), discard(0, "1m")], layout=layout))
        assert container["name"] == ".lq.GameDetailRecords"
        found = decoded("GameDetailRecords", b64decode(container["data"]))
        assert len(found.get("records", [])) == records
        results = found.get("records") or [action["result"] for action in found["actions"] if "result" in action]
        names = [decoded("Wrapper", b64decode(one))["name"] for one in results]
        assert names == [".lq.RecordNewRound", ".lq.RecordDiscardTile"]


@pytest.mark.parametrize("name", RECORDS)
def test_reads_two_parts_as_one(name: str) -> None:
    """As protobuf does: lists grow, values are replaced, messages are merged."""
    random = Random(name)
    for _ in range(50):
        data = encoded(name, some(RECORDS[name], random)) + encoded(name, some(RECORDS[name], random))
        assert read_message(data, 0, len(data), RECORDS[name]) == decoded(name, data)


def test_numbers_that_are_not_packed() -> None:
    data = b"\x28\x01\x28\x80\x01\x2a\x02\x03\x04"
    assert read_message(data, 0, len(data), RECORDS["RecordNewRound"]) == {"scores": [1, 128, 3, 4]}
    assert decoded("RecordNewRound", data) == {"scores": [1, 128, 3, 4]}


def test_what_the_schema_does_not_know_is_passed_over() -> None:
    data = b"\xfa\x0f\x03abc" + b"\x08\x02" + b"\xf8\x0f\x01" + b"\x0a\x01x"  # the last one is field 1 as bytes
    assert read_message(data, 0, len(data), RECORDS["RecordLiuJu"]) == {"type": 2}
    assert decoded("RecordLiuJu", data) == {"type": 2}


@pytest.mark.parametrize("name", RECORDS)
def test_damaged_bytes_are_read_or_refused(name: str) -> None:
    random = Random(name)
    for _ in range(300):
        data = bytearray(encoded(name, some(RECORDS[name], random)))
        if not data:
            continue
        data[random.randrange(len(data))] = random.randrange(256)
        cut = bytes(data[: random.randrange(len(data)) + 1])
        for one in (bytes(data), cut):
            try:
                read_message(one, 0, len(one), RECORDS[name])
            except MalformedError:
                continue


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\x12\x05ab", "cut off"),
        (b"\x12\x02\xff\xff", "a text that is not UTF-8"),
        (b"\x08", "not an encoded message"),
        (b"\x00\x01", "not an encoded message"),
        (b"\x3a\x01\x80", "not an encoded message"),
        (b"\x38\x01" * (MAX_LIST + 1), "zhenting has more entries than any record"),
    ],
)
def test_malformed(data: bytes, reason: str) -> None:
    with pytest.raises(MalformedError, match=reason):
        read_message(data, 0, len(data), RECORDS["RecordDealTile"])
