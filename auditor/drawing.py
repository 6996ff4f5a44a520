"""A game as lines of text: its rounds, or the table at an event with the right settlement. At most 100 columns."""

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Final, NamedTuple

from auditor.event_text import event_text, points
from auditor.reports import finding_lines, round_name, shown
from auditor.table_text import WINDS, settlement_lines, table_lines
from auditor.tables import right_deltas, table_before
from auditor.wire import FiledFinding
from replay.findings import Detail, YakuHan
from replay.gamelog import Event, GameEnd, GameLog, RoundDrawn, RoundStart, Win
from replay.ruleset.ruleset import Ruleset
from replay.settlement.placing import placement
from replay.tiles import format_tiles

COLUMNS: Final = 100


class CannotDraw(Exception):  # noqa: N818 - reads as what it says
    """What was asked for is not in the game; the text says why."""


class Shown(NamedTuple):
    """What there is to show."""

    log: GameLog
    rules: Ruleset | None  # None: it could not be audited
    findings: tuple[FiledFinding, ...]
    reviews: Mapping[str, str]  # the last status of a finding that was reviewed
    source: str


def drawn(game: Shown, round_index: int | None, event_index: int | None) -> Iterator[str]:
    """The lines of the game, or of the round, before the event; None: its first result, and all events.

    Raises CannotDraw.
    """
    if round_index is None:
        if event_index is not None:
            raise CannotDraw("an event needs its round: events are counted within it")
        lines = _game_lines(game)
    else:
        lines = _round_lines(game, round_index, event_index)
    for line in lines:
        yield _folded(shown(line.rstrip()))


def _folded(line: str) -> str:
    """The line in as many lines as it needs, the later ones indented further."""
    if len(line) <= COLUMNS:
        return line
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    return "\n".join(wrap(line, COLUMNS, subsequent_indent=indent, drop_whitespace=True, break_on_hyphens=False))


def _head(game: Shown) -> Iterator[str]:
    header = game.log.header
    rules = f"{game.rules.name} (revision {game.rules.revision})" if game.rules else "not audited"
    told = (f"game {header.game_id}", rules, header.platform, header.played_at)
    yield "  ".join(filter(None, told))
    yield f"from {game.source}"


def _names(game: Shown) -> list[str]:
    return [player.name or player.id for player in game.log.header.players]


def _game_lines(game: Shown) -> Iterator[str]:
    yield from _head(game)
    for seat, name in enumerate(_names(game)):
        yield f"  seat {seat}  {name}"
    yield ""
    yield f"{'ROUND':>5}  {'':<6}{'DEALER':>6}{'EVENTS':>8}{'FINDINGS':>10}  SCORES AT THE START; RESULT"
    for index, events in enumerate(game.log.rounds):
        start = events[0]
        assert isinstance(start, RoundStart)
        found = sum(one.finding.round_index == index for one in game.findings) or ""
        results = "; ".join(event_text(event) for event in events if isinstance(event, (Win, RoundDrawn)))
        name = round_name(game.log, index)
        line = f"{index:>5}  {name:<6}{start.dealer:>6}{len(events):>8}{found:>10}  {points(start.scores)}"
        yield line
        yield f"{'':>39}{results or 'no result'}"
    yield ""
    yield from _final(game)
    yield ""
    yield from _findings(game, game.findings)


def _final(game: Shown) -> Iterator[str]:
    """The final scores, the first place first; by seats where neither the log nor the rules give places."""
    end = game.log.rounds[-1][-1] if game.log.rounds else None
    if not isinstance(end, GameEnd):
        yield "no final scores: the log ends without them"
        return
    places, source = end.placement, ""
    if places is None and game.rules is not None:
        places, source = placement(end.scores, game.rules.switches.ties), ", places by the rules: the log states none"
    yield f"final scores{source}"
    names = _names(game)
    for seat in sorted(range(len(end.scores)), key=lambda seat: places[seat] if places else seat):
        place = f"place {places[seat]}" if places else ""
        result = f"{end.results[seat] / 10:+.1f}" if end.results else ""
        name = names[seat] if seat < len(names) else ""
        yield f"  {place:<9}seat {seat}  {end.scores[seat]:>8,}  {result:>6}  {name}"


def _round_lines(game: Shown, round_index: int, event_index: int | None) -> Iterator[str]:
    rounds = game.log.rounds
    if round_index >= len(rounds):
        raise CannotDraw(f"there is no round {round_index}: the game has rounds 0 to {len(rounds) - 1}")
    events = rounds[round_index]
    place = _result(events) if event_index is None else event_index
    if place >= len(events):
        raise CannotDraw(f"there is no event {place}: round {round_index} has events 0 to {len(events) - 1}")
    if game.rules is None:
        raise CannotDraw(
            "the game could not be audited, so no rules are known to replay it by; "
            "audit it again with --variant or --rules"
        )
    yield from _head(game)
    table = table_before(game.log, game.rules, round_index, place)
    start = table.start
    name = round_name(game.log, round_index)
    yield f"round {round_index} ({name})  {WINDS[start.prevailing_wind % 4]} {start.number}, seat {start.dealer} deals"
    yield f"{'before ' if place else 'after '}event {place} of 0 to {len(events) - 1}: {event_text(events[place])}"
    yield ""
    yield from table_lines(table, _names(game))
    yield ""
    here = tuple(
        one
        for one in game.findings
        if one.finding.round_index == round_index and (event_index is None or one.finding.event_index == place)
    )
    for result in _results(events) if event_index is None else [place]:
        yield from _settlement(game, game.rules, round_index, result, here)
    if event_index is None:
        yield from _events(events, here)
    yield from _findings(game, here)


def _events(events: Sequence[Event], found: tuple[FiledFinding, ...]) -> Iterator[str]:
    """Every event by its number, those marked that have a finding."""
    marked = {one.finding.event_index for one in found}
    yield "events, * with a finding"
    for place, event in enumerate(events):
        yield f"{place:>5} {'*' if place in marked else ' '} {event_text(event)}"
    yield ""


def _results(events: Sequence[Event]) -> list[int]:
    """The places of the round's results: several where several seats win."""
    return [place for place, event in enumerate(events) if isinstance(event, (Win, RoundDrawn))]


def _result(events: Sequence[Event]) -> int:
    """The place of the round's first result; of its last event where it has none."""
    return next(iter(_results(events)), len(events) - 1)


def _settlement(
    game: Shown, rules: Ruleset, round_index: int, event_index: int, here: tuple[FiledFinding, ...]
) -> Iterator[str]:
    """The right settlement beside the logged one: of a finding at the event, else of the result that the event is."""
    for one in here:
        finding = one.finding
        expected, observed = finding.expected, finding.observed
        if finding.event_index == event_index and expected is not None and expected.payments is not None:
            yield "settlement"
            logged = observed.payments if observed is not None else None
            yield from settlement_lines(expected.payments, logged, expected.difference)
            yield from _value("right", expected)
            if observed is not None:
                yield from _value("logged", observed)
            yield ""
            return
    event = game.log.rounds[round_index][event_index]
    if event_index and isinstance(event, (Win, RoundDrawn)):
        right = right_deltas(game.log, rules, round_index, event_index)
        if right is not None or event.deltas is not None:
            yield f"settlement of event {event_index}: {event_text(event)}"
            yield from settlement_lines(right, event.deltas, None)
            if right is None:
                yield "  right    not known: see the finding about it"
            yield from _stated(event)
            yield ""


def _stated(event: Win | RoundDrawn) -> Iterator[str]:
    """What the log says the result comes from."""
    if isinstance(event, Win):
        yaku = None if event.yaku is None else tuple(YakuHan(part.name, part.han) for part in event.yaku)
        yield from _value("counted", Detail("", yaku, event.han, event.fu))
        if event.ura_indicators:
            yield f"  ura      {format_tiles(event.ura_indicators)}"
    elif event.tenpai is not None:
        yield "  tenpai   " + (", ".join(f"seat {seat}" for seat in event.tenpai) or "nobody")


def _value(label: str, detail: Detail) -> Iterator[str]:
    """What the payments come from."""
    parts = []
    if detail.yaku is not None:
        parts.append(", ".join(f"{yaku.name} {yaku.han}" for yaku in detail.yaku) or "no yaku")
    if detail.han is not None:
        parts.append(f"{detail.han} han")
    if detail.fu is not None:
        parts.append(f"{detail.fu} fu")
    if detail.limit is not None:
        parts.append(detail.limit)
    if parts:
        yield f"  {label:<9}{'; '.join(parts)}"


def _findings(game: Shown, found: tuple[FiledFinding, ...]) -> Iterator[str]:
    if not found:
        yield "no findings here"
        return
    yield "findings"
    for one in found:
        index = one.finding.round_index
        yield from finding_lines(one, "" if index is None else round_name(game.log, index))
        if one.id in game.reviews:
            yield f"      {'status':<9} {game.reviews[one.id]}"
