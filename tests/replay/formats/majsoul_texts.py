"""Mahjong Soul records written by hand, in every form in which they are read.

A record is the name of its message and what it states. Four players unless a test says otherwise; seat 0 deals.
"""

import json
from base64 import b64encode
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from replay.formats.majsoul import read
from replay.formats.tenhou_json_values import Json
from replay.gamelog import Event, GameLog
from replay.tiles import TEXT_OF, parse_tiles
from tests.replay.formats.majsoul_proto import encoded

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


def json_text(entries: Sequence[Entry], *, layout: str = "actions", head: Data | None = None) -> str:
    """The JSON of a record; in `actions` a player's input stands before every record."""
    wrapped: list[Json] = [{"name": f".lq.{name}", "data": data} for name, data in entries]
    if layout == "actions":
        sent: Json = {"passed": 1, "type": 2, "user_input": {"seat": 1, "type": 7}}
        wrapped = [action for one in wrapped for action in (sent, {"passed": 2, "type": 1, "result": one})]
    container: Json = {"name": ".lq.GameDetailRecords", "data": {"version": 210715, layout: wrapped}}
    known: Data = {"head": head} if head is not None else {}
    return json.dumps({**known, "data": container}, ensure_ascii=False, separators=(",", ":"))


def wire(entries: Sequence[Entry], *, layout: str = "actions") -> bytes:
    """The protobuf bytes of a record."""
    records = [
        encoded("Wrapper", {"name": f".lq.{name}", "data": b64encode(encoded(name, data)).decode()})
        for name, data in entries
    ]
    texts = [b64encode(one).decode() for one in records]
    stated: dict[str, Any] = {"version": 210715}
    if layout == "actions":
        stated["actions"] = [
            action for one in texts for action in ({"passed": 1, "type": 2}, {"type": 1, "result": one})
        ]
    else:
        stated["records"] = list(texts)
    container = b64encode(encoded("GameDetailRecords", stated)).decode()
    return encoded("Wrapper", {"name": ".lq.GameDetailRecords", "data": container})


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
