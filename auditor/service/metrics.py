"""What is counted for Prometheus."""

from collections.abc import Iterable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

LATENCY = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Metrics:
    """The metrics of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.games = Counter(
            "auditor_games", "Games by what became of them.", ["outcome"], registry=self.registry
        )  # audited, refused, quarantined
        self.findings = Counter(
            "auditor_findings", "Findings of committed audits.", ["code", "severity"], registry=self.registry
        )
        self.refusals = Counter("auditor_refusals", "Refused requests and games.", ["reason"], registry=self.registry)
        self.batch_seconds = Histogram(
            "auditor_batch_seconds",
            "From a batch read to its acknowledgement.",
            buckets=LATENCY,
            registry=self.registry,
        )
        self.event_seconds = Histogram(
            "auditor_event_seconds",
            "From a part of a live game read to its findings.",
            buckets=LATENCY,
            registry=self.registry,
        )
        self.lookup_seconds = Histogram(
            "auditor_lookup_seconds", "Duration of lookups.", ["method"], buckets=LATENCY, registry=self.registry
        )
        self.queued_bytes = Gauge(
            "auditor_queued_bytes", "Bytes of batches read and not acknowledged.", registry=self.registry
        )
        self.streams = Gauge("auditor_streams", "Open streams.", ["kind"], registry=self.registry)

    def found(self, findings: Iterable[tuple[str, str]]) -> None:
        """The findings of a committed audit are counted."""
        for code, severity in findings:
            self.findings.labels(code, severity).inc()
