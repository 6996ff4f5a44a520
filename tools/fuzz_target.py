"""What every fuzzed input goes through, the inputs fuzzing begins with, and how one input becomes another.

What a server reads is fuzzed too, as the reader `service`. Needs no fuzzer: the tests send the inputs of `tests/fuzz/`
through the same function.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Final, TypeAlias

from auditor.batch.formats import FORMATS, named
from auditor.batch.items import Source
from auditor.wire import EncodedGame, decode_game, encode_game, split_paifu, to_json, write_paifu
from bench.mjai import mjai_of
from replay.engine import audit
from replay.formats.native_frame import read_varint, varint
from replay.gamelog import GameLog, LogError
from replay.ruleset.choose import Refused, choose
from replay.ruleset.loader import PRESETS, preset
from replay.simulate.play import play_game
from tests.auditor import logs
from tests.auditor.wire.reference import agreed
from tests.replay.formats import majsoul_texts, mjai_texts, riichi_city_texts, tenhou_json_texts, tenhou_texts
from tools import fuzz_service

SERVICE: Final = "service"
READERS: Final = (*(known.name for known in FORMATS), SERVICE)
MAX_BYTES: Final = 32 * 1024
"""Of an input. Every way a log can be wrong fits, and what is larger only takes longer."""

SILENT: Final = {3: "tenhou-sanma", 4: "tenhou"}
"""The rules by which a log is judged that states none, as mjai never does, by its seats."""

Splitter: TypeAlias = Callable[[bytes], list[bytes]]
Mutate: TypeAlias = Callable[[bytes, int], bytes]
"""Bytes and the most they may become, to bytes a little different."""


def feed(reader: str, data: bytes) -> int:
    """How many games of the data could be audited. A log that is malformed or states rules we do not know is none.

    Whatever it raises is a fault of ours. Encoded games are also read by the generated protobuf classes, and both have
    to make the same of them. Of `service`: 1 for a request that is answered.
    """
    if reader == SERVICE:
        return fuzz_service.feed(data)
    if reader == "paifu":
        for part in split_paifu(data):
            if isinstance(part, EncodedGame):
                agreed(part.data)
    known = named(reader)
    assert known is not None, reader
    audited = 0
    for game in known.read(Source("fuzz", data, reader)):
        if isinstance(game, LogError):
            continue
        _sent(game)
        try:
            rules = choose(game.header, None if game.header.variant else SILENT[game.header.seats], None, ())
        except Refused:
            continue
        audit(game, rules)
        audited += 1
    return audited


def _sent(game: GameLog) -> None:
    """A game that can be written is the same when it is read again: so it has the same findings when it is sent."""
    try:
        encoded = encode_game(game)
    except LogError:
        return
    again = decode_game(encoded)
    assert (again.header, again.rounds, again.remarks) == (game.header, game.rounds, game.remarks)
    assert str(again.failure) == str(game.failure)


def seeds(reader: str) -> Iterator[bytes]:
    """Small logs of the format: those the tests write by hand, or the first and the last round of simulated games."""
    if reader == "tenhou-xml":
        yield from (logs.GOOD, logs.FAULTY, logs.CUT)
        yield tenhou_texts.GOOD3.encode()
        yield f"{tenhou_texts.HEAD4}<T52/>{tenhou_texts.WIN4}</mjloggm>".encode()
    elif reader == "tenhou-json":
        a_round, log_text = tenhou_json_texts.a_round, tenhou_json_texts.log_text
        yield tenhou_json_texts.GOOD3.encode()
        yield log_text(a_round(([25], [60]), ([26], [60])), a_round(honba=1, result=("九種九牌",))).encode()
    elif reader == "riichi-city":
        yield riichi_city_texts.GOOD3.encode()
        yield riichi_city_texts.record_text(riichi_city_texts.a_round(), isGeMu=True).encode()
    elif reader == "majsoul":
        yield from (form(majsoul_texts.GOOD) for form in majsoul_texts.FORMS.values())
    elif reader == "mjai":
        yield mjai_texts.GOOD3.encode()
        yield from (mjai_of(game).encode() for game in _games() if game.header.variant != "shenzhen")
    elif reader == SERVICE:
        yield from fuzz_service.seeds()
    elif reader == "paifu":
        yield from (write_paifu([game]) for game in _games())
    else:
        yield from (to_json(game).encode() for game in _games())


def _games() -> Iterator[GameLog]:
    for name in PRESETS:
        first = play_game(preset(name), 1)
        yield replace(first, rounds=first.rounds[:1])
        last = play_game(preset(name), 2, with_wall=True)
        yield replace(last, rounds=last.rounds[-1:])


def _fields(data: bytes) -> list[bytes]:
    """The encoded fields of the first game of a paifu file. Raises ValueError when it has none."""
    length, position = read_varint(data, 0)
    end = min(position + length, len(data))
    fields = []
    while position < end:
        _, inside = read_varint(data, position)
        size, inside = read_varint(data, inside)
        fields.append(data[position : inside + size])
        position = inside + size
    return fields


_SPLIT: Final[dict[str, Splitter]] = {
    "tenhou-xml": re.compile(rb"(?=<)").split,
    "tenhou-json": re.compile(rb"(?<=[,\[\]])").split,
    "riichi-city": re.compile(rb"(?<=[,{}\[\]])").split,
    "majsoul": re.compile(rb"(?<=[,\[\]{}])|(?=\x1a)").split,  # and before the actions of encoded records
    "mjai": re.compile(rb"(?<=\n)").split,
    "paifu": _fields,
    "paifu-json": re.compile(rb"(?<=\n)").split,
}
_NUMBER: Final = re.compile(rb"-?[0-9]+")
_EDGES: Final = (-1, 0, 1, 2, 3, 4, 13, 33, 34, 37, 60, 135, 136, 255, 65535, 2**31 - 1, 2**31, 2**63, 2**64)


def changed(reader: str, data: bytes, most: int, seed: int, mutate: Mutate) -> bytes:
    """The data with one to four changes to its tags, events or members, or, every fourth time, to bytes anywhere.

    Bytes alone hardly ever make a log that can be read: the lengths, brackets and quotes around them would not fit.
    """
    rng = Random(seed)
    if not rng.randrange(4):
        return mutate(data, most)
    if reader == SERVICE:
        return fuzz_service.changed(data, rng, mutate)[:most]
    try:
        parts = _SPLIT[reader](data)
    except ValueError:
        parts = []
    if not parts:
        return mutate(data, most)
    for _ in range(rng.randint(1, 4)):
        _change(reader, parts, rng, mutate)
    joined = b"".join(parts)
    return (varint(len(joined)) + joined if reader == "paifu" else joined)[:most]


def _change(reader: str, parts: list[bytes], rng: Random, mutate: Mutate) -> None:
    """One part is left out, doubled, moved, or different from what it was."""
    if not parts:
        return
    at = rng.randrange(len(parts))
    other = rng.randrange(len(parts))
    match rng.randrange(6):
        case 0:
            del parts[at]
        case 1:
            parts.insert(other, parts[at])
        case 2:
            parts[at], parts[other] = parts[other], parts[at]
        case 3:
            parts[other] = parts[at]
        case 4 if reader != "paifu":
            parts[at] = _other_number(parts[at], rng)
        case _:
            if reader == "paifu":
                parts[at] = _mutated_field(parts[at], mutate)
            else:
                parts[at] = mutate(parts[at], len(parts[at]) + 8)


def _mutated_field(field: bytes, mutate: Mutate) -> bytes:
    """The field with other content and the length that fits."""
    _, after_tag = read_varint(field, 0)
    _, inside = read_varint(field, after_tag)
    content = mutate(field[inside:], len(field) + 8)
    return field[:after_tag] + varint(len(content)) + content


def _other_number(part: bytes, rng: Random) -> bytes:
    """The part with one of its numbers a little or much different."""
    numbers = list(_NUMBER.finditer(part))
    if not numbers:
        return part
    number = rng.choice(numbers)
    old = int(number[0][:20])
    new = rng.choice(_EDGES) if rng.randrange(2) else old + rng.randint(-4, 4)
    return part[: number.start()] + str(new).encode() + part[number.end() :]


def words(reader: str) -> set[bytes]:
    """The names and words of the format's seeds, for a fuzzer's dictionary."""
    if reader == SERVICE:
        return fuzz_service.words()
    found: set[bytes] = set()
    for seed in seeds(reader):
        if reader == "paifu":
            fields = _fields(seed)
            found.update(field for field in fields if len(field) <= 32)
            found.update(one + two for one, two in pairwise(fields) if len(one + two) <= 16)
        else:
            found.update(re.findall(rb'[A-Za-z_]{1,40}|"[^"<>]{1,40}"', seed))
    return found
