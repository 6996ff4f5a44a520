"""Reports as files: JSON lines that are always the same, and a page that a strict parser and a real browser accept."""

import json
import os
import re
import stat
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import html5lib
import pytest
from sqlalchemy import Engine

from auditor.batch.audits import Outcome
from auditor.batch.items import Unreadable
from auditor.batch.owed import Owed
from auditor.batch.plots import LABEL, VALUE, WIDTH, diverging, stacked, steps
from auditor.batch.report import report_problem, write_report
from auditor.batch.report_lines import OF_TIME, report_lines
from auditor.batch.report_page import report_page
from auditor.batch.summary import Summary
from auditor.store.engine import WRITING
from auditor.store.writer import begin_batch, end_batch
from tests.auditor.batch.summaries import RUN, audited, many_results, outcome, payout, remark, summed
from tests.browser import Browser, browser_path

HOSTILE = (
    "<script>document.title='owned'</script>",
    '"><img src=x onerror="document.title=\'owned\'">',
    "{{ 7 * 7 }}{% for x in [1] %}",
    "\u202egnp.exe",
    "a\x1b[2Jb\x07\n\tc",
    "--><svg onload=alert(1)>",
    "]]>&lt;&amp;&#x3c;",
    "雀" * 400,
)
"""Names that would do harm, or disappear, where they are not treated as text."""


def hostile() -> Summary:
    summary = summed(*many_results())
    for number, text in enumerate(HOSTILE):
        record = audited(
            payout((5 + number, -5, 0, 0))._replace(message=text),
            remark(),
            players=((text, text), ("", text), ("", ""), ("", "")),
            rules=text[:40],
            game_id=text,
        )
        summary.add(outcome(record, name=text), 60.0 + number, ended=1_795_000_000.0 + 30 * number)
        summary.add(Unreadable(text, text))
        summary.add(Outcome(text, 2, crashes=((0, text),), refusals=(text,)))
    return summary


def page_of(summary: Summary) -> str:
    return "".join(report_page(summary, RUN))


class Outline(HTMLParser):
    """The tags and ids of a page, its links, and the text outside tags."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: Counter[str] = Counter()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.text: list[str] = []
        self.attributes: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        for name, value in attrs:
            self.attributes.add(name)
            if name == "id":
                self.ids.append(value or "")
            elif name in ("href", "src"):
                self.links.append(value or "")

    def handle_data(self, data: str) -> None:
        self.text.append(data)


@pytest.mark.parametrize("summary", [Summary(), summed(*many_results()), hostile()], ids=["empty", "many", "hostile"])
def test_a_strict_parser_accepts_the_page(summary: Summary) -> None:
    html5lib.HTMLParser(strict=True).parse(page_of(summary))  # raises at the first thing the standard does not allow


@pytest.mark.parametrize("summary", [Summary(), hostile()], ids=["empty", "hostile"])
def test_the_page_needs_nothing_but_itself(summary: Summary) -> None:
    outline = Outline(page_of(summary))
    assert not {"script", "img", "link", "iframe", "object", "form"} & set(outline.tags)
    assert not {name for name in outline.attributes if name.startswith("on") or name == "style"}
    assert len(set(outline.ids)) == len(outline.ids)
    assert {link[:1] for link in outline.links} == {"#"}
    assert {link[1:] for link in outline.links} <= set(outline.ids)


def test_what_stands_in_logs_is_text() -> None:
    summary = hostile()
    quiet = Outline(page_of(summed(*many_results())))
    page = page_of(summary)
    outline = Outline(page)
    assert set(outline.tags) == set(quiet.tags)
    assert set(outline.attributes) == set(quiet.attributes)
    text = "".join(outline.text)
    for harmless in (HOSTILE[0], HOSTILE[1], HOSTILE[2], HOSTILE[5], HOSTILE[6]):
        assert harmless in text
    assert r"\u202egnp.exe" in text
    assert r"a\x1b[2Jb\x07\n\tc" in text
    assert all(letter.isprintable() or letter == "\n" for letter in page)
    assert max(map(len, re.findall("雀+", page))) < 310


def test_the_page_says_what_was_found() -> None:
    outline = Outline(page_of(summed(*many_results())))
    text = " ".join("".join(outline.text).split())
    for part in (
        "30 errors in 74 games",
        "begun 2026-11-28 02:00:00 UTC, complete 2026-11-28 02:30:00 UTC",
        "PAY003 ron-paid-wrong",
        "tenhou: 30 errors; tenhou: 30 warnings",
        "7 games in quarantine, 7 that cannot be read, 7 games refused",
        "auditor show 0000000000000000",
    ):
        assert part in text
    assert {"code-PAY003", "code-LOG004", "codes", "variants", "owed", "speed", "trouble", "run"} <= set(outline.ids)


def test_the_page_of_a_run_that_broke_off_says_so() -> None:
    page = "".join(report_page(Summary(), RUN._replace(ended_at=None)))
    assert "The run was not complete" in page
    assert "The run was not complete" not in page_of(Summary())


def test_too_many_players_are_said_to_be_too_many() -> None:
    summary = summed()
    summary.owed = Owed(kept=150)
    for number in range(400):
        record = audited(payout((100 + number, 0, 0, -1)), players=((f"p{number}", f"name {number}"),), game_id="g")
        summary.add(outcome(record), 1.0, ended=0.0)
    kept, rest = len(summary.owed), summary.owed.rest.accounts
    assert (kept + rest, rest > 0) == (401, True)  # 400 players, and one seat nobody is known to have sat in
    text = " ".join("".join(Outline(page_of(summary)).text).split())
    assert f"too many players to keep apart: {rest} accounts with less" in text
    assert f"And {kept - 200} more accounts: a report with the suffix .jsonl has all of them" in text
    lines = "\n".join(summary.lines())
    assert f"too many to keep apart: {rest} accounts with less" in lines
    assert f"and {kept - 10} more accounts" in lines
    rows = [json.loads(line) for line in report_lines(summary, RUN)]
    (left,) = [row for row in rows if row["kind"] == "owed_rest"]
    owed = [row["owed"] for row in rows if row["kind"] == "owed"]
    assert sum(owed) + left["owed"] + left["owing"] == sum(range(100, 500)) - 400


def test_lines_are_objects_with_the_same_keys_a_kind() -> None:
    rows = [json.loads(line) for line in report_lines(hostile(), RUN)]
    keys: dict[str, set[tuple[str, ...]]] = {}
    for row in rows:
        keys.setdefault(row["kind"], set()).add(tuple(row))
    assert {kind: len(found) for kind, found in keys.items()} == dict.fromkeys(keys, 1)
    assert set(keys) == {
        *OF_TIME,
        *("total", "variant", "findings", "example", "owed", "owed_rest", "quarantined", "unreadable", "refused"),
    }
    (total,) = [row for row in rows if row["kind"] == "total"]
    assert sum(row["count"] for row in rows if row["kind"] == "findings") == (
        total["errors"] + total["warnings"] + total["notices"]
    )
    assert sum(row["games"] for row in rows if row["kind"] == "pace") == total["games"]


def test_lines_about_what_was_found_are_the_same_in_every_run() -> None:
    other = Summary()
    for result in many_results():
        other.add(result, 0.25, ended=99.0)
    runs = [
        [line for line in report_lines(summary, run) if json.loads(line)["kind"] not in OF_TIME]
        for summary, run in (
            (summed(*many_results()), RUN),
            (other, RUN._replace(number=8, started_at=datetime.now(UTC))),
        )
    ]
    assert runs[0] == runs[1]
    assert len(runs[0]) > 20


@pytest.fixture
def batch(store: Engine) -> int:
    with store.connect().execution_options(**{WRITING: True}) as connection, connection.begin():
        number = begin_batch(connection, {"paths": ["night/"]}, "1", RUN.started_at)
        end_batch(connection, number, datetime(2026, 11, 28, 2, 30, tzinfo=UTC))
    return number


@pytest.mark.parametrize("name", ["night.html", "night.jsonl"])
def test_a_report_replaces_the_one_before_whole(store: Engine, batch: int, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text("old", encoding="utf-8")
    with store.connect() as connection:
        write_report(str(path), summed(*many_results()), connection, batch)
        first = path.read_bytes()
        write_report(str(path), summed(*many_results()), connection, batch)
    assert first == path.read_bytes()
    assert b"night/" in first
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~mask
    assert [one.name for one in tmp_path.iterdir() if one.name.startswith(".")] == []


def test_what_cannot_be_written_leaves_nothing(store: Engine, batch: int, tmp_path: Path) -> None:
    (tmp_path / "night.html").mkdir()
    with store.connect() as connection:
        with pytest.raises(OSError, match=r"night\.html"):
            write_report(str(tmp_path / "night.html"), Summary(), connection, batch)
        with pytest.raises(LookupError, match="no batch 99"):
            write_report(str(tmp_path / "other.html"), Summary(), connection, 99)
        with pytest.raises(ValueError, match=r"ends in \.jsonl or \.html"):
            write_report(str(tmp_path / "other.txt"), Summary(), connection, batch)
    assert [one.name for one in tmp_path.iterdir() if "night" in one.name or "other" in one.name] == ["night.html"]


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("night.html", ""),
        ("night.jsonl", ""),
        ("night.pdf", "ends in .jsonl or .html"),
        ("night", "ends in .jsonl or .html"),
        ("nowhere/night.html", "there is no directory"),
        ("folder.html", "is a directory"),
    ],
)
def test_a_path_is_checked_before_the_work(tmp_path: Path, name: str, problem: str) -> None:
    (tmp_path / "folder.html").mkdir()
    found = report_problem(str(tmp_path / name))
    assert problem in found
    assert bool(found) == bool(problem)


def test_bars_fill_the_room_and_leave_none_out() -> None:
    plot = stacked(
        [("a", {"error": 1_000_000, "notice": 1}), ("b", {"warning": 500_000})], ("error", "warning", "notice")
    )
    (a, b) = plot.rows
    assert [segment.kind for segment in a.segments] == ["error", "notice"]
    assert a.segments[0].width == pytest.approx(WIDTH - LABEL - VALUE, abs=0.01)
    assert a.segments[1].width > 1  # one in a million can still be seen
    assert a.segments[1].x == pytest.approx(LABEL + a.segments[0].width)
    assert b.segments[0].width == pytest.approx(a.segments[0].width / 2, abs=0.1)
    assert (a.value, b.value) == ("1,000,001", "500,000")
    assert stacked([], ("error",)).rows == ()


def test_what_is_owed_and_what_is_to_be_given_back_lie_on_two_sides() -> None:
    plot = diverging([("a", 100), ("b", -50), ("c", 0)])
    (a, b, c) = plot.rows
    assert a.segments[0].x == plot.axis
    assert b.segments[0].x + b.segments[0].width == pytest.approx(plot.axis)
    assert a.segments[0].width == pytest.approx(2 * b.segments[0].width)
    assert c.segments == ()
    assert a.segments[0].x + a.segments[0].width <= WIDTH - VALUE + 0.01
    assert diverging([("a", 100)]).axis == LABEL  # nobody is below zero: no room for it


@pytest.mark.parametrize("most", [0.0, 0.003, 0.9, 1.0, 7.0, 10.0, 99.0, 12_345.0])
def test_an_axis_has_round_numbers_up_to_the_highest(most: float) -> None:
    plot = steps([0.0, most, most / 2], ("a", "b"))
    marks = [float(tick.label.replace(",", "")) for tick in plot.up]
    assert marks[0] == 0
    assert marks[-1] >= most
    assert len(marks) <= 6
    gaps = {round(after - before, 9) for before, after in pairwise(marks)}
    assert len(gaps) == 1
    assert re.fullmatch(r"[125]0*", f"{gaps.pop():.9f}".replace(".", "").strip("0") or "1")
    assert all(0 <= tick.at <= 200 for tick in plot.up)


CONTRAST = """(() => {
  const numbers = text => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(c => c / 255)
    .map(c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = element => {
    for (let at = element; at; at = at.parentElement) {
      const color = numbers(getComputedStyle(at).backgroundColor);
      if (color.length < 4 || color[3] > 0) return color;
    }
    return [255, 255, 255];
  };
  const ratio = (a, b) => {
    const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
    return (x + 0.05) / (y + 0.05);
  };
  const found = [];
  for (const element of document.querySelectorAll("body *")) {
    const style = getComputedStyle(element);
    const shape = ["rect", "path"].includes(element.tagName);
    const text = [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim());
    if (!shape && !text || ["desc", "title", "style"].includes(element.tagName)) continue;
    const color = numbers(element instanceof SVGElement ? style.fill : style.color);
    found.push([ratio(color, ground(element)), shape ? 3 : 4.5, element.tagName]);
  }
  return found;
})()"""
"""Contrast of every text and shape with what lies behind it, beside the least that WCAG 2 (AA) asks for."""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    path = browser_path()
    if path is None:
        pytest.skip("there is no Chromium here: apt-get install chromium")
    with Browser(path, tmp_path_factory.mktemp("profile")) as made:
        yield made


@pytest.fixture(scope="module")
def shown(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Browser:
    """The browser with the hostile page."""
    page = tmp_path_factory.mktemp("page") / "night.html"
    page.write_text(page_of(hostile()), encoding="utf-8")
    browser.open(page)
    return browser


def test_a_browser_asks_for_nothing_and_complains_of_nothing(shown: Browser) -> None:
    asked = [event["request"]["url"] for method, event in shown.events if method == "Network.requestWillBeSent"]
    assert [url.rpartition("/")[2] for url in asked] == ["night.html"]
    complaints = [event for method, event in shown.events if method in ("Log.entryAdded", "Runtime.exceptionThrown")]
    assert complaints == []
    assert shown.value("document.title").startswith("Audit of 2026-11-28, batch 7: ")
    assert shown.value("document.compatMode") == "CSS1Compat"
    assert shown.value("document.scripts.length") == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everything_can_be_read_by_day_and_by_night(shown: Browser, scheme: str) -> None:
    shown.prefer(scheme)
    paper = shown.value("getComputedStyle(document.body).backgroundColor")
    assert paper == {"light": "rgb(255, 255, 255)", "dark": "rgb(22, 23, 27)"}[scheme]
    found = shown.value(CONTRAST)
    assert len(found) > 300
    assert {"rect", "path", "text", "TD", "A", "H2"} <= {tag for _, _, tag in found}
    assert [row for row in found if row[0] < row[1]] == []


def test_a_screen_reader_finds_names_and_structure(shown: Browser) -> None:
    found = shown.accessible()
    roles = Counter(role for role, _ in found)
    images = [name for role, name in found if role == "image"]
    assert sorted(name.partition(",")[0] for name in images) == [
        "Findings by code",
        "Findings by variant",
        "Games a second over the run",
        "Owed to players",
    ]
    assert roles["main"] == roles["banner"] == roles["navigation"] == 1
    assert [name for role, name in found if role == "table" and not name] == []
    assert roles["columnheader"] > 15
    assert roles["rowheader"] > 20
    assert [name for role, name in found if role == "region" and not name] == []


def test_the_page_fits_a_narrow_screen(shown: Browser) -> None:
    # Wide parts scroll by themselves; the page as a whole does not.
    shown.resize(360, 700)
    assert shown.value("document.documentElement.scrollWidth") <= 360


def test_links_lead_to_their_code(shown: Browser) -> None:
    shown.value("document.querySelector('a[href=\"#code-PAY003\"]').click()")
    assert shown.value("location.hash") == "#code-PAY003"
    assert shown.value("document.querySelector(':target').textContent") == "PAY003 ron-paid-wrong"
