"""Looking things up. What is returned is plain; nothing of SQLAlchemy leaves the store."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    FromClause,
    Row,
    Select,
    and_,
    func,
    literal,
    or_,
    select,
)

from auditor.store.records import FindingRecord, ReviewStatus
from auditor.store.schema import audits, findings, games, players, quarantine, reviews, rulesets

ROWS_AT_ONCE: Final = 500


class FoundGame(NamedTuple):
    """A stored game with its current audit."""

    digest: str
    game_id: str
    platform: str
    variant: str  # name of the ruleset, or what the log states where it could not be audited
    seats: int
    rounds: int
    events: int
    played_at: datetime | None
    stored_at: datetime
    source: str
    players: tuple[tuple[str, str], ...]  # id and name a seat
    audit: str
    ruleset: str | None  # digest; None: it could not be audited
    engine_version: str
    audited_at: datetime
    errors: int
    warnings: int
    notices: int


class FoundFinding(NamedTuple):
    """A stored finding with where it belongs."""

    game_id: str
    game: str  # digest
    variant: str  # name of the ruleset, empty where it could not be audited
    source: str
    audit: str
    current: bool  # whether its audit is the current one of its game
    status: str  # of the last review
    audited_at: datetime
    position: int  # within its audit
    record: FindingRecord


class FoundAudit(NamedTuple):
    """A stored audit."""

    id: str
    variant: str  # name of the ruleset, empty where the game could not be audited
    ruleset: str | None  # digest
    engine_version: str
    audited_at: datetime
    errors: int
    warnings: int
    notices: int
    current: bool


class FoundReview(NamedTuple):
    at: datetime
    who: str
    status: str
    note: str


class StoredLog(NamedTuple):
    """What is needed to replay a game as an audit did."""

    log: bytes | None  # packed; None: it has no encoding
    ruleset: str | None  # TOML text; None: it could not be audited


@dataclass(frozen=True)
class GameFilter:
    """Which games; None: all."""

    game: str | None = None  # game id or digest
    player: str | None = None  # id or name
    variant: str | None = None
    since: datetime | None = None  # played, or stored where the log does not say when it was played
    before: datetime | None = None  # the same


@dataclass(frozen=True)
class FindingFilter:
    """Which findings; None: all."""

    id: str | None = None
    game: str | None = None  # game id or digest
    audit: str | None = None
    player: str | None = None  # id or name
    code: str | None = None
    severity: str | None = None
    variant: str | None = None
    since: datetime | None = None  # audited
    before: datetime | None = None  # the same
    status: ReviewStatus | None = None
    superseded: bool = False  # those of audits that are not current too


class Place(NamedTuple):
    """Where a page ended: what the list is ordered by, and what tells those apart that are equal in it."""

    at: datetime
    name: str  # digest of a game, id of an audit
    position: int = 0  # of a finding within its audit


def find_games(
    connection: Connection,
    wanted: GameFilter,
    limit: int | None = None,
    *,
    after: Place | None = None,
    oldest_first: bool = False,
) -> Iterator[FoundGame]:
    """The games, those stored last first unless the oldest are to be; `after` a place, where there is one."""
    statement = (
        select(
            games.c.digest,
            games.c.game_id,
            games.c.platform,
            func.coalesce(rulesets.c.name, games.c.variant).label("variant"),
            games.c.seats,
            games.c.rounds,
            games.c.events,
            games.c.played_at,
            games.c.stored_at,
            games.c.source,
            audits.c.id.label("audit"),
            audits.c.ruleset,
            audits.c.engine_version,
            audits.c.audited_at,
            audits.c.errors,
            audits.c.warnings,
            audits.c.notices,
        )
        .select_from(_audited_games())
        .where(audits.c.current)
        .order_by(games.c.stored_at if oldest_first else games.c.stored_at.desc(), games.c.digest)
    )
    if after is not None:
        beyond = games.c.stored_at > after.at if oldest_first else games.c.stored_at < after.at
        statement = statement.where(or_(beyond, and_(games.c.stored_at == after.at, games.c.digest > after.name)))
    if wanted.game is not None:
        statement = statement.where(_is_game(wanted.game))
    if wanted.player is not None:
        statement = statement.where(_has_player(wanted.player))
    if wanted.variant is not None:
        statement = statement.where(func.coalesce(rulesets.c.name, games.c.variant) == wanted.variant)
    for condition in played(wanted.since, wanted.before):
        statement = statement.where(condition)
    for rows in _pages(connection, statement, limit):
        seated = _players(connection, [row.digest for row in rows])
        for row in rows:
            yield FoundGame._make((*row[:10], seated.get(row.digest, ()), *row[10:]))


def played(since: datetime | None, before: datetime | None) -> Iterator[ColumnElement[bool]]:
    """Conditions for games that were played then; stored then, where the log does not say when it was played."""
    at = func.coalesce(games.c.played_at, games.c.stored_at)
    if since is not None:
        yield at >= since
    if before is not None:
        yield at < before


def _audited_games() -> FromClause:
    return games.join(audits, audits.c.game == games.c.digest).outerjoin(
        rulesets, rulesets.c.digest == audits.c.ruleset
    )


def _is_game(name: str) -> ColumnElement[bool]:
    return or_(games.c.game_id == name, games.c.digest == name)


def _has_player(name: str) -> ColumnElement[bool]:
    # One index for each of the two, not one condition that neither serves.
    return games.c.digest.in_(
        select(players.c.game)
        .where(players.c.name == name)
        .union(select(players.c.game).where(players.c.player_id == name))
    )


def _pages(connection: Connection, statement: Select[Any], limit: int | None) -> Iterator[list[Row[Any]]]:
    """The rows, some at a time, so that a long answer takes no memory."""
    if limit is not None:
        yield list(connection.execute(statement.limit(limit)))
        return
    with connection.execution_options(yield_per=ROWS_AT_ONCE).execute(statement) as result:
        for page in result.partitions():
            yield list(page)


def _players(connection: Connection, digests: list[str]) -> dict[str, tuple[tuple[str, str], ...]]:
    """Id and name a seat, of each of the games."""
    seated: dict[str, tuple[tuple[str, str], ...]] = {}
    order = select(players).where(players.c.game.in_(digests)).order_by(players.c.game, players.c.seat)
    for row in connection.execute(order):
        seated[row.game] = (*seated.get(row.game, ()), (row.player_id, row.name))
    return seated


def find_findings(
    connection: Connection,
    wanted: FindingFilter,
    limit: int | None = None,
    *,
    after: Place | None = None,
    latest_first: bool = False,
) -> Iterator[FoundFinding]:
    """The findings in the order in which their games were audited, and of one game in the order of the log.

    `latest_first`: those of the last audit first. `after` a place, where there is one.
    """
    numbers = select(func.max(reviews.c.id)).group_by(reviews.c.finding)
    last = select(reviews.c.finding, reviews.c.status).where(reviews.c.id.in_(numbers)).subquery()
    status = func.coalesce(last.c.status, literal(ReviewStatus.OPEN.value)).label("status")
    statement = (
        select(
            games.c.game_id,
            games.c.digest,
            func.coalesce(rulesets.c.name, literal("")).label("variant"),
            games.c.source,
            audits.c.id.label("audit"),
            audits.c.current,
            status,
            audits.c.audited_at,
            findings.c.position,
            *(findings.c[name] for name in FindingRecord._fields),
        )
        .select_from(
            findings.join(audits, audits.c.id == findings.c.audit)
            .join(games, games.c.digest == audits.c.game)
            .outerjoin(rulesets, rulesets.c.digest == audits.c.ruleset)
            .outerjoin(last, last.c.finding == findings.c.id)
        )
        .order_by(audits.c.audited_at.desc() if latest_first else audits.c.audited_at)
        .order_by(audits.c.id, findings.c.position)
    )
    if after is not None:
        beyond = audits.c.audited_at < after.at if latest_first else audits.c.audited_at > after.at
        of_audit = or_(audits.c.id > after.name, and_(audits.c.id == after.name, findings.c.position > after.position))
        statement = statement.where(or_(beyond, and_(audits.c.audited_at == after.at, of_audit)))
    for condition in _conditions(wanted, status):
        statement = statement.where(condition)
    for rows in _pages(connection, statement, limit):
        for row in rows:
            yield FoundFinding._make((*row[:9], FindingRecord._make(row[9:])))


def _conditions(wanted: FindingFilter, status: ColumnElement[str]) -> Iterator[ColumnElement[bool]]:
    if wanted.id is not None:
        yield findings.c.id == wanted.id
    if wanted.audit is not None:
        yield audits.c.id == wanted.audit
    elif wanted.id is None and not wanted.superseded:
        yield audits.c.current
    if wanted.game is not None:
        yield _is_game(wanted.game)
    if wanted.player is not None:
        yield _has_player(wanted.player)
    if wanted.code is not None:
        yield findings.c.code == wanted.code
    if wanted.severity is not None:
        yield findings.c.severity == wanted.severity
    if wanted.variant is not None:
        yield rulesets.c.name == wanted.variant
    if wanted.since is not None:
        yield audits.c.audited_at >= wanted.since
    if wanted.before is not None:
        yield audits.c.audited_at < wanted.before
    if wanted.status is not None:
        yield status == wanted.status.value


def game_ids_like(connection: Connection, start: str, limit: int) -> list[tuple[str, str]]:
    """Digest and game id of games whose game id or digest begins so; exact game ids alone where there are any."""
    names = select(games.c.digest, games.c.game_id).order_by(games.c.game_id, games.c.digest).limit(limit)
    exact = connection.execute(names.where(_is_game(start))).all()
    begins = or_(games.c.game_id.startswith(start, autoescape=True), games.c.digest.startswith(start, autoescape=True))
    return [(row.digest, row.game_id) for row in exact or connection.execute(names.where(begins))]


def names_of_rules(connection: Connection) -> list[str]:
    """The names of all rules that something was audited by."""
    return list(connection.scalars(select(rulesets.c.name).distinct().order_by(rulesets.c.name)))


def audits_of(connection: Connection, game: str) -> list[FoundAudit]:
    """All audits of the game with that digest, the first one first."""
    rows = connection.execute(
        select(
            audits.c.id,
            func.coalesce(rulesets.c.name, literal("")),
            audits.c.ruleset,
            audits.c.engine_version,
            audits.c.audited_at,
            audits.c.errors,
            audits.c.warnings,
            audits.c.notices,
            audits.c.current,
        )
        .select_from(audits.outerjoin(rulesets, rulesets.c.digest == audits.c.ruleset))
        .where(audits.c.game == game)
        .order_by(audits.c.audited_at, audits.c.id)
    )
    return [FoundAudit._make(row) for row in rows]


def stored_log(connection: Connection, audit: str) -> StoredLog:
    """The log and the rules of an audit. Raises LookupError when there is no such audit."""
    row = connection.execute(
        select(games.c.log, rulesets.c.text).select_from(_audited_games()).where(audits.c.id == audit)
    ).one_or_none()
    if row is None:
        raise LookupError(f"there is no audit {audit}")
    return StoredLog(row.log, row.text)


def find_reviews(connection: Connection, finding: str) -> list[FoundReview]:
    """The reviews of a finding, the first one first."""
    rows = connection.execute(select(reviews).where(reviews.c.finding == finding).order_by(reviews.c.id))
    return [FoundReview(row.at, row.who, row.status, row.note) for row in rows]


def quarantined(connection: Connection) -> int:
    """How many games the auditor itself failed on."""
    return int(connection.scalar(select(func.count()).select_from(quarantine)) or 0)
