"""The figures as tables of Markdown."""

from collections.abc import Sequence

from bench.measure import Measured
from bench.rows import Row

PEER = "peer"


def _rate(measured: Measured, row: str, column: str) -> str:
    median = measured.median(row, column)
    if median is None:
        return ""
    digits = 1 if median < 100 else 0
    return f"{median:,.{digits}f} ±{measured.spread(row, column):.0f} %"


def _ratios(measured: Measured, row: str, builds: Sequence[str], other: float | None, *, inverse: bool = False) -> str:
    """How many times `other` each build is, or with `inverse` how many times as long it takes."""
    parts = []
    for build in builds:
        rate = measured.median(row, build)
        if rate is None or other is None:
            return ""
        parts.append(f"{other / rate if inverse else rate / other:.2f}")
    return " / ".join(parts)


def table_of(measured: Measured, rows: Sequence[Row], peers: Sequence[str], builds: Sequence[str]) -> list[str]:
    """Lines: the rows that were measured, each build's rate with its noise, and the ratios to peers and floor.

    A peer is a row of its own, or the column of its name within the row.
    """
    found = [row for row in rows if row.name in measured.rates]
    floors = any(row.floor in measured.rates for row in found)
    known = [peer for peer in peers if any(_peer(measured, row.name, peer) for row in found)]
    heads = [measured.unit, *builds, *[f"× {peer}" for peer in known], *["time ÷ floor"] * floors]
    lines = ["| " + " | ".join(heads) + " |", "|---" * len(heads) + "|"]
    for row in found:
        cells = [row.name, *[_rate(measured, row.name, build) for build in builds]]
        for peer in known:
            other = _peer(measured, row.name, peer) if peer in row.peers else None
            cells.append(_ratios(measured, row.name, builds, other))
        if floors:
            floor = measured.median(row.floor, builds[0]) if row.floor else None
            cells.append(_ratios(measured, row.name, builds, floor, inverse=True))
        lines.append("| " + " | ".join(cells) + " |")
    for peer in known:
        if peer in measured.rates:
            cells = [peer, _rate(measured, peer, PEER)]
            lines.append("| " + " | ".join(cells + [""] * (len(heads) - 2)) + " |")
        else:
            for row in found:
                if peer in measured.rates[row.name]:
                    cells = [f"{row.name}, {peer}", _rate(measured, row.name, peer)]
                    lines.append("| " + " | ".join(cells + [""] * (len(heads) - 2)) + " |")
    return lines


def _peer(measured: Measured, row: str, peer: str) -> float | None:
    return measured.median(peer, PEER) or measured.median(row, peer)
