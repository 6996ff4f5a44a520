"""The summary of a run as the lines an operator reads at its end."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from auditor.counts import counted
from auditor.reports import shown
from replay.catalogue import CATALOGUE
from replay.findings import Severity

if TYPE_CHECKING:
    from auditor.batch.summary import Summary

CODES_SHOWN: Final = 40
PLAYERS_SHOWN: Final = 10
NAMED: Final = 10  # of quarantined games and of what cannot be read
NAMES: Final = {code.id: code.name for code in CATALOGUE}
NOT_AUDITED: Final = "not audited"


def summary_lines(summary: "Summary") -> list[str]:
    """Counts first, then findings by code and by variant, who is owed most, the slowest games, and what went wrong."""
    return [shown(line) for line in _lines(summary)]


def _lines(summary: "Summary") -> Iterator[str]:
    yield (
        f"{counted(summary.games, 'game')}, {counted(summary.rounds, 'round')}, {counted(summary.events, 'event')}; "
        f"findings: {by_severity({one.value: summary.severity(one.value) for one in Severity})}; "
        f"{summary.skipped:,} skipped"
    )
    yield from _by_code(summary)
    yield from _by_variant(summary)
    yield from _owed(summary)
    if summary.timing.slowest:
        yield "slowest games:"
        for slow in summary.timing.slowest:
            yield f"  {slow.seconds:8.3f} s  {slow.source}" + (f"  game {slow.game_id}" if slow.game_id else "")
    if summary.crashed:
        yield f"{counted(summary.crashed, 'game')} in quarantine, an internal error each:"
        places = [f"  {one.source}, game {one.game}: {one.fault}" for one in summary.quarantined]
        yield from _some(places, summary.crashed)
    if summary.unreadable:
        yield f"{summary.unreadable:,} that cannot be read:"
        yield from _some([f"  {name}: {reason}" for name, reason in summary.unread], summary.unreadable)
    if summary.refused:
        yield f"{counted(summary.refused, 'game')} refused:"
        reasons = sorted(summary.refusals.items(), key=lambda row: (-row[1], row[0]))
        yield from _some([f"  {reason} ({counted(games, 'game')})" for reason, games in reasons], len(reasons))


def by_severity(counts: dict[str, int]) -> str:
    """Such as ``4 errors, 0 warnings, 1 notice``."""
    return ", ".join(counted(counts.get(one.value, 0), one.value) for one in Severity)


def codes_of(summary: "Summary") -> list[tuple[str, dict[str, int]]]:
    """Codes with their findings by severity, those with the most errors first, then with the most warnings."""
    codes: dict[str, Counter[str]] = {}
    for found, count in summary.findings.items():
        codes.setdefault(found.code, Counter())[found.severity] += count
    return sorted(
        ((code, dict(counts)) for code, counts in codes.items()), key=lambda row: (-sum(row[1].values()), row)
    )


def variants_of(summary: "Summary") -> list[tuple[str, int, dict[str, int]]]:
    """Names of rules with their games and their findings by severity, in order."""
    counts: dict[str, Counter[str]] = {name: Counter() for name in summary.variants}
    for found, count in summary.findings.items():
        counts.setdefault(found.variant, Counter())[found.severity] += count
    return [(name, summary.variants[name], dict(counts[name])) for name in sorted(counts)]


def _by_code(summary: "Summary") -> Iterator[str]:
    codes = codes_of(summary)
    if codes:
        yield "findings by code:"
        width = max(len(NAMES.get(code, "")) for code, _ in codes[:CODES_SHOWN])
        rows = [f"  {code} {NAMES.get(code, ''):{width}}  {_present(counts)}" for code, counts in codes]
        yield from _some(rows, len(codes), CODES_SHOWN)


def _present(counts: dict[str, int]) -> str:
    return ", ".join(counted(counts[one.value], one.value) for one in Severity if counts.get(one.value))


def _by_variant(summary: "Summary") -> Iterator[str]:
    variants = variants_of(summary)
    if variants:
        yield "by variant:"
        width = max(len(name or NOT_AUDITED) for name, _, _ in variants)
        for name, games, counts in variants:
            yield f"  {name or NOT_AUDITED:{width}}  {counted(games, 'game')}: {by_severity(counts)}"


def _owed(summary: "Summary") -> Iterator[str]:
    rows = summary.owed.rows()
    if not rows:
        return
    yield "owed, by the payout findings (below zero: to give back):"
    shown_rows = rows[:PLAYERS_SHOWN]
    width = max(len(account.name) for _, account in shown_rows)
    for player, account in shown_rows:
        doubtful = f", and {account.doubtful:+,} in doubt" if account.doubtful else ""
        of = ", ".join(filter(None, (player.variant or NOT_AUDITED, player.platform, player.id)))
        owed = f"{account.owed:+,}" if account.owed else "0"
        yield f"  {account.name:{width}}  {owed}{doubtful}, by {counted(account.findings, 'finding')}  ({of})"
    more, rest = len(rows) - len(shown_rows), summary.owed.rest
    if more:
        yield f"  and {counted(more, 'more account')}"
    if rest.accounts:
        yield (
            f"  too many to keep apart: {counted(rest.accounts, 'account')} with less, "
            f"{rest.owed:+,} and {rest.owing:+,} together, by {counted(rest.findings, 'finding')}"
        )


def _some(lines: Iterable[str], of: int, most: int = NAMED) -> Iterator[str]:
    """So many of the lines, and how many there are besides."""
    given = 0
    for line in lines:
        if given == most:
            break
        yield line
        given += 1
    if of > given:
        yield f"  and {of - given:,} more"
