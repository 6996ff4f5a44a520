"""The stages of a set of games, as functions that go through all of it once."""

import re
import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from auditor import wire
from auditor.batch.audits import Request, audit_source
from auditor.batch.formats import named
from auditor.batch.items import Source
from auditor.cli.storing import Storing
from auditor.judging import RulesChoice, judged
from auditor.store.engine import open_store
from auditor.v1 import game_log_pb2 as pb
from bench import rows
from bench.stage import Stage, timed
from replay.gamelog import GameLog

LABELS: Final = {
    "tenhou-xml": "Tenhou XML",
    "tenhou-json": "tenhou.net/6",
    "majsoul": "Mahjong Soul",
    "riichi-city": "Riichi City",
    "mjai": "mjai",
    "paifu": "paifu",
    "paifu-json": "paifu-json",
}
"""Of the formats in the names of stages."""

_TAG: Final = re.compile(r"<(/?\w+)([^>]*)>")
_BY_THE_LOG: Final = RulesChoice()


def sources_in(folder: Path) -> list[Source]:
    """The games of a prepared set, one a file, each file named by number and format."""
    files = sorted(file for file in folder.iterdir() if file.is_file())
    return [Source(file.name, file.read_bytes(), file.name.split(".")[1]) for file in files]


def logs_of(source: Source) -> list[GameLog]:
    """The games of a source by the reader the command line uses. Raises LogError for one that cannot be read."""
    log_format = named(source.format)
    assert log_format is not None, source.format
    logs = []
    for log in log_format.read(source):
        if not isinstance(log, GameLog):
            raise log
        logs.append(log)
    return logs


def game_stages(folder: Path, work: Path) -> tuple[str, list[Stage]]:
    """What the set holds, in words, and its stages. `work` is an empty folder for databases."""
    sources = sources_in(folder)
    logs = [log for source in sources for log in logs_of(source)]
    games, rounds = len(logs), sum(len(log.rounds) for log in logs)
    facts = f"{games} games, {rounds:,} rounds, {sum(log.events for log in logs):,} events"
    stages = [*_of_engine(logs), *_of_format(sources)]
    own = sources[0].format
    if own not in ("tenhou-xml", "paifu"):
        return facts, stages  # there are few such games, and what is beyond the reader is the same for all formats
    if own == "tenhou-xml":
        stages.append(_scan(sources))
        stages += _of_format([Source(log.header.game_id, wire.delimited(log), "paifu") for log in logs])
    readable = [Source(log.header.game_id, wire.to_json(log).encode(), "paifu-json") for log in logs]
    stages += [_reader(readable), _protobuf(logs), *_reports(sources, work)]
    return facts, stages


def _of_engine(logs: Sequence[GameLog]) -> list[Stage]:
    def replay() -> None:
        for log in logs:
            judged(log, _BY_THE_LOG, prove_walls=False)

    def prove() -> None:
        for log in logs:
            judged(log, _BY_THE_LOG, prove_walls=True)

    return [Stage("engine", len(logs), timed(replay)), Stage("engine, walls proven", len(logs), timed(prove))]


def _of_format(sources: Sequence[Source]) -> list[Stage]:
    """Reading, and the audit from the bytes of the file to the findings."""

    def audit() -> None:
        for source in sources:
            for log in logs_of(source):
                judged(log, _BY_THE_LOG, prove_walls=False)

    def prove() -> None:
        for source in sources:
            for log in logs_of(source):
                judged(log, _BY_THE_LOG, prove_walls=True)

    label, games = LABELS[sources[0].format], len(sources)
    return [
        _reader(sources),
        Stage(f"audit {label}", games, timed(audit)),
        Stage(f"audit {label}, walls proven", games, timed(prove)),
    ]


def _reader(sources: Sequence[Source]) -> Stage:
    def read() -> None:
        for source in sources:
            logs_of(source)

    return Stage(f"read {LABELS[sources[0].format]}", len(sources), timed(read))


def _scan(sources: Sequence[Source]) -> Stage:
    """The least a reader in Python can do with a text: one regular expression, nothing kept."""
    texts = [source.data.decode() for source in sources]

    def scan() -> None:
        for text in texts:
            _TAG.findall(text)

    return Stage(rows.SCAN, len(texts), timed(scan))


def _protobuf(logs: Sequence[GameLog]) -> Stage:
    """The generated class parses the bytes; none of our objects are made, no field is looked at."""
    encoded = [wire.encode_game(log) for log in logs]

    def decode() -> None:
        for data in encoded:
            pb.GameLog.FromString(data)

    return Stage(rows.PROTOBUF, len(encoded), timed(decode))


def _reports(sources: Sequence[Source], work: Path) -> list[Stage]:
    """As `auditor audit` does it, walls and the lines of the report included, without and with `--db`."""
    made = work / "made.db"
    open_store(f"sqlite:///{made}", create=True).dispose()
    number = 0

    def report() -> None:
        for source in sources:
            audit_source(source, Request())

    def store() -> float:
        """Into a database that has its tables and nothing else; making those does not count."""
        nonlocal number
        number += 1
        fresh = work / f"{number}.db"
        shutil.copyfile(made, fresh)
        storing = Storing(f"sqlite:///{fresh}", {})
        start = time.process_time()
        for source in sources:
            storing.take(audit_source(source, Request(keep=True)))
        refused = storing.finish(complete=True)
        spent = time.process_time() - start
        assert not refused, refused
        for file in work.glob(f"{number}.db*"):
            file.unlink()
        return spent

    return [
        Stage("report, no database", len(sources), timed(report)),
        Stage("report and SQLite", len(sources), store),
    ]
