"""Metrics for the textfile collector: what the parser of Prometheus' own client reads back."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from auditor.batch.summary import Summary
from auditor.batch.textfile import LAST_SUCCESS, Ending, last_success, textfile_problem, write_textfile
from tests.auditor.batch.summaries import many_results, summed

BEGUN = datetime(2026, 11, 28, 2, tzinfo=UTC)
COMPLETE = Ending(BEGUN, BEGUN + timedelta(minutes=30), complete=True, succeeded=True, status=1)
BROKEN = Ending(
    BEGUN + timedelta(days=1), BEGUN + timedelta(days=1, minutes=5), complete=False, succeeded=False, status=4
)

Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]


def samples(path: Path) -> Samples:
    families = text_string_to_metric_families(path.read_text(encoding="utf-8"))
    return {
        (sample.name.removeprefix("auditor_batch_"), tuple(sorted(sample.labels.items()))): sample.value
        for family in families
        for sample in family.samples
    }


def written(path: Path, ending: Ending, summary: Summary | None = None) -> Samples:
    write_textfile(str(path), summed(*many_results()) if summary is None else summary, ending)
    return samples(path)


def test_a_run_is_told_in_numbers(tmp_path: Path) -> None:
    found = written(tmp_path / "auditor.prom", COMPLETE)
    whole = (("shard", ""),)
    assert found["last_success_timestamp_seconds", whole] == COMPLETE.ended.timestamp()
    assert found["last_run_timestamp_seconds", whole] == COMPLETE.ended.timestamp()
    assert (found["complete", whole], found["exit_status", whole]) == (1, 1)
    assert found["duration_seconds", whole] == 1800
    assert (found["games", whole], found["rounds", whole], found["events", whole]) == (74, 120, 5400)
    assert (found["skipped", whole], found["unreadable", whole]) == (7, 7)
    assert (found["refused", whole], found["quarantined", whole]) == (7, 7)
    codes = {labels[:2]: value for (name, labels), value in found.items() if name == "findings"}
    assert codes == {
        (("code", "PAY003"), ("severity", "error")): 30,
        (("code", "PAY003"), ("severity", "warning")): 30,
        (("code", "LOG004"), ("severity", "notice")): 60,
    }


def test_a_broken_run_keeps_the_time_of_the_last_success(tmp_path: Path) -> None:
    path = tmp_path / "auditor.prom"
    assert (LAST_SUCCESS.removeprefix("auditor_batch_"), (("shard", ""),)) not in written(path, BROKEN)
    written(path, COMPLETE)
    found = written(path, BROKEN, Summary())
    whole = (("shard", ""),)
    assert found["last_success_timestamp_seconds", whole] == COMPLETE.ended.timestamp()
    assert found["last_run_timestamp_seconds", whole] == BROKEN.ended.timestamp()
    assert (found["complete", whole], found["games", whole]) == (0, 0)
    assert list(tmp_path.iterdir()) == [path]  # nothing is left of how it was written


def test_a_complete_run_without_success_keeps_it_too(tmp_path: Path) -> None:
    path = tmp_path / "auditor.prom"
    written(path, COMPLETE)
    unread = COMPLETE._replace(ended=BROKEN.ended, succeeded=False, status=2)
    found = written(path, unread, Summary())
    whole = (("shard", ""),)
    assert found["last_success_timestamp_seconds", whole] == COMPLETE.ended.timestamp()
    assert (found["complete", whole], found["exit_status", whole]) == (1, 2)


def test_parts_of_a_split_run_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "auditor-2.prom"
    found = written(path, COMPLETE._replace(shard="2/8"))
    assert {dict(labels)["shard"] for _, labels in found} == {"2/8"}
    assert last_success(str(path), "2/8") == COMPLETE.ended.timestamp()
    assert last_success(str(path), "3/8") is None


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"{{{ 1\n", b'auditor_batch_last_success_timestamp_seconds{a="'])
def test_a_damaged_older_file_is_replaced(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "auditor.prom"
    path.write_bytes(content)
    assert (LAST_SUCCESS.removeprefix("auditor_batch_"), (("shard", ""),)) not in written(path, BROKEN)


def test_what_cannot_be_written_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "auditor.prom"
    path.mkdir()
    with pytest.raises(OSError, match=r"auditor\.prom"):
        write_textfile(str(path), Summary(), COMPLETE)


@pytest.mark.parametrize(
    ("name", "problem"),
    [("auditor.prom", ""), ("auditor.txt", "ends in .prom"), ("nowhere/auditor.prom", "there is no directory")],
)
def test_a_path_is_checked_before_the_work(tmp_path: Path, name: str, problem: str) -> None:
    found = textfile_problem(str(tmp_path / name))
    assert problem in found
    assert bool(found) == bool(problem)
