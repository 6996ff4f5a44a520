"""Who judges for all streams: a game that kills its worker each time is to blame alone, whoever else has games."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import TypeVar

import pytest

from auditor.judging import RulesChoice
from auditor.service.auditors import CHUNK_GAMES, Auditors, Gone, Line, Task, Verdicts
from auditor.service.judge import Verdict
from auditor.workers import WORKER_DIED, CannotStart
from tests.auditor.unstartable import no_worker_starts

SECONDS = 60.0
T = TypeVar("T")


def name_games(games: list[bytes], sources: list[str], choice: RulesChoice) -> Verdicts:
    """Dies at a game that is called deadly, raises at a broken one, stays at a long one; else says its name."""
    if b"deadly" in games:
        os.kill(os.getpid(), signal.SIGKILL)
    if b"broken" in games:
        raise KeyError("ours")
    if b"long" in games:
        sleep(10 * SECONDS)
    return [Verdict(game.decode()) for game in games]


def within(seconds: float, task: Callable[[], T]) -> T:
    """What the task gives, or raises, in that time."""
    done: list[T] = []
    failed: list[Exception] = []

    def run() -> None:
        try:
            done.append(task())
        except Exception as error:  # noqa: BLE001 - raised below
            failed.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    assert not thread.is_alive(), "nobody answers"
    if failed:
        raise failed[0]
    return done[0]


@contextmanager
def auditors(jobs: int, task: Task = name_games) -> Iterator[Auditors]:
    made = Auditors(jobs, task)
    try:
        yield made
    finally:
        within(SECONDS, made.close)
    assert multiprocessing.active_children() == []


def asked(line: Line, *games: str) -> Callable[[Auditors], list[tuple[str, str]]]:
    """Hands the games in; what is returned waits for name and crash of each."""
    tickets = line.submit([game.encode() for game in games], ["" for _ in games], RulesChoice())

    def take(made: Auditors) -> list[tuple[str, str]]:
        verdicts = within(SECONDS, lambda: [one for ticket in tickets for one in made.verdicts(ticket)])
        return [(one.game_id, one.crash) for one in verdicts]

    return take


def test_verdicts_come_in_order() -> None:
    names = [str(number) for number in range(5 * CHUNK_GAMES + 3)]
    with auditors(2) as made:
        takers = [asked(made.line(), *names) for _ in range(4)]
        for take in takers:
            assert take(made) == [(name, "") for name in names]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_game_that_kills_its_workers_is_given_up_alone(jobs: int) -> None:
    names = [str(number) for number in range(3 * CHUNK_GAMES)]
    bad = [*names[:5], "deadly", *names[5:], "deadly"]
    with auditors(jobs) as made:
        blamed, others = asked(made.line(), *bad), asked(made.line(), *names)
        assert others(made) == [(name, "") for name in names]
        assert blamed(made) == [("", WORKER_DIED) if name == "deadly" else (name, "") for name in bad]


def test_a_fault_of_ours_around_the_judging_costs_one_game() -> None:
    with auditors(1) as made:
        one, (name, crash), other = asked(made.line(), "1", "broken", "2")(made)
        assert (one, name, other) == (("1", ""), "", ("2", ""))
        assert crash.endswith("KeyError: 'ours'\n")


def test_who_is_gone_is_not_waited_for() -> None:
    with auditors(1) as made:
        line = made.line()
        tickets = [ticket for _ in range(6) for ticket in line.submit([b"long"], [""], RulesChoice())]
        line.close()
        # Two are with the workers, and are no longer the line's.
        for ticket in tickets[2:]:
            with pytest.raises(Gone):
                within(SECONDS, lambda ticket=ticket: made.verdicts(ticket))  # type: ignore[misc]
        last = monotonic()
        within(SECONDS, made.close)
        assert monotonic() - last < SECONDS
        for ticket in tickets[:2]:
            with pytest.raises(Gone):
                within(SECONDS, lambda ticket=ticket: made.verdicts(ticket))  # type: ignore[misc]


def test_who_asks_at_the_end_is_gone() -> None:
    with auditors(1) as made:
        assert asked(made.line(), "1")(made) == [("1", "")]
    with pytest.raises(Gone):
        asked(made.line(), "1")(made)


def test_workers_that_cannot_start_are_told_to_each_and_tried_again(tmp_path: Path) -> None:
    with auditors(1) as made:
        with no_worker_starts(tmp_path):
            takers = [asked(made.line(), "1") for _ in range(3)]
            for take in takers:
                with pytest.raises(CannotStart, match="no worker can start"):
                    take(made)
        assert asked(made.line(), "1")(made) == [("1", "")]
