"""What is to be reached, and what was."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from bench import rows
from bench.measure import Measured

PLAIN: Final = "plain"
COMPILED: Final = "compiled"


class Target(NamedTuple):
    """A row of the table of targets. `least`: the bound is from below."""

    name: str
    bound: float
    measured: float
    least: bool = True

    @property
    def reached(self) -> bool:
        return self.measured >= self.bound if self.least else self.measured < self.bound


class _AuditTarget(NamedTuple):
    """So many times the speed of a peer on the same games."""

    row: str
    build: str
    peer: str
    bound: float
    three_only: bool = False


_AUDITS: Final = (
    _AuditTarget(rows.AUDIT_XML, COMPILED, rows.JANSOU_COMPLETE, 25),
    _AuditTarget(rows.AUDIT_XML, COMPILED, rows.RIICHIENV_STEPS, 6),
    _AuditTarget(rows.AUDIT_XML_WALLS, COMPILED, rows.JANSOU_COMPLETE, 0.7 * 25),
    _AuditTarget(rows.AUDIT_XML_WALLS, COMPILED, rows.RIICHIENV_STEPS, 0.7 * 6),
    _AuditTarget(rows.AUDIT_XML, PLAIN, rows.JANSOU_COMPLETE, 6),
    _AuditTarget(rows.AUDIT_XML, PLAIN, rows.RIICHIENV_STEPS, 1.5),
    _AuditTarget(rows.AUDIT_PAIFU, COMPILED, rows.RIICHIENV_STEPS, 8, three_only=True),
)
_SCANS: Final = 8.0  # times the bare scan that a compiled audit may take
_HANDS: Final = (
    (rows.SCORING, COMPILED, rows.RIICHIENV, 0.95),
    (rows.SCORING, COMPILED, rows.MAHJONG, 10.0),
    (rows.WAITS, PLAIN, rows.RIICHIENV, 1.0),
    (rows.WAITS, COMPILED, rows.RIICHIENV, 4.0),
)
_HELP_MS: Final = 150.0
_PEAK_MIB: Final = 150.0


def of_games(measured: Measured, *, seats: int) -> Iterator[Target]:
    """Those of a set of games, as far as it was measured with what they need."""
    for row, build, peer, bound, three_only in _AUDITS:
        own, other = measured.median(row, build), measured.median(peer, "peer")
        if own is not None and other is not None and (seats == 3 or not three_only):
            yield Target(f"{measured.title}: {row}, {build}, × {peer}", bound, own / other)
    own, scan = measured.median(rows.AUDIT_XML, COMPILED), measured.median(rows.SCAN, COMPILED)
    if own is not None and scan is not None:
        yield Target(f"{measured.title}: {rows.AUDIT_XML}, compiled, × time of a bare scan", _SCANS, scan / own, False)


def of_hands(measured: Measured) -> Iterator[Target]:
    """Those of random hands."""
    for row, build, peer, bound in _HANDS:
        own, other = measured.median(row, build), measured.median(row, peer)
        if own is not None and other is not None:
            yield Target(f"{measured.title}: {row}, {build}, × {peer}", bound, own / other)


def of_processes(build: str, help_ms: float, peak_mib: int | None) -> Iterator[Target]:
    """Those of the command line."""
    yield Target(f"auditor --help, {build}, ms", _HELP_MS, help_ms, False)
    if peak_mib is not None:
        yield Target(f"memory at the peak, {build}, MiB", _PEAK_MIB, peak_mib, False)


def lines_of(targets: Sequence[Target]) -> list[str]:
    """The table."""
    lines = ["| target | bound | measured | reached |", "|---|---|---|---|"]
    for target in targets:
        bound = f"{'≥' if target.least else '<'} {target.bound:g}"
        lines.append(f"| {target.name} | {bound} | {target.measured:.2f} | {'yes' if target.reached else 'no'} |")
    return lines
