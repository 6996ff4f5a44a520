"""One game in one file: log, rules, audits, findings, reviews and records, for another installation to confirm."""

import json
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Final

from sqlalchemy import Connection, select

from auditor.counts import counted
from auditor.filing import FiledGame, finding_record
from auditor.store.chain import AUDIT, CURRENT, FINDING, GAME, REVIEW, RULESET, START, content_of, hash_of, head
from auditor.store.records import FindingRecord, unpacked
from auditor.store.schema import audits, chain, findings, games, players, reviews, rulesets
from auditor.wire import decode_game
from replay.engine import ENGINE_VERSION, audit
from replay.gamelog import LogError
from replay.ruleset.errors import RulesetError
from replay.ruleset.loader import load

FORMAT: Final = "auditor-export"
VERSION: Final = 1
MOMENTS: Final = ("played_at", "stored_at", "audited_at", "at")

Json = dict[str, Any]


class NoExport(ValueError):  # noqa: N818 - reads as what it says
    """A file that is no export; the text says where."""


def exported(connection: Connection, digest: str) -> Json:
    """Everything about the game of that digest, as JSON. Raises LookupError."""
    (game,) = _rows(connection, select(games).where(games.c.digest == digest)) or (None,)
    if game is None:
        raise LookupError(f"there is no game {digest}")
    made = _rows(connection, select(audits).where(audits.c.game == digest).order_by(audits.c.audited_at, audits.c.id))
    names = [one["id"] for one in made]
    found = _rows(
        connection,
        select(findings).where(findings.c.audit.in_(names)).order_by(findings.c.audit, findings.c.position),
    )
    reviewed = _rows(
        connection,
        select(reviews).where(reviews.c.finding.in_([one["id"] for one in found])).order_by(reviews.c.id),
    )
    rules = _rows(connection, select(rulesets).where(rulesets.c.digest.in_({one["ruleset"] for one in made})))
    seats = _rows(connection, select(players).where(players.c.game == digest).order_by(players.c.seat))
    subjects = {
        RULESET: [one["digest"] for one in rules],
        GAME: [digest],
        AUDIT: names,
        FINDING: [one["id"] for one in found],
        REVIEW: [str(one["id"]) for one in reviewed],
        CURRENT: names,
    }
    end = head(connection)
    return {
        "format": FORMAT,
        "version": VERSION,
        "exported_at": datetime.now(UTC).isoformat(),
        "head": {"number": end.number, "hash": end.hash},
        "game": game,
        "players": seats,
        "rulesets": rules,
        "audits": made,
        "findings": found,
        "reviews": reviewed,
        "records": list(_records(connection, subjects)),
    }


def _rows(connection: Connection, statement: Any) -> list[Json]:
    return [{name: _json(value) for name, value in row.items()} for row in connection.execute(statement).mappings()]


def _json(value: object) -> object:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, (bytes, memoryview)):
        return b64encode(value).decode("ascii")
    return value


def _records(connection: Connection, subjects: Mapping[str, list[str]]) -> Iterator[Json]:
    """The records about these, each with the hash before it, in the order of the chain."""
    rows = []
    for kind, names in subjects.items():
        wanted = select(chain).where(chain.c.kind == kind, chain.c.subject.in_(names))
        rows += [dict(row) for row in connection.execute(wanted).mappings()]
    rows.sort(key=lambda row: int(row["number"]))
    before = {row["number"] - 1 for row in rows}
    hashes = {
        row.number: row.hash
        for row in connection.execute(select(chain.c.number, chain.c.hash).where(chain.c.number.in_(before)))
    }
    for row in rows:
        yield {**row, "before": hashes.get(row["number"] - 1, START)}


def confirmed(document: object) -> tuple[list[str], list[str]]:
    """What was found right and what was found wrong in an export. Raises NoExport."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise NoExport("this is no export of a game")
    if document.get("version") != VERSION:
        raise NoExport(f"an export of version {document.get('version')}; this auditor reads {VERSION}")
    try:
        wrong = [*_wrong_records(document), *_wrong_log(document["game"], document["players"])]
        right, differing = _audited_again(document)
        if not wrong:
            right.insert(0, f"{counted(len(document['records']), 'record')}: what they are about is what was chained")
        return right, [*wrong, *differing]
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise NoExport(f"a part of the export is missing or malformed: {type(error).__name__} {error}") from error


def _wrong_records(document: Json) -> Iterator[str]:
    """Records that do not fit what they are about, or the records beside them; and what has none."""
    keyed = {
        RULESET: {one["digest"]: one for one in document["rulesets"]},
        GAME: {document["game"]["digest"]: document["game"]},
        AUDIT: {one["id"]: one for one in document["audits"]},
        FINDING: {one["id"]: one for one in document["findings"]},
        REVIEW: {str(one["id"]): one for one in document["reviews"]},
    }
    hashes = {one["number"]: one["hash"] for one in document["records"]}
    seen = set()
    for one in document["records"]:
        kind, subject, number = one["kind"], one["subject"], one["number"]
        what = f"record {number} ({kind} {subject})"
        seen.add((kind, subject))
        if one["hash"] != hash_of(one["before"], number, kind, subject, one["content"]):
            yield f"{what}: its hash is wrong"
        if hashes.get(number - 1, one["before"]) != one["before"]:
            yield f"{what}: it does not follow the record before it"
        if kind != CURRENT:
            row = keyed[kind].get(subject)
            if row is None:
                yield f"{what}: what it is about was removed"
            elif content_of(kind, _stored(row), document["players"]) != one["content"]:
                yield f"{what}: what it is about was changed"
    for kind, rows in keyed.items():
        for subject in rows:
            if (kind, subject) not in seen:
                yield f"{kind} {subject}: it has no record"


def _stored(row: Json) -> Json:
    """The row as the store has it."""
    stored = dict(row)
    for name in MOMENTS:
        if stored.get(name) is not None:
            stored[name] = datetime.fromisoformat(stored[name])
    if stored.get("log") is not None:
        stored["log"] = b64decode(stored["log"], validate=True)
    return stored


def _wrong_log(game: Json, seats: list[Json]) -> Iterator[str]:
    if any(seat["game"] != game["digest"] for seat in seats):
        yield "a player is of another game"
    if game["log"] is not None:
        digest = sha256(unpacked(b64decode(game["log"], validate=True))).hexdigest()
        if digest != game["digest"]:
            yield f"the log is another: its SHA-256 is {digest}, not {game['digest']}"


def _audited_again(document: Json) -> tuple[list[str], list[str]]:
    """The audits that come out the same here, and those that do not."""
    game = document["game"]
    right: list[str] = []
    wrong: list[str] = []
    texts = {one["digest"]: one["text"] for one in document["rulesets"]}
    for made in document["audits"]:
        what = f"audit {made['id']}"
        if game["log"] is None or made["ruleset"] is None:
            right.append(f"{what}: the game could not be audited, so there is nothing to repeat")
            continue
        stored = [
            FindingRecord(*(one[name] for name in FindingRecord._fields))
            for one in document["findings"]
            if one["audit"] == made["id"]
        ]
        try:
            log = decode_game(unpacked(b64decode(game["log"], validate=True)))
            rules = load(texts[made["ruleset"]], "exported rules")
        except (LogError, RulesetError) as error:
            wrong.append(f"{what}: cannot be repeated: {error}")
            continue
        filed = FiledGame(log, rules, audit(log, rules).findings)
        again = {one.id: one for one in map(finding_record, filed.findings)}
        if rules.digest != made["ruleset"]:
            wrong.append(f"{what}: the text of its rules is another")
        elif made["engine_version"] != ENGINE_VERSION:
            told = f"{what}: made by engine {made['engine_version']}, this is {ENGINE_VERSION}"
            same = [one._replace(id="") for one in stored] == [one._replace(id="") for one in again.values()]
            (right if same else wrong).append(f"{told}: {'the same findings' if same else 'other findings'}")
        elif list(again.values()) != stored:
            wrong.append(f"{what}: audited again it has other findings")
        else:
            right.append(f"{what}: audited again it has the same {counted(len(stored), 'finding')}")
    return right, wrong


def read(text: str) -> object:
    """The document of an export's text. Raises NoExport."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NoExport(f"not JSON: {error}") from None


def written(document: Json) -> str:
    """The text of an export."""
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"
