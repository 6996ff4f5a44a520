"""The figures as tables of Markdown."""

from collections.abc import Iterator, Sequence
from typing import Final

from bench.measure import Measured
from bench.rows import Row

PEER: Final = "peer"


def _rate(measured: Measured, row: str, column: str) -> str:
    median = measured.median(row, column)
    if median is None:
        return ""
    digits = 1 if median < 100 else 0
    return f"{median:,.{digits}f} ±{measured.spread(row, column):.0f} %"


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _beside(measured: Measured, row: str, peer: str) -> float | None:
    """The rate of a peer, which is a row of its own, or a column of the row."""
    return measured.median(peer, PEER) or measured.median(row, peer)


def _times_peer(measured: Measured, row: Row, peer: str, builds: Sequence[str]) -> str:
    """How many times the speed of the peer each build has."""
    other = _beside(measured, row.name, peer) if peer in row.peers else None
    rates = [measured.median(row.name, build) for build in builds]
    return " / ".join([f"{rate / other:.2f}" for rate in rates if rate and other])


def _times_floor(measured: Measured, row: Row, builds: Sequence[str]) -> str:
    """How many times the time of the floor each build takes."""
    pairs = [(measured.median(row.floor, build), measured.median(row.name, build)) for build in builds]
    return " / ".join([f"{floor / rate:.2f}" for floor, rate in pairs if floor and rate])


def table_of(measured: Measured, rows: Sequence[Row], peers: Sequence[str], builds: Sequence[str]) -> list[str]:
    """Lines: the rows that were measured, each build's rate with its noise, and the ratios to peers and floor."""
    found = [row for row in rows if row.name in measured.rates]
    known = [peer for peer in peers if any(_beside(measured, row.name, peer) for row in found)]
    floors = any(row.floor in measured.rates for row in found)
    heads = [measured.unit, *builds, *[f"× {peer}" for peer in known], *["time ÷ floor"] * floors]
    lines = [_line(heads), "|---" * len(heads) + "|"]
    for row in found:
        cells = [row.name, *[_rate(measured, row.name, build) for build in builds]]
        cells += [_times_peer(measured, row, peer, builds) for peer in known]
        cells += [_times_floor(measured, row, builds)] * floors
        lines.append(_line(cells))
    return lines + [_line(cells + [""] * (len(heads) - len(cells))) for cells in _peer_rows(measured, found, known)]


def _peer_rows(measured: Measured, found: Sequence[Row], peers: Sequence[str]) -> Iterator[list[str]]:
    """What the peers do, in the column of the plain build: how they were made is their own affair."""
    for peer in peers:
        if peer in measured.rates:
            yield [peer, _rate(measured, peer, PEER)]
        for row in found:
            if peer in measured.rates[row.name]:
                yield [f"{row.name}, {peer}", _rate(measured, row.name, peer)]
