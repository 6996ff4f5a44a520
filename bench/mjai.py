"""Games as mjai, which the peers read: one JSON object a line. Riichi games only."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from replay.gamelog import (
    Chi,
    Discard,
    Draw,
    Event,
    GameLog,
    Indicator,
    Kan,
    KanType,
    North,
    Pon,
    Riichi,
    RiichiAccepted,
    RoundDrawn,
    RoundStart,
    Win,
)
from replay.tiles import KIND_OF, SUITS

Record = dict[str, object]

_WINDS: Final = ("E", "S", "W", "N")
_TILES: Final = (
    *(f"{number}{suit}" for suit in SUITS[:3] for number in range(1, 10)),
    *(*_WINDS, "P", "F", "C"),
    *("5mr", "5pr", "5sr"),
)
"""mjai's names by tile code."""


def mjai_of(log: GameLog) -> str:
    """The game as mjai. KeyError for a kan added to a pon that is not there: the games are legal ones."""
    names = [f"seat {seat}" for seat in range(log.header.seats)]
    records: list[Record] = [{"type": "start_game", "names": names}]
    for events in log.rounds:
        pons: dict[tuple[int, int], Pon] = {}
        for event in events:
            if isinstance(event, Pon):
                pons[event.seat, KIND_OF[event.claimed]] = event
            records += _records(event, pons)
        records.append({"type": "end_kyoku"})
    records.append({"type": "end_game"})
    return "".join([json.dumps(record) + "\n" for record in records])


def _named(tiles: Iterable[int]) -> list[str]:
    return [_TILES[tile] for tile in tiles]


def _records(event: Event, pons: Mapping[tuple[int, int], Pon]) -> Iterator[Record]:
    """What mjai says of an event; nothing of one it does not know. `pons` are the round's by seat and kind."""
    match event:
        case Draw():
            yield {"type": "tsumo", "actor": event.seat, "pai": _TILES[event.tile]}
        case Discard():
            yield {"type": "dahai", "actor": event.seat, "pai": _TILES[event.tile], "tsumogiri": event.drawn}
        case Chi() | Pon():
            yield {
                "type": "chi" if isinstance(event, Chi) else "pon",
                "actor": event.seat,
                "target": event.from_seat,
                "pai": _TILES[event.claimed],
                "consumed": _named(event.tiles),
            }
        case Kan():
            yield _kan(event, pons)
        case North():
            yield {"type": "kita", "actor": event.seat, "pai": _TILES[event.tile]}
        case Riichi():
            yield {"type": "reach", "actor": event.seat}
        case RiichiAccepted():
            yield {"type": "reach_accepted", "actor": event.seat}
        case Indicator():
            yield {"type": "dora", "dora_marker": _TILES[event.tile]}
        case RoundStart():
            yield _start(event)
        case Win():
            ura = _named(event.ura_indicators or ())
            yield {
                "type": "hora",
                "actor": event.seat,
                "target": event.from_seat,
                "deltas": list(event.deltas or ()),
                **({"ura_markers": ura} if ura else {}),
            }
        case RoundDrawn():
            yield {"type": "ryukyoku", "deltas": list(event.deltas or ())}


def _start(event: RoundStart) -> Record:
    return {
        "type": "start_kyoku",
        "bakaze": _WINDS[event.prevailing_wind],
        "dora_marker": _TILES[event.indicators[0]],
        "kyoku": event.number,
        "honba": event.honba,
        "kyotaku": event.deposits,
        "oya": event.dealer,
        "scores": list(event.scores),
        "tehais": [_named(hand) for hand in event.hands],
    }


def _kan(event: Kan, pons: Mapping[tuple[int, int], Pon]) -> Record:
    if event.type is KanType.CONCEALED:
        return {"type": "ankan", "actor": event.seat, "consumed": _named(event.tiles)}
    if event.type is KanType.ADDED:
        added = event.tiles[0]
        pon = pons[event.seat, KIND_OF[added]]
        return {
            "type": "kakan",
            "actor": event.seat,
            "pai": _TILES[added],
            "consumed": _named((pon.claimed, *pon.tiles)),
        }
    assert event.claimed is not None
    return {
        "type": "daiminkan",
        "actor": event.seat,
        "target": event.from_seat,
        "pai": _TILES[event.claimed],
        "consumed": _named(event.tiles),
    }
