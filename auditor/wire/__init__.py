"""Logs and findings as bytes and as JSON. Protobuf stops here: what goes in and out are the classes of `replay`."""

from auditor.wire.findings import (
    Audit,
    FiledFinding,
    decode_finding,
    encode_finding,
    file_finding,
    finding_id,
    finding_json,
)
from auditor.wire.paifu import delimited, write_paifu
from auditor.wire.paifu_json import from_json, to_json, to_text
from auditor.wire.runtime import assert_upb
from replay.formats.native import read as decode_game
from replay.formats.native_file import EncodedGame, is_paifu, read_paifu, split_paifu
from replay.formats.native_frame import MAX_EVENTS, MAX_GAME_BYTES
from replay.formats.native_writing import encode_game, log_digest

__all__ = [
    "MAX_EVENTS",
    "MAX_GAME_BYTES",
    "Audit",
    "EncodedGame",
    "FiledFinding",
    "assert_upb",
    "decode_finding",
    "decode_game",
    "delimited",
    "encode_finding",
    "encode_game",
    "file_finding",
    "finding_id",
    "finding_json",
    "from_json",
    "is_paifu",
    "log_digest",
    "read_paifu",
    "split_paifu",
    "to_json",
    "to_text",
    "write_paifu",
]
