"""Mahjong Soul records written by hand, in every form in which they are read.

A record is the name of its message and what it states. Four players unless a test says otherwise; seat 0 deals.
"""

import json
from base64 import b64encode
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from replay.formats.json_values import Json
from replay.formats.majsoul import read
from replay.formats.majsoul_wire import PART, RECORDS, TEXT, Schema
from replay.formats.native_frame import framed, varint
from replay.gamelog import Event, GameLog
from replay.tiles import TEXT_OF, parse_tiles

Data: TypeAlias = dict[str, Json]
Entry: TypeAlias = tuple[str, Data]

DIGEST: Final = "0123456789abcdef" * 4
HANDS: Final = ("19m19p19s1234567z5z", "2333555677788p", "2233445566778s", "2233445566778m")
"""What the seats are dealt unless a test says otherwise. The dealer's 14th tile is one of them."""
SCORES: Final = (25000, 25000, 25000, 25000)


def tiles(text: str) -> list[Json]:
    """The tiles of an mpsz text, as the platform writes them."""
    return [TEXT_OF[code] for code in parse_tiles(text)]


def new_round(hands: Sequence[str] = HANDS, *, doras: str = "6p", **stated: Json) -> Entry:
    dealt: Data = {f"tiles{seat}": tiles(hand) for seat, hand in enumerate(hands)}
    scores: list[Json] = [35000] * 3 if len(hands) == 3 else list(SCORES)
    return "RecordNewRound", {"scores": scores, **dealt, "doras": tiles(doras), **stated}


def stating(entry: Entry, stated: Data) -> Entry:
    """The record, stating this beside what it states."""
    return entry[0], {**entry[1], **stated}


def deal(seat: int, tile: str, **stated: Json) -> Entry:
    return "RecordDealTile", {"seat": seat, "tile": tile, **stated}


def discard(seat: int, tile: str, **stated: Json) -> Entry:
    return "RecordDiscardTile", {"seat": seat, "tile": tile, **stated}


def call(seat: int, kind: int, shown: str, froms: Sequence[int], **stated: Json) -> Entry:
    return "RecordChiPengGang", {
        "seat": seat,
        "type": kind,
        "tiles": tiles(shown),
        "froms": list(froms),
        **stated,
    }


def kan(seat: int, kind: int, tile: str, **stated: Json) -> Entry:
    return "RecordAnGangAddGang", {"seat": seat, "type": kind, "tiles": tile, **stated}


def north(seat: int, **stated: Json) -> Entry:
    return "RecordBaBei", {"seat": seat, **stated}


def win(seat: int, tile: str, hand: str, fans: Sequence[tuple[int, int]] = (), **stated: Json) -> Data:
    """One entry of `hules`; `fans` are (id, val)."""
    found: Data = {"seat": seat, "hu_tile": tile, "hand": tiles(hand), "doras": tiles("6p")}
    if fans:
        found["fans"] = [{"id": fan, "val": val} for fan, val in fans]
        found["count"] = sum(val for _, val in fans)
    return {**found, **stated}


def hule(*hules: Data, deltas: Sequence[int] = (), **stated: Json) -> Entry:
    return "RecordHule", {"hules": list(hules), **({"delta_scores": list(deltas)} if deltas else {}), **stated}


def no_tile(**stated: Json) -> Entry:
    return "RecordNoTile", stated


def abort(kind: int, **stated: Json) -> Entry:
    return "RecordLiuJu", {"type": kind, **stated}


GOOD: Final[list[Entry]] = [
    new_round(),
    discard(0, "1m"),
    deal(1, "2s"),
    discard(1, "2s", moqie=True),
    call(2, 1, "222s", [2, 2, 1]),
    discard(2, "8s"),
    hule(win(3, "8s", HANDS[3], [(2, 1)], fu=30, point_rong=1000), deltas=[0, 0, -1000, 1000]),
    new_round(ju=1, hands=(HANDS[1], HANDS[0], HANDS[2], HANDS[3])),
    discard(1, "5z"),
    no_tile(players=[{}, {"tingpai": True}, {}, {}], scores=[{"delta_scores": [-1000, 3000, -1000, -1000]}]),
]
"""Two rounds: one that is won, one that is drawn."""


def json_text(entries: Sequence[Entry], *, layout: str = "actions", head: Data | None = None) -> str:
    """The JSON of a record; in `actions` a player's input stands before every record."""
    wrapped: list[Json] = [{"name": f".lq.{name}", "data": data} for name, data in entries]
    if layout == "actions":
        sent: Json = {"passed": 1, "type": 2, "user_input": {"seat": 1, "type": 7}}
        wrapped = [action for one in wrapped for action in (sent, {"passed": 2, "type": 1, "result": one})]
    container: Json = {"name": ".lq.GameDetailRecords", "data": {"version": 210715, layout: wrapped}}
    known: Data = {"head": head} if head is not None else {}
    return json.dumps({**known, "data": container}, ensure_ascii=False, separators=(",", ":"))


def written(schema: Schema, data: Data) -> bytes:
    """The message as protobuf bytes. `test_majsoul_wire` reads them with protobuf's own classes."""
    parts = []
    for number, field in schema.items():
        stated = data.get(field.name)
        values = stated if isinstance(stated, list) else [] if stated is None else [stated]
        for value in values:
            if field.kind == PART:
                assert isinstance(value, dict)
                parts.append(framed(number, written(field.part, value)))
            elif field.kind == TEXT:
                assert isinstance(value, str)
                parts.append(framed(number, value.encode()))
            else:
                assert isinstance(value, int)
                parts.append(varint(number << 3) + varint(value % (1 << 64)))
    return b"".join(parts)


def wrapped(name: str, data: bytes) -> bytes:
    """A Wrapper around a message."""
    return framed(1, f".lq.{name}".encode()) + framed(2, data)


def wire(entries: Sequence[Entry], *, layout: str = "actions") -> bytes:
    """The protobuf bytes of a record."""
    records = [wrapped(name, written(RECORDS.get(name, {}), data)) for name, data in entries]
    version = varint(2 << 3) + varint(210715)
    if layout == "records":
        return wrapped("GameDetailRecords", b"".join([framed(1, one) for one in records]) + version)
    sent = framed(3, varint(1 << 3) + varint(1) + varint(2 << 3) + varint(2))
    actions = [sent + framed(3, varint(2 << 3) + varint(1) + framed(3, one)) for one in records]
    return wrapped("GameDetailRecords", version + b"".join(actions))


FORMS: Final[dict[str, Callable[[Sequence[Entry]], bytes]]] = {
    "json actions": lambda entries: json_text(entries).encode(),
    "json records": lambda entries: json_text(entries, layout="records").encode(),
    "wire actions": wire,
    "wire records": lambda entries: wire(entries, layout="records"),
    "wire as hex": lambda entries: json.dumps({"recordId": "a-1", "wire": wire(entries).hex()}).encode(),
    "wire as base64": lambda entries: json.dumps({"data": b64encode(wire(entries)).decode()}).encode(),
}
"""Every form in which the same records are written."""


def log_of(entries: Sequence[Entry], form: str = "json actions") -> GameLog:
    return read(FORMS[form](entries), DIGEST)


def events_of(*entries: Entry, form: str = "json actions") -> list[Event]:
    """The events of the one round of these records, its start and the dealer's first draw left out."""
    log = log_of((new_round(), *entries), form)
    assert log.failure is None
    assert len(log.rounds) == 1
    return log.rounds[0][2:]
