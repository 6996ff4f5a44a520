"""What a run says to Prometheus: a file that the node exporter's textfile collector reads.

A run without success keeps the time of the last one that had some: an alert on its age then tells a night without an
audit, whatever the reason.
"""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

from prometheus_client import CollectorRegistry, Gauge, write_to_textfile
from prometheus_client.parser import text_string_to_metric_families

from auditor.batch.summary import Summary

PREFIX: Final = "auditor_batch_"
LAST_SUCCESS: Final = f"{PREFIX}last_success_timestamp_seconds"
SUFFIX: Final = ".prom"
LONGEST: Final = 1 << 20  # bytes of an older file that are looked at


class Ending(NamedTuple):
    """How a run went."""

    started: datetime
    ended: datetime
    complete: bool  # it need not be resumed
    succeeded: bool  # there were games, and all of them were read and audited; findings do not matter
    status: int  # exit status
    shard: str = ""  # such as ``2/8`` where a scheduler split the work, each part with a file of its own


def textfile_problem(path: str) -> str:
    """Why the metrics cannot be written to the path, empty when they can: asked before the work, not after it."""
    file = Path(path)
    if file.suffix != SUFFIX:
        return f"{path}: expected a name that ends in {SUFFIX}, the collector reads no others"
    if not file.parent.is_dir():
        return f"{path}: there is no directory {file.parent}"
    return ""


def write_textfile(path: str, summary: Summary, ending: Ending) -> None:
    """The metrics of the run are in the file, whole. Raises OSError when it cannot be written, and it is as it was."""
    before = last_success(path, ending.shard)
    registry = CollectorRegistry()
    succeeded = ending.ended.timestamp() if ending.succeeded else before
    if succeeded is not None:
        says = "When the last run ended that audited everything."
        _gauge(registry, "last_success_timestamp_seconds", says, ending, succeeded)
    for name, says, value in (
        ("last_run_timestamp_seconds", "When the last run ended, complete or not.", ending.ended.timestamp()),
        ("complete", "Whether the last run was complete (1) or can be resumed (0).", float(ending.complete)),
        ("exit_status", "Exit status of the last run.", float(ending.status)),
        ("duration_seconds", "How long the last run took.", (ending.ended - ending.started).total_seconds()),
        ("games", "Games of the last run.", summary.games),
        ("rounds", "Their rounds.", summary.rounds),
        ("events", "Their events.", summary.events),
        ("skipped", "Files that no reader recognises.", summary.skipped),
        ("unreadable", "Files that could not be read.", summary.unreadable),
        ("refused", "Games for which the rules asked for do not exist.", summary.refused),
        ("quarantined", "Games on which the auditor itself failed.", summary.crashed),
    ):
        _gauge(registry, name, says, ending, value)
    found = Gauge(f"{PREFIX}findings", "Findings of the last run.", ["code", "severity", "shard"], registry=registry)
    for (code, severity), count in _by_code(summary).items():
        found.labels(code, severity, ending.shard).set(count)
    write_to_textfile(path, registry)


def _gauge(registry: CollectorRegistry, name: str, says: str, ending: Ending, value: float) -> None:
    Gauge(f"{PREFIX}{name}", says, ["shard"], registry=registry).labels(ending.shard).set(value)


def _by_code(summary: Summary) -> Mapping[tuple[str, str], int]:
    counts: dict[tuple[str, str], int] = {}
    for found, count in sorted(summary.findings.items()):
        counts[found.code, found.severity] = counts.get((found.code, found.severity), 0) + count
    return counts


def last_success(path: str, shard: str) -> float | None:
    """When the last run ended that succeeded, by the file it left; None where there is none that can be read."""
    try:
        with open(path, encoding="utf-8") as file:
            families = list(text_string_to_metric_families(file.read(LONGEST)))
    except (IndexError, KeyError, OSError, ValueError):  # damaged: it is replaced
        return None
    for family in families:
        for sample in family.samples:
            if sample.name == LAST_SUCCESS and sample.labels.get("shard", "") == shard:
                return float(sample.value)
    return None
