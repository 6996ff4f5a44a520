"""The report as one page of HTML that needs nothing else: no script, no network, its plots drawn in it."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final
from unicodedata import east_asian_width

from jinja2 import Environment, PackageLoader, StrictUndefined

from auditor.batch import plots
from auditor.batch.clipping import clipped
from auditor.batch.summary import Example, Summary
from auditor.batch.summary_text import NAMES, NOT_AUDITED, codes_of, variants_of
from auditor.batch.timing import Pace
from auditor.counts import counted
from auditor.reports import shown
from auditor.store.runs import Run
from replay.catalogue import CATALOGUE
from replay.findings import Severity

CODES_DRAWN: Final = 20
PLAYERS_DRAWN: Final = 15
PLAYERS_LISTED: Final = 200
LABEL_COLUMNS: Final = 20  # of the text left of a bar; a wide character takes two
SEVERITIES: Final = tuple(one.value for one in Severity)
CHECKS: Final = {code.id: code.checks for code in CATALOGUE}


def report_page(summary: Summary, run: Run) -> Iterator[str]:
    """The page, in pieces. Whatever stands in a log, file name or setting is text in it and nothing else."""
    environment = Environment(
        loader=PackageLoader("auditor.batch"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_finalized,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["number"] = _number
    environment.filters["signed"] = _signed
    environment.filters["moment"] = _moment
    return environment.get_template("report.html.j2").generate(_content(summary, run))


def _finalized(value: object) -> object:
    """What the page shows of a value: characters that could steer the reading, such as marks of direction, escaped."""
    return shown(value) if isinstance(value, str) and not hasattr(value, "__html__") else value


def _number(value: float) -> str:
    return f"{value:,}"


def _signed(value: int) -> str:
    return f"{value:+,}" if value else "0"


def _moment(value: datetime) -> str:
    return value.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def _content(summary: Summary, run: Run) -> dict[str, object]:
    codes, variants, owed = codes_of(summary), variants_of(summary), summary.owed.rows()
    return {
        "run": run,
        "request": [(key, clipped(json.dumps(value, ensure_ascii=False))) for key, value in run.request.items()],
        "summary": summary,
        "severities": SEVERITIES,
        "counts": {one: summary.severity(one) for one in SEVERITIES},
        "codes": [(code, NAMES.get(code, ""), CHECKS.get(code, ""), counts) for code, counts in codes],
        "of_code": {code: _by_variant(summary, code) for code, _ in codes},
        "examples": {code: _examples(summary, code) for code, _ in codes},
        "variants": [(name or NOT_AUDITED, games, counts) for name, games, counts in variants],
        "owed": owed[:PLAYERS_LISTED],
        "owed_more": len(owed) - PLAYERS_LISTED,
        "not_audited": NOT_AUDITED,
        "width": plots.WIDTH,
        "label": plots.LABEL,
        "bar": plots.BAR,
        "tall": plots.HEIGHT,
        "left": plots.LEFT,
        "bottom": plots.BOTTOM,
        "codes_plot": plots.stacked(codes[:CODES_DRAWN], SEVERITIES),
        "variants_plot": plots.stacked(
            [(_short(name or NOT_AUDITED), found) for name, _, found in variants], SEVERITIES
        ),
        "owed_plot": plots.diverging([(_short(account.name), account.owed) for _, account in owed[:PLAYERS_DRAWN]]),
        "pace_plot": _pace(summary.timing.pace),
        "codes_drawn": CODES_DRAWN,
        "players_drawn": PLAYERS_DRAWN,
        "counted": counted,
    }


def _by_variant(summary: Summary, code: str) -> list[tuple[str, str, int]]:
    """Variant, severity and count of each group of findings of the code."""
    return [
        (found.variant or NOT_AUDITED, found.severity, count)
        for found, count in sorted(summary.findings.items())
        if found.code == code
    ]


def _examples(summary: Summary, code: str) -> list[Example]:
    return [one for severity in SEVERITIES for one in summary.examples.get((code, severity), ())]


def _short(label: str) -> str:
    """The label, cut to what fits left of a bar."""
    columns = 0
    for place, letter in enumerate(shown(label)):
        columns += 2 if east_asian_width(letter) in "WF" else 1
        if columns > LABEL_COLUMNS:
            return f"{shown(label)[: max(place - 1, 0)]}…"
    return label


def _pace(pace: Pace) -> plots.Area | None:
    """Games a second over time; None where nothing was audited."""
    if not pace.games:
        return None
    first, last = min(pace.games), max(pace.games)
    rates = [pace.games.get(part, 0) / pace.width for part in range(first, last + 1)]
    begun, ended = (datetime.fromtimestamp(part * pace.width, UTC) for part in (first, last + 1))
    return plots.steps(rates, (begun.strftime("%Y-%m-%d %H:%M:%S"), ended.strftime("%Y-%m-%d %H:%M:%S")))
