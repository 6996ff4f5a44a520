"""One game as protobuf JSON, to be read and edited by people."""

import json
from typing import Final

from google.protobuf import json_format, text_format

from auditor.v1 import game_log_pb2 as pb
from replay.formats.native import read as decode_game
from replay.formats.native_frame import MAX_EVENTS, MAX_REMARKS
from replay.formats.native_writing import encode_game
from replay.gamelog import GameLog, LogError

MAX_JSON_BYTES: Final = 2 * 1024 * 1024  # a game of 5,000 events takes 400 kB, indented 700


def to_json(game_log: GameLog) -> str:
    """The log as protobuf JSON, one event a line. Raises LogError when it cannot be written."""
    document = json_format.MessageToDict(pb.GameLog.FromString(encode_game(game_log)))
    parts = []
    for key, value in document.items():
        if isinstance(value, list):
            lines = ",\n".join(json.dumps(item, ensure_ascii=False) for item in value)
            parts.append(f"{json.dumps(key)}: [\n{lines}\n]")
        else:
            parts.append(f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def from_json(text: str | bytes) -> GameLog:
    """The log of a protobuf JSON text. Raises LogError as `decode_game` does, and when it is no such JSON."""
    if len(text) > MAX_JSON_BYTES:
        raise LogError(f"the JSON has {len(text)} bytes, more than {MAX_JSON_BYTES}", "byte 0")
    try:
        document = json.loads(text, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise LogError(f"not JSON: {error.msg}", f"line {error.lineno}, column {error.colno}") from None
    except (ValueError, RecursionError) as error:
        # ValueError: a key twice, bytes that are not Unicode, or a number of thousands of digits.
        raise LogError(f"not JSON: {error}", "JSON") from None
    if not isinstance(document, dict):
        raise LogError("not a game: the JSON is no object", "JSON")
    for key, most in (("events", MAX_EVENTS), ("remarks", MAX_REMARKS)):
        items = document.get(key)
        if isinstance(items, list) and len(items) > most:
            raise LogError(f"more than {most} {key}", "JSON")
    try:
        data = json_format.ParseDict(document, pb.GameLog()).SerializeToString()
    except (json_format.Error, ValueError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        # The parser answers most wrong values with its own error, and some with what it stumbled over.
        raise LogError(f"not a game: {error}", "JSON") from None
    return decode_game(data)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """The object of the pairs; ValueError when a key stands twice, as it does when somebody edited by hand."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"the key {next(key for key in keys if keys.count(key) > 1)!r} stands twice")
    return found


def to_text(game_log: GameLog) -> str:
    """The log as protobuf text, for reading. Raises LogError when it cannot be written."""
    return text_format.MessageToString(pb.GameLog.FromString(encode_game(game_log)), as_utf8=True)
