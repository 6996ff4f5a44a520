"""What ``auditor review`` does once its options are known."""

from datetime import UTC, datetime
from getpass import getuser

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from auditor.cli.database import opened
from auditor.cli.lookup import connected, filed, write
from auditor.cli.usage import Usage
from auditor.reports import finding_lines, heading, shown
from auditor.store.engine import WRITING, reason_of, shown_url
from auditor.store.queries import FindingFilter, FoundFinding, find_findings, find_reviews
from auditor.store.records import ReviewStatus
from auditor.store.writer import UnknownFindingError, add_review


def decide(url: str, finding: str, status: str, who: str, note: str) -> None:
    """The decision is stored, and what is known of the finding printed. Raises Usage."""
    try:
        who = who or getuser()
    except (KeyError, OSError):
        raise Usage("this user has no name: say --who") from None
    engine = opened(url)
    try:
        with engine.connect().execution_options(**{WRITING: True}) as connection, connection.begin():
            add_review(connection, finding, who=who, status=ReviewStatus(status), note=note, at=datetime.now(UTC))
    except UnknownFindingError as error:
        raise Usage(shown(str(error))) from None
    except DBAPIError as error:
        raise Usage(f"{shown_url(engine)} cannot be written: {reason_of(error)}") from error
    finally:
        engine.dispose()
    list_reviews(url, finding)


def list_reviews(url: str, finding: str) -> None:
    """The finding with all decisions about it is printed. Raises Usage."""
    with connected(url) as connection:
        found = _finding(connection, finding)
        write(heading(found.source, found.game_id, found.variant) + "\n")
        for line in finding_lines(filed(found), ""):
            write(line + "\n")
        for one in find_reviews(connection, finding):
            note = f": {one.note}" if one.note else ""
            write(shown(f"    {one.at:%Y-%m-%d %H:%M:%S}Z  {one.status} by {one.who}{note}") + "\n")


def _finding(connection: Connection, name: str) -> FoundFinding:
    found = next(find_findings(connection, FindingFilter(id=name), 1), None)
    if found is None:
        raise Usage(f"there is no finding {shown(name)}")
    return found
