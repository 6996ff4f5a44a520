"""What is measured: the rows of the tables in their order, and what each stands beside. Imports nothing heavy."""

from typing import Final, NamedTuple


class Row(NamedTuple):
    """A stage by name. `peers` are those that do comparable work; `floor` is the row whose time it is divided by."""

    name: str
    peers: tuple[str, ...] = ()
    floor: str = ""


JANSOU_REPLAY: Final = "jansou replay"
JANSOU_COMPLETE: Final = "jansou complete"
RIICHIENV_STEPS: Final = "riichienv steps"
GAME_PEERS: Final = (JANSOU_REPLAY, JANSOU_COMPLETE, RIICHIENV_STEPS)
MISSING: Final = " is not installed"  # printed behind the name of a package

SCAN: Final = "bare scan of the XML"
PROTOBUF: Final = "bare protobuf decoding"
AUDIT_XML: Final = "audit Tenhou XML"
AUDIT_XML_WALLS: Final = "audit Tenhou XML, walls proven"
AUDIT_PAIFU: Final = "audit paifu"

_ENGINE: Final = (JANSOU_REPLAY, RIICHIENV_STEPS)
_AUDIT: Final = (JANSOU_COMPLETE, RIICHIENV_STEPS)

GAME_ROWS: Final = (
    Row(SCAN),
    Row(PROTOBUF),
    Row("read Tenhou XML", floor=SCAN),
    Row("read tenhou.net/6"),
    Row("read Mahjong Soul"),
    Row("read Riichi City"),
    Row("read mjai"),
    Row("read paifu", floor=PROTOBUF),
    Row("read paifu-json"),
    Row("engine", _ENGINE),
    Row("engine, walls proven", _ENGINE),
    Row(AUDIT_XML, _AUDIT, SCAN),
    Row(AUDIT_XML_WALLS, _AUDIT, SCAN),
    Row("audit tenhou.net/6", _AUDIT),
    Row("audit Mahjong Soul", _AUDIT),
    Row("audit Mahjong Soul, walls proven", _AUDIT),
    Row("audit Riichi City", _AUDIT),
    Row("audit Riichi City, walls proven", _AUDIT),
    Row("audit mjai", _AUDIT),
    Row(AUDIT_PAIFU, _AUDIT, PROTOBUF),
    Row("audit paifu, walls proven", _AUDIT, PROTOBUF),
    Row("audit paifu-json", _AUDIT),
    Row("report, no database"),
    Row("report and SQLite"),
)
"""Of a set of games; it has the rows of its format."""

RIICHIENV: Final = "riichienv"
MAHJONG: Final = "mahjong"
HAND_PEERS: Final = (RIICHIENV, MAHJONG)

SCORING: Final = "hand scoring"
WAITS: Final = "wait sets"
WAITS_READY: Final = "wait sets, hand prepared"

HAND_ROWS: Final = (Row(SCORING, HAND_PEERS), Row(WAITS, (RIICHIENV,)), Row(WAITS_READY, (RIICHIENV,)))
"""Of random won hands."""
