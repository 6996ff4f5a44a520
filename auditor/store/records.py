"""What is handed to the store: plain values, ready to be rows. They cross processes, so nothing else is in them."""

import json
import re
import threading
from datetime import datetime
from enum import Enum
from hashlib import sha256
from typing import Final, NamedTuple

import zstandard

LEVEL: Final = 3  # 0.09 ms a game; level 9 takes six times as long for 3 % fewer bytes
LOG_BYTES: Final = 1 << 24  # of an unpacked log; what the store wrote is far below


class GameRecord(NamedTuple):
    digest: str
    game_id: str
    platform: str
    variant: str
    seats: int
    rounds: int
    events: int
    played_at: datetime | None
    source: str
    source_digest: str
    log: bytes | None  # packed
    players: tuple[tuple[str, str], ...]  # id and name a seat


class RulesetRecord(NamedTuple):
    digest: str
    name: str
    revision: int
    text: str


class FindingRecord(NamedTuple):
    """A finding; `rule`, `expected`, `observed` and `hinges_on` are JSON."""

    id: str
    code: str
    name: str
    severity: str
    round_index: int | None
    event_index: int | None
    seat: int | None
    message: str
    rule: str
    expected: str | None
    observed: str | None
    hinges_on: str


class AuditRecord(NamedTuple):
    """One audit of one game, with everything it found."""

    game: GameRecord
    ruleset: RulesetRecord | None  # None: it could not be audited
    engine_version: str
    at: datetime
    findings: tuple[FindingRecord, ...]

    @property
    def id(self) -> str:
        """The same whenever this log is audited with this ruleset and engine."""
        parts = [self.game.digest, self.ruleset.digest if self.ruleset else "", self.engine_version]
        return sha256(json.dumps(parts).encode("ascii")).hexdigest()[:32]


class QuarantineRecord(NamedTuple):
    """A game on which the auditor itself failed."""

    source: str
    game_number: int  # within the source, from 0
    engine_version: str
    at: datetime
    data: bytes  # packed
    error: str

    @property
    def id(self) -> str:
        """The same whenever this engine fails on these bytes."""
        parts = [sha256(self.data).hexdigest(), self.game_number, self.engine_version]
        return sha256(json.dumps(parts).encode("ascii")).hexdigest()[:32]


class ReviewStatus(Enum):
    """What people have decided about a finding. One that nobody has reviewed is open."""

    OPEN = "open"
    CONFIRMED = "confirmed"  # the fault is real
    DISMISSED = "dismissed"  # it is none, or not worth settling
    SETTLED = "settled"  # confirmed, and the players have what is theirs


_of_thread: Final = threading.local()  # a compressor can be used again, by one thread at a time


def packed(data: bytes) -> bytes:
    """The bytes as the store keeps them."""
    compressor: zstandard.ZstdCompressor | None = getattr(_of_thread, "compressor", None)
    if compressor is None:
        compressor = _of_thread.compressor = zstandard.ZstdCompressor(level=LEVEL)
    return compressor.compress(data)


def unpacked(data: bytes) -> bytes:
    """The bytes that were packed. Raises ValueError when they are damaged or far too large."""
    try:
        if zstandard.frame_content_size(data) > LOG_BYTES:
            raise ValueError("the stored bytes claim to be too large")
        return zstandard.ZstdDecompressor().decompress(data, max_output_size=LOG_BYTES)
    except zstandard.ZstdError as error:
        raise ValueError(f"the stored bytes are damaged: {error}") from error


_UNSTORABLE: Final = re.compile("[\0\ud800-\udfff]")


def storable(text: str) -> str:
    """The text without what no database takes: NUL and halves of surrogate pairs become U+FFFD."""
    return _UNSTORABLE.sub("\ufffd", text)
