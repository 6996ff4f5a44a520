"""What ``auditor games`` and ``auditor findings`` do once their options are known."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import lru_cache
from itertools import islice
from typing import Final

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from auditor.cli.database import moment_of, opened
from auditor.cli.usage import Usage
from auditor.filing import filed_finding
from auditor.findings_doc import codes_like, find_code
from auditor.reports import finding_lines, heading, json_line, round_name, shown
from auditor.store.engine import reason_of, shown_url, snapshot
from auditor.store.queries import (
    FindingFilter,
    FoundFinding,
    FoundGame,
    GameFilter,
    find_findings,
    find_games,
    game_ids_like,
    names_of_rules,
    stored_log,
)
from auditor.store.records import ReviewStatus, unpacked
from auditor.wire import FiledFinding, decode_game
from replay.catalogue import CATALOGUE
from replay.gamelog import GameLog
from replay.ruleset.errors import nearest_names
from replay.ruleset.loader import PRESETS

CODES: Final = {code.id: code for code in CATALOGUE}
NAMED: Final = 5  # games named when a name is ambiguous


@contextmanager
def connected(url: str) -> Iterator[Connection]:
    """A connection to look things up on, all at one moment. Raises Usage when the database cannot be used."""
    engine = opened(url)
    try:
        with snapshot(engine) as connection:
            yield connection
    except DBAPIError as error:
        raise Usage(f"{shown_url(engine)} cannot be read: {reason_of(error)}") from error
    finally:
        engine.dispose()


def write(text: str) -> None:
    """The text goes to standard output, as it is."""
    sys.stdout.write(text)


def list_games(url: str, player: str, variant: str, since: str, limit: int, *, as_json: bool) -> None:
    """The games are printed. Raises Usage."""
    wanted = GameFilter(player=player or None, variant=variant or None, since=moment_of(since))
    with connected(url) as connection:
        if variant:
            _check_variant(connection, variant)
        found = find_games(connection, wanted, limit + 1 if limit else None)
        told = islice(found, limit or None)
        if as_json:
            _write_array(told)
        else:
            for index, game in enumerate(told):
                write(_table_line(game) if index else f"{_HEAD}\n{_table_line(game)}")
        if next(found, None) is not None:
            sys.stderr.write(f"auditor: there are more than {limit:,} games; --limit says how many are listed\n")


def _check_variant(connection: Connection, name: str) -> None:
    """Nothing happens when there are rules of that name, or a game that states it. Raises Usage."""
    known = [*PRESETS, *(one for one in names_of_rules(connection) if one not in PRESETS)]
    if name in known or next(find_games(connection, GameFilter(variant=name), 1), None) is not None:
        return
    near = nearest_names(name, known)
    meant = f"the nearest: {', '.join(near)}" if near else f"there are {', '.join(known)}"
    raise Usage(shown(f"--variant {name}: there is no such preset, and no game has rules of that name; {meant}"))


_HEAD: Final = f"{'GAME':<24} {'VARIANT':<14} {'PLAYED, *STORED':<17} {'ROUNDS':>6} {'E/W/N':>8}  PLAYERS"


def _table_line(game: FoundGame) -> str:
    """The game in one line: errors, warnings and notices with strokes between."""
    at = f"{game.played_at or game.stored_at:%Y-%m-%d %H:%M}{'' if game.played_at else '*'}"
    counts = f"{game.errors}/{game.warnings}/{game.notices}"
    players = ", ".join(name or player_id or "?" for player_id, name in game.players)
    line = f"{game.game_id:<24} {game.variant or '?':<14} {at:<17} {game.rounds:>6} {counts:>8}  {players}"
    return shown(line.rstrip()) + "\n"


def _write_array(games: Iterator[FoundGame]) -> None:
    separator = "["
    for game in games:
        write(f"{separator}\n{json.dumps(_game_object(game), ensure_ascii=False)}")
        separator = ","
    write("[]\n" if separator == "[" else "\n]\n")


def _game_object(game: FoundGame) -> dict[str, object]:
    return {
        "game_id": game.game_id,
        "log_digest": game.digest,
        "platform": game.platform,
        "variant": game.variant or None,
        "players": [{"seat": seat, "id": one, "name": name} for seat, (one, name) in enumerate(game.players)],
        "rounds": game.rounds,
        "events": game.events,
        "played_at": _moment_text(game.played_at),
        "stored_at": _moment_text(game.stored_at),
        "file": game.source,
        "audit": {
            "id": game.audit,
            "ruleset_digest": game.ruleset,
            "engine_version": game.engine_version,
            "audited_at": _moment_text(game.audited_at),
            "errors": game.errors,
            "warnings": game.warnings,
            "notices": game.notices,
        },
    }


def _moment_text(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat().replace("+00:00", "Z")


def list_findings(
    url: str,
    *,
    game: str,
    player: str,
    code: str,
    severity: str,
    since: str,
    status: str,
    superseded: bool,
    jsonl: bool,
) -> None:
    """The findings are printed. Raises Usage."""
    with connected(url) as connection:
        wanted = FindingFilter(
            game=game_named(connection, game) if game else None,
            player=player or None,
            code=_code_id(code) if code else None,
            severity=severity or None,
            since=moment_of(since),
            status=ReviewStatus(status) if status else None,
            superseded=superseded,
        )
        found = find_findings(connection, wanted)
        if jsonl:
            for one in found:
                write(json_line(one.source, filed(one)) + "\n")
        else:
            _write_text(found, _round_names(connection))


def _code_id(text: str) -> str:
    """The id of a code given by its id or name. Raises Usage."""
    code = find_code(text)
    if code is None:
        raise Usage(f"--code {text}: there is no such finding code; {codes_like(text)}")
    return code.id


def filed(found: FoundFinding) -> FiledFinding:
    """The stored finding as one of the engine."""
    return filed_finding(found.record, found.game_id, found.variant, CODES)


def _write_text(found: Iterator[FoundFinding], name_of: Callable[[str, int], str]) -> None:
    audit = ""
    for one in found:
        if one.audit != audit:
            write("\n" if audit else "")
            write(heading(one.source, one.game_id, one.variant) + ("" if one.current else "  superseded") + "\n")
            audit = one.audit
        index = one.record.round_index
        for line in finding_lines(filed(one), "" if index is None else name_of(one.audit, index)):
            write(line + "\n")
        if one.status != ReviewStatus.OPEN.value:
            write(f"      {'status':<9} {shown(one.status)}\n")


def _round_names(connection: Connection) -> Callable[[str, int], str]:
    """Gives what players call a round of an audit's game, from the stored log."""

    @lru_cache(maxsize=1)  # findings come game by game
    def log_of(audit: str) -> GameLog | None:
        data = stored_log(connection, audit).log
        return None if data is None else decode_game(unpacked(data))

    def name_of(audit: str, index: int) -> str:
        log = log_of(audit)
        return "" if log is None else round_name(log, index)

    return name_of


def game_named(connection: Connection, name: str) -> str:
    """The digest of the one game whose id or digest is the name, or begins with it. Raises Usage."""
    found = game_ids_like(connection, name, NAMED + 1)
    if not found:
        raise Usage(f"there is no game {shown(name)}")
    if len(found) > 1:
        several = [f"  {shown(game_id)}  log {digest[:16]}" for digest, game_id in found[:NAMED]]
        more = ["  …"] if len(found) > NAMED else []
        raise Usage("\n".join([f"{shown(name)} is the beginning of several games:", *several, *more]))
    return found[0][0]
