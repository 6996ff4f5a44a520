"""When an error hinges on an assumed switch."""

import pytest

from replay.findings import Finding, Severity
from replay.judges.turn import CODES
from replay.ruleset.loader import preset
from replay.second_look import MOST_ERRORS, second_look

RULES = preset("kansai")


def an_error(event_index: int, *, code: int = 0, round_index: int = 0) -> Finding:
    return Finding(CODES[code], Severity.ERROR, round_index, event_index, 1, "", ())


@pytest.mark.parametrize(
    ("others", "again", "explained"),
    [
        pytest.param([], [], True, id="gone"),
        pytest.param([], [an_error(5)], False, id="still there"),
        pytest.param([], [an_error(4)], False, id="another one came in its place"),
        pytest.param([an_error(4)], [an_error(4)], True, id="what was there before may stay"),
        pytest.param([an_error(4)], [an_error(4), an_error(5)], False, id="it is still there beside what was before"),
        pytest.param([an_error(5, code=1)], [an_error(5, code=1)], True, id="another finding at the same event"),
    ],
)
def test_an_error_hinges_on_what_makes_it_go(others: list[Finding], again: list[Finding], explained: bool) -> None:
    by_event = [[finding for finding in again if finding.event_index == index] for index in range(6)]
    looked = second_look([*others, an_error(5)], RULES, lambda *place: by_event)
    assert looked[-1].severity is (Severity.WARNING if explained else Severity.ERROR)
    assert bool(looked[-1].hinges_on) is explained


def test_what_comes_after_an_error_does_not_matter_to_it() -> None:
    by_event = [[], [], [an_error(2)], []]
    looked = second_look([an_error(1), an_error(3)], RULES, lambda *place: by_event)
    assert [finding.severity for finding in looked] == [Severity.WARNING, Severity.ERROR]


@pytest.mark.parametrize("errors", [MOST_ERRORS, MOST_ERRORS + 1])
def test_a_round_with_too_many_errors_is_not_looked_at_again(errors: int) -> None:
    looked = second_look([an_error(index + 1) for index in range(errors)], RULES, lambda *place: [[]] * 100)
    expected = Severity.WARNING if errors <= MOST_ERRORS else Severity.ERROR
    assert {finding.severity for finding in looked} == {expected}


def test_a_log_full_of_errors_takes_time_in_proportion() -> None:
    # With a look at every other error for each, this took many minutes, and such a test is ended as hanging.
    errors = [an_error(0, round_index=index) for index in range(80_000)]
    rules = preset("tenhou")
    looked = second_look(errors, rules, lambda *place: [[]])
    assert len(rules.assumed()) > 0
    assert {finding.severity for finding in looked} == {Severity.WARNING}
