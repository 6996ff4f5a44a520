"""How work is cut: bounded, the same every time, and down to one game where a worker dies."""

from collections.abc import Iterable
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest

from auditor.batch.items import Item, Limits, Skipped, Source, Unreadable
from auditor.batch.shards import (
    SHARD_BYTES,
    SHARD_GAMES,
    SHARD_ITEMS,
    Portion,
    digest_of,
    halves,
    shards_of,
    single_games,
)
from auditor.batch.sources import Intake
from auditor.wire import write_paifu
from tests.auditor.store.records import game


def source(number: int, *, games: int = 1, size: int = 1) -> Source:
    return Source(f"{number}.xml", bytes(size), "tenhou-xml", games=games)


@pytest.mark.parametrize(
    ("items", "sizes"),
    [
        ([], []),
        ([source(number) for number in range(SHARD_GAMES)], [SHARD_GAMES]),
        ([source(number) for number in range(SHARD_GAMES + 1)], [SHARD_GAMES, 1]),
        ([source(number, games=64) for number in range(5)], [4, 1]),
        ([source(number, games=100) for number in range(5)], [2, 2, 1]),
        ([source(0, games=2 * SHARD_GAMES), source(1)], [1, 1]),
        ([source(number, size=SHARD_BYTES // 2) for number in range(3)], [2, 1]),
        ([source(0), source(1, size=2 * SHARD_BYTES), source(2)], [1, 1, 1]),
        ([Skipped(str(number), "no log") for number in range(SHARD_ITEMS + 1)], [SHARD_ITEMS, 1]),
    ],
)
def test_a_shard_is_bounded(items: list[Item], sizes: list[int]) -> None:
    shards = list(shards_of(items))
    assert [len(shard.items) for shard in shards] == sizes
    assert [shard.number for shard in shards] == list(range(len(sizes)))
    assert [item for shard in shards for item in shard.items] == items


def test_portions_share_all_shards() -> None:
    portions = [Portion(first, 3) for first in range(3)]
    assert [[number for number in range(8) if portion.has(number)] for portion in portions] == [
        [0, 3, 6],
        [1, 4, 7],
        [2, 5],
    ]
    assert all(Portion().has(number) for number in range(5))


GAME = Source("a", b"1", "paifu", 3, 17)
BEFORE: list[Item] = [GAME, Skipped("b", "no log"), Unreadable("c", "gone")]
AFTER: list[list[Item]] = [
    [replace(GAME, name="A"), *BEFORE[1:]],
    [replace(GAME, data=b"2"), *BEFORE[1:]],
    [replace(GAME, format="tenhou-xml"), *BEFORE[1:]],
    [replace(GAME, game=2), *BEFORE[1:]],
    [replace(GAME, byte=18), *BEFORE[1:]],
    [BEFORE[0], Unreadable("b", "no log"), BEFORE[2]],
    [BEFORE[0], Skipped("b", "empty"), BEFORE[2]],
    [BEFORE[1], BEFORE[0], BEFORE[2]],
    BEFORE[:2],
    [],
]


@pytest.mark.parametrize("after", AFTER)
def test_the_digest_of_a_shard_changes_with_everything_in_it(after: list[Item]) -> None:
    assert digest_of(after) != digest_of(BEFORE)
    assert digest_of(list(BEFORE)) == digest_of(BEFORE)


def test_the_rules_of_a_stored_game_are_not_what_is_audited() -> None:
    assert digest_of([Source("a", b"1", "paifu", rules="x")]) == digest_of([Source("a", b"1", "paifu")])


def read(path: Path) -> list[Item]:
    return list(Intake(Limits(), None, BytesIO()).items([str(path)]))


def ids(items: Iterable[Item]) -> list[tuple[int, int]]:
    return [(item.game, item.byte) for item in items if isinstance(item, Source)]


def test_a_piece_of_a_file_is_cut_into_its_games(tmp_path: Path) -> None:
    games = [game(number) for number in range(70)]
    path = tmp_path / "70.paifu"
    path.write_bytes(write_paifu(games))
    first, second = pieces = read(path)
    assert isinstance(first, Source)
    assert isinstance(second, Source)
    assert (first.games, second.games) == (64, 6)
    singles = [single for piece in pieces for single in single_games(piece)]
    assert b"".join(one.data for one in singles if isinstance(one, Source)) == path.read_bytes()
    size = len(write_paifu(games[:1]))
    assert ids(singles) == [(number, number * size) for number in range(70)]
    assert single_games(singles[0]) == [singles[0]]


def test_halves_end_at_one_game(tmp_path: Path) -> None:
    path = tmp_path / "5.paifu"
    path.write_bytes(write_paifu([game(number) for number in range(5)]))
    waiting: list[list[Item]] = [[*read(path), Skipped("notes", "no log"), source(9)]]
    ends = []
    while waiting:
        items = waiting.pop(0)
        two = halves(items)
        if two is None:
            ends += items
        else:
            assert sum(len(half) for half in two) >= len(items)
            waiting = [*two, *waiting]
    assert [item.name.rpartition("/")[2] for item in ends] == [*["5.paifu"] * 5, "notes", "9.xml"]
    assert [item.game for item in ends if isinstance(item, Source)] == [0, 1, 2, 3, 4, 0]


def test_a_source_of_several_games_that_cannot_be_told_apart_stays_whole() -> None:
    whole = Source("night", b"...", "mjai", games=3)
    assert single_games(whole) == [whole]
    assert halves([whole]) is None
