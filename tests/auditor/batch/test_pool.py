"""One process or several: the same results in the same order, also when a worker is killed."""

import multiprocessing
import os
import random
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from auditor.batch.audits import Outcome, Request
from auditor.batch.items import Item, Skipped, Source, Unreadable
from auditor.batch.pool import CHUNK_BYTES, CHUNK_SOURCES, CHUNKS_A_WORKER, results
from auditor.workers import WORKER_DIED, CannotStart
from tests.auditor.logs import FAULTY, GOOD
from tests.auditor.unstartable import no_worker_starts

JSONL = Request(jsonl=True)


def sources(count: int) -> list[Item]:
    items: list[Item] = [
        Source(f"{number}.xml", FAULTY if number % 3 else GOOD, "tenhou-xml") for number in range(count)
    ]
    items.insert(3, Skipped("notes", "no log"))
    items.append(Unreadable("gone", "not there"))
    return items


def test_several_processes_give_what_one_gives() -> None:
    items = sources(60)
    alone = list(results(items, JSONL, 1))
    assert [result.name for result in alone] == [item.name for item in items]
    assert list(results(items, JSONL, 2)) == alone


def test_nothing_is_started_for_nothing() -> None:
    assert list(results([], JSONL, 2)) == []


def test_results_are_the_same_when_a_worker_is_killed() -> None:
    items = sources(120)
    alone = list(results(items, JSONL, 1))
    together = []
    for result in results(items, JSONL, 2):
        together.append(result)
        if len(together) == 5:
            victim = multiprocessing.active_children()[0]
            assert victim.pid is not None
            os.kill(victim.pid, signal.SIGKILL)
    assert together == alone


def names(chunk: list[Source], request: Request) -> list[Outcome]:
    """A task that dies at a source called deadly."""
    if any(source.name == "deadly" for source in chunk):
        os.kill(os.getpid(), signal.SIGKILL)
    return [Outcome(source.name) for source in chunk]


def test_a_source_that_kills_its_workers_is_given_up_and_named() -> None:
    items: list[Item] = [Source(str(number), b"", "paifu") for number in range(40)]
    items[11] = items[30] = Source("deadly", b"", "paifu", game=7)
    dead = Outcome("deadly", games=1, crashes=((7, WORKER_DIED),))
    assert list(results(items, JSONL, 2, names)) == [
        dead if item.name == "deadly" else Outcome(item.name) for item in items
    ]


def counts(chunk: list[Source], request: Request) -> list[Outcome]:
    """A task that adds a line to the file a source is named after, and dies at one called deadly."""
    for source in chunk:
        with Path(source.name).open("a", encoding="ascii") as runs:
            runs.write("\n")
    if any(source.name.endswith("deadly") for source in chunk):
        os.kill(os.getpid(), signal.SIGKILL)
    return [Outcome(source.name) for source in chunk]


def test_only_what_the_dead_worker_had_is_audited_again(tmp_path: Path) -> None:
    paths = [tmp_path / ("deadly" if number == 100 else str(number)) for number in range(200)]
    items: list[Item] = [Source(str(path), b"", "paifu") for path in paths]
    assert [result.name for result in results(items, JSONL, 2, counts)] == [item.name for item in items]
    runs = [len(path.read_text(encoding="ascii")) for path in paths]
    again = [number for number, times in enumerate(runs) if times == 2]
    assert 100 in again
    assert len(again) == again[-1] - again[0] + 1 <= CHUNK_SOURCES
    assert set(runs) == {1, 2}


def large(chunk: list[Source], request: Request) -> list[Outcome]:
    """A task with so much to say that its worker often dies while it says it. Its process is in `rounds`."""
    return [Outcome(source.name, rounds=os.getpid(), data=bytes(200_000)) for source in chunk]


def test_workers_that_are_killed_at_any_moment_change_nothing() -> None:
    """Between two kills so much comes that no source is met by both, and none meets a worker that has done nothing."""
    under_way = 2 * CHUNKS_A_WORKER * CHUNK_SOURCES
    items: list[Item] = [Source(str(number), b"", "paifu") for number in range(20 * under_way)]
    names: list[str] = []
    killed: list[int] = []
    chance = random.Random(5)

    def work() -> None:
        last = -under_way
        for result in results(items, JSONL, 2, large):
            assert isinstance(result, Outcome)
            assert result._replace(rounds=0) == Outcome(result.name, data=bytes(200_000))
            names.append(result.name)
            if len(names) - last > 2 * under_way and result.rounds not in killed:
                last = len(names)
                sleep(chance.random() * 0.02)
                os.kill(result.rounds, signal.SIGKILL)
                killed.append(result.rounds)

    worker = threading.Thread(target=work, daemon=True)
    worker.start()
    worker.join(90)
    assert not worker.is_alive(), f"it hangs after {len(names)} results and {len(killed)} kills"
    assert names == [item.name for item in items]
    assert len(killed) >= 5


def fails(chunk: list[Source], request: Request) -> list[Outcome]:
    """A task that raises at a source called broken."""
    if any(source.name == "broken" for source in chunk):
        raise KeyError("ours")
    return [Outcome(source.name) for source in chunk]


def test_a_fault_of_ours_around_the_audit_costs_one_source() -> None:
    items: list[Item] = [Source("broken" if number == 20 else str(number), b"log", "paifu") for number in range(40)]
    found = list(results(items, Request(keep=True), 2, fails))
    assert [result.name for result in found] == [item.name for item in items]
    (broken,) = [result for result in found if isinstance(result, Outcome) and result.crashes]
    assert (broken.name, broken.games, broken.data, broken.crashes[0][0]) == ("broken", 1, b"log", 0)
    assert broken.crashes[0][1].endswith("KeyError: 'ours'\n")


def test_workers_that_cannot_start_are_told(tmp_path: Path) -> None:
    told = "no worker can start: 3 of them died before they had anything to do"
    with no_worker_starts(tmp_path), pytest.raises(CannotStart, match=told):
        list(results(sources(20), JSONL, 2))


def test_no_more_is_read_than_can_be_under_way() -> None:
    taken = 0

    def endless() -> Iterator[Item]:
        nonlocal taken
        while True:
            taken += 1
            yield Source(str(taken), b"", "paifu")

    running = results(endless(), JSONL, 2, names)
    for _ in range(200):
        next(running)
    running.close()  # type: ignore[attr-defined]
    assert taken - 200 <= 2 * CHUNKS_A_WORKER * CHUNK_SOURCES


def test_large_sources_are_sent_one_at_a_time() -> None:
    data = bytes(CHUNK_BYTES)
    items: list[Item] = [Source(str(number), data, "paifu") for number in range(6)]
    assert list(results(items, JSONL, 2, single)) == [Outcome(item.name, games=1) for item in items]


def single(chunk: list[Source], request: Request) -> list[Outcome]:
    """A task that counts how many sources came together."""
    return [Outcome(source.name, games=len(chunk)) for source in chunk]


def own_pid(chunk: list[Source], request: Request) -> list[Outcome]:
    """A task that writes down, in the file a source is named after, which process does it."""
    for source in chunk:
        Path(source.name).write_text(str(os.getpid()), encoding="ascii")
    return [Outcome(source.name) for source in chunk]


def killed_parent(path: str) -> None:
    """Starts a worker, waits for its result and is killed."""
    next(results([Source(path, b"", "paifu")], JSONL, 2, own_pid))
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks at processes in /proc")
def test_workers_end_with_a_killed_parent(tmp_path: Path) -> None:
    path = tmp_path / "pid"
    process = multiprocessing.get_context("spawn").Process(target=killed_parent, args=(str(path),))
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL
    assert ends(int(path.read_text(encoding="ascii")), patience=5)


def ends(pid: int, patience: float) -> bool:
    """Whether the process is gone, or a zombie, before the patience (seconds) is."""
    last = monotonic() + patience
    while monotonic() < last:
        try:
            state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(") ")[2][0]
        except OSError:
            return True
        if state == "Z":
            return True
        sleep(0.05)
    return False
