"""The game that ``auditor show`` is about: from the database, or from a file."""

from io import BytesIO

from auditor.batch.formats import named
from auditor.batch.items import Limits, Source
from auditor.batch.sources import Intake
from auditor.cli.lookup import connected, filed, game_named
from auditor.cli.usage import Usage
from auditor.counts import counted
from auditor.drawing import Shown
from auditor.filing import FiledGame
from auditor.store.queries import FindingFilter, GameFilter, find_findings, find_games, find_reviews, stored_log
from auditor.store.records import unpacked
from auditor.wire import FiledFinding, decode_game
from replay.engine import audit
from replay.gamelog import GameLog, LogError
from replay.ruleset.choose import Refused, choose
from replay.ruleset.loader import load


def stored(name: str, url: str) -> tuple[Shown, FiledFinding | None]:
    """The game of that name; of a finding its game and the finding. Raises Usage."""
    with connected(url) as connection:
        asked = next(find_findings(connection, FindingFilter(id=name), 1), None)
        if asked is not None:
            audit_id, source = asked.audit, asked.source
        else:
            digest = game_named(connection, name)
            game = next(find_games(connection, GameFilter(game=digest), 1))
            audit_id, source = game.audit, game.source
        kept = stored_log(connection, audit_id)
        found = list(find_findings(connection, FindingFilter(audit=audit_id)))
        reviews = {one.record.id: find_reviews(connection, one.record.id) for one in found}
    findings = tuple(map(filed, found))
    if kept.log is None:
        why = "; ".join(one.finding.message for one in findings)
        raise Usage(f"the log of {name} could not be read, so there is nothing to replay: {why}")
    shown = Shown(
        decode_game(unpacked(kept.log)),
        load(kept.ruleset, "stored rules") if kept.ruleset is not None else None,
        findings,
        {one: reviewed[-1].status for one, reviewed in reviews.items() if reviewed},
        source,
    )
    return shown, filed(asked) if asked is not None else None


def of_file(name: str, path: str) -> Shown:
    """The game of that id or number of the file, audited now. Raises Usage."""
    number = 0
    for item in Intake(Limits(), None, BytesIO()).items([path]):
        if not isinstance(item, Source):
            raise Usage(f"{item.name}: {item.reason}")
        log_format = named(item.format)
        assert log_format is not None, item.format
        for log in log_format.read(item):
            if isinstance(log, LogError):
                if name == str(number):
                    raise Usage(f"{item.name}: {log}")
            elif name in (str(number), log.header.game_id):
                return _audited(log, item.name)
            number += 1
    raise Usage(f"{path}: there is no game {name} in it, but {counted(number, 'other')}")


def _audited(log: GameLog, source: str) -> Shown:
    try:
        rules = choose(log.header, None, None, ())
    except Refused:
        return Shown(log, None, (), {}, source)
    game = FiledGame(log, rules, audit(log, rules).findings)
    return Shown(log, rules, game.findings, {}, source)
