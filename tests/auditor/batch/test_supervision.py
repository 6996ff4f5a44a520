"""Shards audited by processes that die: everything that can be audited is, once, in order."""

import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from auditor.batch import supervision
from auditor.batch.audits import Request
from auditor.batch.engines import EngineFailed, LocalEngine, Task
from auditor.batch.items import Item, Skipped, Source
from auditor.batch.parts import Part, audit_part, records_of
from auditor.batch.shards import Shard, shards_of
from auditor.batch.summary import Summary
from auditor.batch.supervision import AHEAD, supervised
from auditor.wire import write_paifu
from auditor.workers import WORKER_DIED
from tests.auditor.logs import FAULTY, GOOD
from tests.auditor.store.records import game

KEEP = Request(keep=True, report=False)


def xml(number: int, name: str = "") -> Source:
    return Source(name or f"{number}.xml", FAULTY if number % 3 else GOOD, "tenhou-xml")


def cut(items: list[Item], size: int) -> list[Shard]:
    """Shards of so many items."""
    return [Shard(place, items[first : first + size]) for place, first in enumerate(range(0, len(items), size))]


def audited(shards: list[Shard], workers: int, task: Task = audit_part) -> list[Part]:
    engine = LocalEngine(workers, task)
    try:
        found = list(supervised(shards, KEEP, engine))
    finally:
        engine.close()
    assert [one.number for one in found] == [shard.number for shard in shards]
    return [one.part for one in found]


def plain(part: Part) -> tuple[object, ...]:
    """What of a part does not depend on when and how fast it was audited."""
    records = [record._replace(at=record.at.min) for record in records_of(part)]
    failed = [record._replace(at=record.at.min) for record in part.failed]
    facts = Summary.from_json(part.summary).facts()
    return part.digest, records, failed, part.complaints, part.crashes, facts, part.games, part.errors, part.warnings


def plains(parts: list[Part]) -> list[tuple[object, ...]]:
    return [plain(part) for part in parts]


def test_several_processes_give_what_one_gives() -> None:
    items: list[Item] = [xml(number) for number in range(50)]
    items.insert(3, Skipped("notes", "no log"))
    shards = cut(items, 7)
    one = audited(shards, 1)
    assert plains(audited(shards, 3)) == plains(one)
    assert sum(part.games for part in one) == 50
    assert one[0].complaints == (("", "notes: skipped: no log"),)


def test_nothing_is_started_for_nothing() -> None:
    assert audited([], 2) == []
    assert multiprocessing.active_children() == []


def dies_at_deadly(items: list[Item], request: Request) -> Part:
    """Dies where a source is called deadly."""
    if any(item.name == "deadly" for item in items):
        os.kill(os.getpid(), signal.SIGKILL)
    return audit_part(items, request)


def test_a_game_that_kills_its_workers_is_given_up_alone() -> None:
    items: list[Item] = [xml(number, "deadly" if number in (11, 12, 30) else "") for number in range(40)]
    shards = cut(items, 8)
    parts = audited(shards, 2, dies_at_deadly)
    alive = [item.name for item in items if item.name != "deadly"]
    assert [record.game.source for part in parts for record in records_of(part)] == alive
    assert [(crash.source, crash.game, crash.trace) for part in parts for crash in part.crashes] == [
        ("deadly", 0, WORKER_DIED)
    ] * 3
    assert sum(part.games for part in parts) == 40
    assert [len(part.failed) for part in parts] == [0, 2, 0, 1, 0]
    assert [part.digest for part in parts] == [part.digest for part in audited(shards, 1)]


def dies_at_game_3(items: list[Item], request: Request) -> Part:
    """Dies where a source holds the game of number 3 in its file."""
    if any(isinstance(item, Source) and item.game <= 3 < item.game + item.games for item in items):
        os.kill(os.getpid(), signal.SIGKILL)
    return audit_part(items, request)


def test_of_a_piece_of_a_file_one_game_is_given_up() -> None:
    data = write_paifu([game(number) for number in range(10)])
    (part,) = audited([Shard(0, [Source("10.paifu", data, "paifu", games=10)])], 1, dies_at_game_3)
    assert [record.game.game_id for record in records_of(part)] == [
        f"game{number:04}" for number in range(10) if number != 3
    ]
    assert [(crash.source, crash.game) for crash in part.crashes] == [("10.paifu", 3)]
    summary = Summary.from_json(part.summary)
    assert (summary.games, summary.crashed, summary.quarantined) == (10, 1, [("10.paifu", 3, WORKER_DIED)])


def dies_once(items: list[Item], request: Request) -> Part:
    """Dies the first time it is given a source; the folder of the source remembers."""
    mark = Path(f"{items[0].name}.mark")
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return audit_part(items, request)


def test_a_worker_that_is_killed_from_outside_costs_nothing(tmp_path: Path) -> None:
    shards = cut([xml(number, str(tmp_path / str(number))) for number in range(12)], 4)
    assert plains(audited(shards, 2, dies_once)) == plains(audited(shards, 2))


def test_workers_that_are_killed_at_random_change_nothing() -> None:
    shards = cut([xml(number) for number in range(240)], 20)
    undisturbed = plains(audited(shards, 2))
    engine = LocalEngine(2)
    found = []
    try:
        for done in supervised(shards, KEEP, engine):
            found.append(plain(done.part))
            if len(found) in (1, 2, 5, 9):
                for child in multiprocessing.active_children()[: 1 + len(found) % 2]:
                    assert child.pid is not None
                    os.kill(child.pid, signal.SIGKILL)
    finally:
        engine.close()
    assert found == undisturbed


def fails_at_broken(items: list[Item], request: Request) -> Part:
    """Raises where a source is called broken: a fault of ours outside the audit of a game."""
    if any(item.name == "broken" for item in items):
        raise KeyError("ours")
    return audit_part(items, request)


def test_a_fault_of_ours_around_the_audit_costs_one_game_too() -> None:
    shards = cut([xml(number, "broken" if number == 5 else "") for number in range(16)], 8)
    parts = audited(shards, 2, fails_at_broken)
    ((source, number, trace),) = [crash for part in parts for crash in part.crashes]
    assert (source, number) == ("broken", 0)
    assert trace.endswith("KeyError: 'ours'\n")
    assert sum(len(records_of(part)) for part in parts) == 15


def cannot_start(items: list[Item], request: Request) -> Part:
    """Of a module that a worker cannot import: see the test."""
    raise AssertionError


def test_workers_that_cannot_start_are_told() -> None:
    cannot_start.__module__ = "gone"  # a worker looks for the task there
    sys.modules["gone"] = sys.modules[__name__]
    engine = LocalEngine(2, cannot_start)
    try:
        with pytest.raises(EngineFailed, match="no worker can start: 3 of them died before they had anything to do"):
            list(supervised(cut([xml(1)], 1), KEEP, engine))
    finally:
        engine.close()
        del sys.modules["gone"]


def always_dies(items: list[Item], request: Request) -> Part:
    """Dies, whatever it is given."""
    os.kill(os.getpid(), signal.SIGKILL)
    return audit_part(items, request)


def test_where_every_worker_dies_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervision, "IN_A_ROW", 12)  # each takes the start of a process
    engine = LocalEngine(2, always_dies)
    try:
        with pytest.raises(
            EngineFailed,
            match="12 parts failed one after another, whatever was in them: the process that audited it died",
        ):
            list(supervised(cut([xml(number) for number in range(200)], 200), KEEP, engine))
    finally:
        engine.close()


def test_no_more_is_read_than_can_be_under_way() -> None:
    taken = 0

    def endless() -> Iterator[Item]:
        nonlocal taken
        while True:
            taken += 1
            yield Skipped(str(taken), "no log")

    def shards() -> Iterator[Shard]:
        for place, item in enumerate(endless()):
            yield Shard(place, [item])

    engine = LocalEngine(2)
    running = supervised(shards(), KEEP, engine)
    try:
        for _ in range(50):
            next(running)
        assert taken - 50 <= 2 * AHEAD + 1
    finally:
        engine.close()


def test_what_is_cut_by_the_rules_is_audited_in_order() -> None:
    shards = list(shards_of([xml(number) for number in range(300)]))
    assert len(shards) == 2
    names = [one.game.source for part in audited(shards, 2) for one in records_of(part)]
    assert names == [f"{number}.xml" for number in range(300)]
