"""Counts that add up: over sources, over shards, and over what was written down in between."""

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from auditor.batch.audits import Outcome, Request, audit_source
from auditor.batch.clipping import LONGEST
from auditor.batch.items import Skipped, Source, Unreadable
from auditor.batch.owed import Account, Owed, Player
from auditor.batch.summary import LISTED, OTHER_RULES, VARIANTS, Found, Quarantined, Summary
from auditor.batch.timing import BUCKETS, Pace, Slow
from auditor.wire import write_paifu
from replay.ruleset.loader import preset
from replay.simulate.plant import plant_fault
from replay.simulate.play import play_game
from tests.auditor.batch.summaries import ENDED, audited, many_results, outcome, payout, remark, summed

KEEP = Request(keep=True)


def test_games_and_findings_are_counted_by_rules_code_and_severity() -> None:
    one = outcome(audited(payout((0, 0, 0, 0)), payout((0, 0, 0, 0)), remark()), audited(rules=None))
    two = outcome(audited(payout((0, 0, 0, 0), "warning"), rules="kansai"))
    summary = summed(one, two)
    assert (summary.games, summary.rounds, summary.events) == (3, 6, 270)
    assert summary.variants == {"tenhou": 1, "": 1, "kansai": 1}
    assert summary.findings == {
        Found("tenhou", "PAY003", "error"): 2,
        Found("tenhou", "LOG004", "notice"): 1,
        Found("kansai", "PAY003", "warning"): 1,
    }
    assert [summary.severity(name) for name in ("error", "warning", "notice")] == [2, 1, 1]


def test_a_genuine_audit_says_who_is_owed() -> None:
    rules = preset("tenhou-sanma")
    planted = [plant_fault("PAY003", play_game(rules, seed), rules, Random(seed)) for seed in range(8)]
    fault = next(found for found in planted if found is not None)
    result = audit_source(Source("n/1.paifu", write_paifu([fault.game]), "paifu"), KEEP)
    summary = summed(result)
    assert summary.findings[Found("tenhou-sanma", "PAY003", "error")] == 1
    amounts = [account.owed for _, account in summary.owed.rows()]
    assert any(amounts)
    (finding,) = [one for one in result.records[0].findings if one.code == "PAY003"]
    due = [points for points in json.loads(finding.expected or "")["difference"] if points]
    assert sorted(amounts) == sorted(due)


def test_differences_are_added_up_by_player() -> None:
    summary = summed(
        outcome(audited(payout((-300, 100, 200, 0)), payout((0, 500, 0, -500)))),
        outcome(audited(payout((0, 1000, -1000, 0), "warning"), remark(), game_id="g2")),
        outcome(audited(payout((7, 0, 0, 0)), rules="kansai", game_id="g3")),
    )
    assert summary.owed.rows() == [
        (Player("tenhou", "club", "id1", ""), Account("Bo", 600, 1000, 3)),
        (Player("tenhou", "club", "", "seat 3 of g1"), Account("seat 3 of g1", -500, 0, 1)),
        (Player("tenhou", "club", "id0", ""), Account("Ann", -300, 0, 1)),
        (Player("tenhou", "club", "", "Cleo"), Account("Cleo", 200, -1000, 2)),
        (Player("kansai", "club", "id0", ""), Account("Ann", 7, 0, 1)),
    ]
    assert list(summary.owed.totals()) == [("kansai", 7, 0), ("tenhou", 800, -800)]


def test_of_too_many_players_the_rest_is_put_together() -> None:
    kept = 3
    owed = Owed(kept)
    games = [audited(payout((points, 0, 0, -points)), players=((f"p{points}", ""),)) for points in range(1, 8)]
    for number, record in enumerate(games):
        owed.add("tenhou", record.game._replace(game_id=f"g{number}"), record.findings)
        assert len(owed) <= 2 * kept
    everything = [account.owed for _, account in owed.rows()] + [owed.rest.owed, owed.rest.owing]
    assert sum(everything) == 0
    assert sum(amount for amount in everything if amount > 0) == sum(range(1, 8))
    assert owed.rest.accounts + len(owed) == 14
    assert [account.owed for _, account in owed.rows()][:2] == [-7, 7]  # those with most are kept


def test_what_went_wrong_is_named_up_to_a_bound() -> None:
    crashes = tuple((number, "Traceback:\n  somewhere\nKeyError: 'x'\n") for number in range(LISTED + 5))
    summary = summed(
        Outcome("a\udcff.paifu", games=LISTED + 5, crashes=crashes),
        Outcome("b.xml", games=2, refusals=("no such switch", "no such switch")),
        Skipped("readme", "no reader recognises it"),
        Unreadable("c.zip", "damaged"),
    )
    assert (summary.games, summary.crashed, summary.refused) == (LISTED + 7, LISTED + 5, 2)
    assert (summary.skipped, summary.unreadable) == (1, 1)
    assert len(summary.quarantined) == LISTED
    assert summary.quarantined[0] == Quarantined("a\\xff.paifu", 0, "KeyError: 'x'")
    assert summary.unread == [("c.zip", "damaged")]
    assert summary.refusals == {"no such switch": 2}
    lines = "\n".join(summary.lines())
    assert f"{LISTED + 5} games in quarantine" in lines
    assert f"and {LISTED - 5} more" in lines  # ten are shown
    assert "c.zip: damaged" in lines


def test_texts_and_rulesets_from_hostile_logs_are_bounded() -> None:
    many = [audited(remark(), rules=f"house {number}", game_id="g" * 9999) for number in range(VARIANTS + 50)]
    summary = summed(outcome(*many, name="x" * 99_999))
    assert len(summary.variants) <= VARIANTS + 1
    assert summary.variants[OTHER_RULES] == 50
    assert sum(summary.findings.values()) == VARIANTS + 50
    assert max(len(slow.source) + len(slow.game_id) for slow in summary.timing.slowest) <= 2 * LONGEST
    assert all(line.isprintable() for line in summed(outcome(audited(), name="\x1b[2J")).lines())


@pytest.mark.parametrize("size", [1, 3, 7, 1000])
def test_shards_written_down_and_merged_agree_with_one_run(size: int) -> None:
    results = many_results()
    whole = summed(*results)
    merged = Summary()
    for start in range(0, len(results), size):
        text = summed(*results[start : start + size]).to_json()
        assert text.isascii()
        assert "\n" not in text
        merged.merge(Summary.from_json(text))
    assert merged.facts() == whole.facts()
    assert Summary.from_json(merged.to_json()).to_json() == merged.to_json()
    assert merged.timing.pace.games == whole.timing.pace.games
    assert merged.timing.slowest == whole.timing.slowest
    assert merged.timing.seconds == pytest.approx(whole.timing.seconds)


def test_facts_do_not_depend_on_time() -> None:
    fast, slow = Summary(), Summary()
    for result in many_results():
        fast.add(result, 0.1, ended=ENDED)
        slow.add(result, 9.9, ended=ENDED + 1000)
    assert fast.facts() == slow.facts()
    assert fast.to_json() != slow.to_json()


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        (lambda plain: plain.update(version=2), "version 2, 1 is needed"),
        (lambda plain: plain.pop("version"), "damaged: KeyError"),
        (lambda plain: plain["facts"].update(games="7"), "damaged: TypeError: expected a number"),
        (lambda plain: plain["facts"].update(games=True), "damaged: TypeError"),
        (lambda plain: plain["facts"]["owed"].update(rest=[1]), "damaged"),
        (lambda plain: plain["facts"].update(findings=[["a", "b"]]), "damaged: ValueError"),
        (lambda plain: plain.update(facts=[]), "damaged"),
    ],
)
def test_a_damaged_summary_is_refused(edit: Callable[[dict[str, Any]], None], reason: str) -> None:
    plain = json.loads(summed(*many_results()).to_json())
    edit(plain)
    with pytest.raises(ValueError, match=re.escape(reason)):
        Summary.from_json(json.dumps(plain))


@pytest.mark.parametrize("text", ["", "[]", "{", "null", "[" * 100_000])
def test_what_is_no_summary_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="damaged"):
        Summary.from_json(text)


def test_a_game_took_what_lies_between_two_audits() -> None:
    summary = Summary()
    records = [audited(game_id="a", after=0.5), audited(game_id="b", after=4.5), audited(game_id="c", after=5.0)]
    summary.add(outcome(*records), 5.0, ended=ENDED)
    assert summary.timing.slowest == [Slow(4.0, "n/1.xml", "b"), Slow(0.5, "n/1.xml", "a"), Slow(0.5, "n/1.xml", "c")]


def test_games_audited_at_one_moment_have_equal_shares() -> None:
    summary = Summary()
    summary.add(outcome(audited(game_id="a"), audited(game_id="b")), 5.0, ended=ENDED)
    assert [slow.seconds for slow in summary.timing.slowest] == [2.5, 2.5]


def test_the_ten_slowest_are_kept() -> None:
    summary = Summary()
    for number in range(50):
        summary.add(outcome(audited(game_id=f"g{number}")), float(number * 7 % 50), ended=ENDED)
    assert [slow.seconds for slow in summary.timing.slowest] == [float(49 - place) for place in range(10)]


def test_a_long_run_has_wider_parts() -> None:
    pace = Pace()
    for second in range(0, 100_000, 10):
        pace.add(second, 1)
    assert len(pace.games) <= BUCKETS
    assert pace.width == 512
    assert sum(pace.games.values()) == 10_000
    other = Pace()
    other.add(50_000, 5)
    other.merge(pace)
    assert other.width == 512
    assert sum(other.games.values()) == 10_005
    assert other.games[50_000 // 512] == pace.games[50_000 // 512] + 5


def test_the_lines_say_what_an_operator_wants_to_know() -> None:
    summary = summed(
        outcome(audited(payout((-1300, 1300, 0, 0)), payout((0, 5, -5, 0), "warning"))),
        outcome(audited(remark("LOG004"), rules="kansai")),
    )
    assert summary.lines() == [
        "2 games, 4 rounds, 180 events; findings: 1 error, 1 warning, 1 notice; 0 skipped",
        "findings by code:",
        "  PAY003 ron-paid-wrong  1 error, 1 warning",
        "  LOG004 open-log        1 notice",
        "by variant:",
        "  kansai  1 game: 0 errors, 0 warnings, 1 notice",
        "  tenhou  1 game: 1 error, 1 warning, 0 notices",
        "owed, by the payout findings (below zero: to give back):",
        "  Bo    +1,300, and +5 in doubt, by 2 findings  (tenhou, club, id1)",
        "  Ann   -1,300, by 1 finding  (tenhou, club, id0)",
        "  Cleo  0, and -5 in doubt, by 1 finding  (tenhou, club)",
        "slowest games:",
        "     1.000 s  n/1.xml  game g1",
        "     1.000 s  n/1.xml  game g1",
    ]


def test_a_run_over_nothing_has_one_line() -> None:
    assert Summary().lines() == ["0 games, 0 rounds, 0 events; findings: 0 errors, 0 warnings, 0 notices; 0 skipped"]
