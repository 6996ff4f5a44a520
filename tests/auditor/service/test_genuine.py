"""Genuine games by command line, AuditGames and FollowGame: the same findings, on the wire and in the store."""

import tarfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import pytest
from sqlalchemy import Row, Table, select

from auditor.reports import json_line
from auditor.store.engine import open_store
from auditor.store.schema import audits, findings, games, players, rulesets
from auditor.v1 import audit_service_pb2 as pb
from auditor.v1 import game_log_pb2
from auditor.wire import encode_game, write_paifu
from auditor.wire.findings import finding_of
from replay.catalogue import CATALOGUE
from replay.formats.tenhou_xml import read
from replay.gamelog import GameEnd, GameLog
from replay.ruleset.loader import preset
from replay.simulate.plant import WAYS, impossible, plant_fault
from tests.auditor.cli.serving import auditor, served
from tests.auditor.service.running import TIMEOUT, Running, answers, running

LOGS: Final = Path(__file__).resolve().parents[4] / "shared" / "logs"
ARCHIVES: Final = ("tenhou3p.tar.gz", "tenhou4p.tar.gz")
EACH: Final = 20  # games of an archive
FAULTY: Final = 4  # every so many: the game once more, with a fault planted
CODES: Final = {code.id: code for code in CATALOGUE}
SERVE: Final = ("--listen", "127.0.0.1:0", "--jobs", "1")


class File(NamedTuple):
    """A file to audit, and the one complete game in it."""

    name: str
    data: bytes
    log: GameLog


def complete(archive: str) -> Iterator[tuple[str, bytes, GameLog]]:
    """Name, text and log of every game in the archive that is logged to its end. Skips when it is not there."""
    path = LOGS / archive
    if not path.exists():
        pytest.skip(f"{archive} is not in ../shared/logs")
    with tarfile.open(path) as members:
        for member in members:
            content = members.extractfile(member)
            if content is None or not member.name.endswith(".xml"):
                continue
            data = content.read()
            log = read(data.decode(), sha256(data).hexdigest())
            if log.failure is None and log.rounds and isinstance(log.rounds[-1][-1], GameEnd):
                yield Path(member.name).name, data, log


def with_fault(log: GameLog, number: int) -> GameLog | None:
    """The game with one fault of some code, and still with its end; None when chance found no place for one."""
    rules = preset(log.header.variant)
    random = Random(number)
    for code in random.sample([code for code in sorted(WAYS) if impossible(code, rules) is None], 5):
        planted = plant_fault(code, log, rules, random)
        if planted is not None and isinstance(planted.game.rounds[-1][-1], GameEnd):
            return planted.game
    return None


def files_of(archive: str, most: int | None) -> list[File]:
    """Some genuine games, or all of them, and some more that are no longer what was played."""
    found: list[File] = []
    genuine = list(complete(archive))
    if most is not None:
        genuine = Random(archive).sample(genuine, most)
    for number, (name, data, log) in enumerate(genuine):
        found.append(File(name, data, log))
        faulty = None if number % FAULTY else with_fault(log, number)
        if faulty is not None:
            found.append(File(f"{name}.paifu", write_paifu([faulty]), faulty))
    return sorted(found)


def parts_of(log: GameLog, source: str, events: int) -> Iterator[pb.FollowGameRequest]:
    """The requests that send the game as it is played, so many events at a time, each remark with its event."""
    whole = game_log_pb2.GameLog.FromString(encode_game(log))
    begins = [0]
    for a_round in log.rounds:
        begins.append(begins[-1] + len(a_round))
    remarks = [
        (begins[one.round_index] + one.event_index if one.HasField("round_index") else 0, one) for one in whole.remarks
    ]
    yield pb.FollowGameRequest(header=whole.header, source=source)
    for begin in range(0, len(whole.events), events):
        here = [one for place, one in remarks if begin <= place < begin + events]
        yield pb.FollowGameRequest(events=whole.events[begin : begin + events], remarks=here)


def rows(url: str, table: Table) -> list[Row[tuple[object, ...]]]:
    """What the store holds, except when and in which run it came there."""
    engine = open_store(url, create=False)
    columns = [column for column in table.columns if column.name not in ("stored_at", "audited_at", "batch")]
    with engine.connect() as connection:
        found = list(connection.execute(select(*columns).order_by(*table.primary_key)))
    engine.dispose()
    return found


def lines_of(source: str, audit: pb.GameAudit) -> list[str]:
    assert not audit.left_off
    return [json_line(source, finding_of(message, CODES)) for message in audit.findings]


def differing(folder: Path, files: list[File]) -> list[str]:
    """The names of the games whose findings are not the same everywhere, and of the tables that are not."""
    night = folder / "night"
    night.mkdir()
    for file in files:
        (night / file.name).write_bytes(file.data)
    urls = {way: f"sqlite:///{folder / way}.db" for way in ("cli", "audit", "follow")}

    told = auditor("audit", "night", "--db", urls["cli"], "--output", "jsonl", folder=folder)
    assert told.returncode in (0, 1), told.stderr
    with served(folder, *SERVE, "--db", urls["audit"]) as server:
        streamed = auditor("stream", "night", "--target", server.target(), "--output", "jsonl", folder=folder)
        assert streamed.returncode == told.returncode, streamed.stderr
        assert server.ended() == 0
    wrong = [] if streamed.stdout == told.stdout else ["what stream prints"]

    lines: list[str] = []
    engine = open_store(urls["follow"], create=True)
    with running(engine) as followed:
        for number, file in enumerate(files):
            source = f"night/{file.name}"
            result, again = _both_ways(followed, file.log, source, 1 + number % 9)
            lines += lines_of(source, result.audit)
            if result.SerializeToString(deterministic=True) != again.SerializeToString(deterministic=True):
                wrong.append(source)
    engine.dispose()
    if "".join(f"{line}\n" for line in lines) != told.stdout:
        wrong.append("the findings of FollowGame")
    for table in (rulesets, games, players, audits, findings):
        stored = rows(urls["cli"], table)
        wrong += [f"{table.name} of {way}" for way in ("audit", "follow") if rows(urls[way], table) != stored]
    return wrong


def _both_ways(server: Running, log: GameLog, source: str, events: int) -> tuple[pb.GameResult, pb.GameResult]:
    """The result of FollowGame, and that of AuditGames on the same server."""
    told = list(server.audit.FollowGame(parts_of(log, source, events), timeout=TIMEOUT))
    assert told[-1].result.HasField("audit"), told[-1].result
    request = pb.AuditGamesRequest(games=[encode_game(log)], sources=[source])
    return told[-1].result, answers(server, request)[0].results[0]


@pytest.mark.parametrize("archive", ARCHIVES)
def test_genuine_games_have_the_same_findings_whichever_way_they_come(archive: str, tmp_path: Path) -> None:
    files = files_of(archive, EACH)
    assert len(files) > EACH
    assert differing(tmp_path, files) == []
