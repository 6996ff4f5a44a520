"""The geometry of the plots of a report: numbers in, places in a drawing of fixed width out; the page draws them."""

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import Final, NamedTuple

WIDTH: Final = 720
LABEL: Final = 150  # left of the bars
VALUE: Final = 90  # right of them
ROW: Final = 24
BAR: Final = 16
HEIGHT: Final = 200  # of a plot over time
LEFT: Final = 60
BOTTOM: Final = 24
LEAST: Final = 1.5  # a bar that stands for something can be seen
TICKS: Final = 4


class Segment(NamedTuple):
    """A part of a bar. `kind` says what it stands for."""

    kind: str
    x: float
    width: float


class Row(NamedTuple):
    """A bar with its label left of it and its value right of it."""

    label: str
    value: str
    y: float  # of its upper edge
    segments: tuple[Segment, ...]


class Bars(NamedTuple):
    """Bars below each other."""

    height: float
    axis: float  # where zero is
    rows: tuple[Row, ...]


class Tick(NamedTuple):
    """A mark on an axis."""

    at: float
    label: str


class Area(NamedTuple):
    """A quantity over time, as a path of steps."""

    path: str
    across: tuple[Tick, ...]  # below it
    up: tuple[Tick, ...]  # left of it


def stacked(rows: Sequence[tuple[str, dict[str, int]]], kinds: Sequence[str]) -> Bars:
    """A bar a row, with a segment for each kind that has a count."""
    most = max((sum(counts.values()) for _, counts in rows), default=0)
    room = WIDTH - LABEL - VALUE
    made = []
    for place, (label, counts) in enumerate(rows):
        x = float(LABEL)
        segments = []
        for kind in kinds:
            if count := counts.get(kind, 0):
                width = max(room * count / most, LEAST)
                segments.append(Segment(kind, round(x, 2), round(width, 2)))
                x += width
        made.append(Row(label, f"{sum(counts.values()):,}", float(place * ROW), tuple(segments)))
    return Bars(float(ROW * len(rows)), float(LABEL), tuple(made))


def diverging(rows: Sequence[tuple[str, int]]) -> Bars:
    """A bar a row, to the right of the axis for more than zero and to the left for less."""
    most = max((abs(amount) for _, amount in rows), default=0)
    below = any(amount < 0 for _, amount in rows)
    room = (WIDTH - LABEL - VALUE) / (2 if below else 1)
    axis = LABEL + (room if below else 0.0)
    made = []
    for place, (label, amount) in enumerate(rows):
        width = max(room * abs(amount) / most, LEAST) if amount else 0.0
        segment = Segment(
            "owed" if amount > 0 else "owing", round(axis - (width if amount < 0 else 0), 2), round(width, 2)
        )
        made.append(Row(label, f"{amount:+,}", float(place * ROW), (segment,) if amount else ()))
    return Bars(float(ROW * len(rows)), round(axis, 2), tuple(made))


def steps(values: Sequence[float], labels: tuple[str, str]) -> Area:
    """The values, one a part of the time, under a line of steps; the labels stand at the two ends. Needs a value."""
    top, marks = _scale(max(values))
    room = WIDTH - LEFT
    path = [f"M{LEFT} {HEIGHT}"]
    for place, value in enumerate(values):
        left, right = LEFT + room * place / len(values), LEFT + room * (place + 1) / len(values)
        y = HEIGHT - HEIGHT * value / top
        path.append(f"L{left:.1f} {y:.1f}L{right:.1f} {y:.1f}")
    path.append(f"L{WIDTH} {HEIGHT}Z")
    up = tuple(Tick(round(HEIGHT - HEIGHT * mark / top, 1), f"{mark:,g}") for mark in marks)
    return Area("".join(path), (Tick(float(LEFT), labels[0]), Tick(float(WIDTH), labels[1])), up)


def _scale(most: float) -> tuple[float, list[float]]:
    """The upper end of an axis for values up to `most`, and round numbers to mark on it."""
    if most <= 0:
        return 1.0, [0.0, 1.0]
    rough = most / TICKS
    power = 10.0 ** floor(log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * (1 - 1e-9))
    count = ceil(most / step - 1e-9)
    return step * count, [step * number for number in range(count + 1)]
