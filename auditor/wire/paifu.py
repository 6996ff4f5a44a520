"""Files of many games, written."""

from collections.abc import Iterable

from replay.formats.native_frame import varint
from replay.formats.native_writing import encode_game
from replay.gamelog import GameLog


def delimited(game_log: GameLog) -> bytes:
    """The log as one game of a file: its length and its encoding. Raises LogError as `encode_game` does."""
    data = encode_game(game_log)
    return varint(len(data)) + data


def write_paifu(game_logs: Iterable[GameLog]) -> bytes:
    """The file of the logs. Raises LogError as `encode_game` does."""
    return b"".join(delimited(game_log) for game_log in game_logs)
