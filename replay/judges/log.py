"""LOG: the log itself. Errors stop or shorten an audit; notices are things to know about the source."""

from typing import Final

from replay.findings import Code, Detail, Docket, Severity
from replay.gamelog import GameEnd, GameLog, Header, Remark, RemarkKind, RoundStart

MALFORMED: Final = Code(
    "LOG001",
    "malformed-log",
    "The log can be read to its end.",
    "What cannot be read cannot be audited; everything before the place named was.",
    "A file is cut off in the middle of a tag.",
    (),
)
NO_RULESET: Final = Code(
    "LOG002",
    "no-ruleset",
    "The log states which rules it was played by, or the operator names them.",
    "Judging a game by guessed rules would accuse the innocent.",
    "A log without a rule statement is audited without --variant.",
    (),
)
WRONG_SEATS: Final = Code(
    "LOG003",
    "wrong-number-of-seats",
    "The ruleset is for as many players as the log has.",
    "A four-player ruleset says nothing about a three-player game.",
    "A three-player log is audited with --variant tenhou.",
    (),
    ("seats",),
)
OPEN_LOG: Final = Code(
    "LOG004",
    "open-log",
    "The log starts with the first round and states the final result.",
    "Of an excerpt, start points and the end of the game are not checked.",
    "A log ends after South 3 without final scores.",
    (),
    severity=Severity.NOTICE,
)
DISCONNECTED: Final = Code(
    "LOG005",
    "disconnected",
    "A player lost the connection.",
    "Support staff are asked about it; the moves made for an absent player are legal moves.",
    "Seat 2 disconnects in the third round.",
    (),
    severity=Severity.NOTICE,
)
UNKNOWN_RULES: Final = Code(
    "LOG006",
    "unknown-rules",
    "The log says that its table has special rules, but not which.",
    "Findings of this game may be these special rules.",
    "A log has a table type with unknown bits.",
    (),
    severity=Severity.NOTICE,
)
INFERRED_ORDER: Final = Code(
    "LOG007",
    "inferred-order",
    "The source fixes the order of everything that happened.",
    "Where it does not, the order the rules ask for was assumed and timing is not judged.",
    "A format lists the indicators of a round without saying when each was turned.",
    (),
    severity=Severity.NOTICE,
)

NO_STAKES: Final = Code(
    "LOG008",
    "no-stakes",
    "A Shenzhen log states the stakes X and Y of its table.",
    "Without them nobody can say what a kong or a win is worth.",
    "The header of a Shenzhen log has no stakes.",
    ("S1",),
)
STAKES: Final = Code(
    "LOG009",
    "stakes-wrong",
    "The stake Y is twice X.",
    "Everything is paid in them.",
    "A table states stakes of 1 and 3.",
    ("S1",),
)

NOT_STATED: Final = Code(
    "LOG010",
    "not-stated",
    "The source states everything that its game can be judged by.",
    "What it leaves out is not judged, and nothing is made of its absence.",
    "A record made to be shown around leaves out which indicator a kan turned.",
    (),
    severity=Severity.NOTICE,
)

CODES: Final[tuple[Code, ...]] = (
    MALFORMED,
    NO_RULESET,
    WRONG_SEATS,
    OPEN_LOG,
    DISCONNECTED,
    UNKNOWN_RULES,
    INFERRED_ORDER,
    NO_STAKES,
    STAKES,
    NOT_STATED,
)

MOST_EVENTS: Final = 2_000
"""Of a round. The longest of 7,864 genuine ones has 162, and with all offers recorded would have three times that."""

NOTICE_OF: Final = {
    RemarkKind.DISCONNECTED: DISCONNECTED,
    RemarkKind.UNKNOWN_RULES: UNKNOWN_RULES,
    RemarkKind.INFERRED_ORDER: INFERRED_ORDER,
    RemarkKind.NOT_STATED: NOT_STATED,
}


def why_no_game(game: GameLog) -> str:
    """Why the log is too long to be a game, which nobody should wait for; empty when it is not."""
    for index, events in enumerate(game.rounds):
        if len(events) > MOST_EVENTS:
            return f"round {index} has {len(events)} events, where no round has {MOST_EVENTS}"
    return ""


def why_no_stakes(header: Header) -> str:
    """Why nothing can be judged by the stakes the log states; empty when it can."""
    missing = [name for name, stake in (("X", header.stake_x), ("Y", header.stake_y)) if stake is None]
    if missing:
        return f"the log does not state the stake {' and '.join(missing)}"
    stated = (header.stake_x or 0, header.stake_y or 0)
    return "" if min(stated) > 0 else f"stakes are above zero; the log states {stated[0]} and {stated[1]}"


def stakes(header: Header, docket: Docket) -> None:
    """Reports stakes of which Y is not twice X; what is paid is judged by them as they are stated."""
    if header.stake_x is None or header.stake_y is None or header.stake_y == 2 * header.stake_x:
        return
    docket.report(
        STAKES,
        None,
        f"the stakes are {header.stake_x} and {header.stake_y}, Y is to be twice X",
        expected=Detail(f"X {header.stake_x}, Y {2 * header.stake_x}"),
        observed=Detail(f"X {header.stake_x}, Y {header.stake_y}"),
    )


def header_remark(remark: Remark, docket: Docket) -> None:
    """Reports a remark about the log as a whole, or about a moment that proves nothing."""
    code = NOTICE_OF.get(remark.kind)
    if code is not None:
        docket.report(code, remark.seat, remark.text, observed=Detail(remark.text))


def completeness(log: GameLog, docket: Docket) -> None:
    """Reports a failure to read on, or that the log is open."""
    if log.failure is not None:
        docket.report(
            MALFORMED,
            None,
            f"the log cannot be read on at {log.failure.place}: {log.failure.reason}{_how_far(log)}",
            observed=Detail(log.failure.reason),
        )
        return
    missing: list[str] = []
    if not starts_at_the_beginning(log):
        missing.append("starts after the first round")
    if not log.rounds or not isinstance(log.rounds[-1][-1], GameEnd):
        missing.append("has no final result")
    if missing:
        text = "the log " + " and ".join(missing)
        docket.report(OPEN_LOG, None, text, observed=Detail(text))


def _how_far(log: GameLog) -> str:
    """The last event that was read, in words that follow the reason.

    The finding itself stands at no event: none of them is at fault.
    """
    if not log.rounds or not log.rounds[-1]:
        return ""
    return f"; it was read up to round {len(log.rounds) - 1}, event {len(log.rounds[-1]) - 1}"


def starts_at_the_beginning(log: GameLog) -> bool:
    """Whether the first round of the log is the first of the game."""
    if not log.rounds:
        return False
    first = log.rounds[0][0]
    return isinstance(first, RoundStart) and (first.prevailing_wind, first.number, first.honba) == (0, 1, 0)
