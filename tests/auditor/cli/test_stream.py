"""``auditor serve`` and ``auditor stream``, each a process: what comes out, and what a kill of the server costs."""

import subprocess
from pathlib import Path

import pytest
from sqlalchemy import func, select

from auditor.store.engine import open_store
from auditor.store.schema import audits, games
from auditor.wire import delimited, write_paifu
from tests.auditor.cli.serving import AUDITOR, TIMEOUT, auditor, served
from tests.auditor.logs import FAULTY
from tests.auditor.store.records import game

LISTEN = ("--listen", "127.0.0.1:0", "--jobs", "1")


def test_what_a_stream_prints_is_what_an_audit_prints(tmp_path: Path, database: str) -> None:
    (tmp_path / "night").mkdir()
    (tmp_path / "night" / "a.paifu").write_bytes(write_paifu([game(1), game(2, faulty=True)]))
    (tmp_path / "night" / "b.xml").write_bytes(FAULTY)
    (tmp_path / "night" / "c.txt").write_text("no log", encoding="utf-8")
    with served(tmp_path, *LISTEN, "--db", database) as server:
        sent = auditor("stream", "night", "--target", server.target(), "--output", "jsonl", folder=tmp_path)
        text = auditor("stream", "night", "--target", server.target(), "--batch", "1", folder=tmp_path)
        assert server.ended() == 0
    alone = auditor("audit", "night", "--output", "jsonl", folder=tmp_path)
    assert (sent.stdout, sent.returncode) == (alone.stdout, 1)
    assert "auditor: night/c.txt: skipped: no reader recognises it" in sent.stderr
    assert "3 games, " in sent.stderr
    assert text.returncode == 1
    assert "night/a.paifu  game game0002  tenhou" in text.stdout
    assert [event["event"] for event in server.events()][-2:] == ["draining", "ended"]
    assert "stream ended" in [event["event"] for event in server.events()]
    assert len({event["run_id"] for event in server.events()}) == 1
    engine = open_store(database, create=False)
    with engine.connect() as connection:
        assert connection.scalar(select(func.count()).select_from(audits)) == 3
        assert set(connection.scalars(select(games.c.source))) == {"night/a.paifu", "night/b.xml"}
    engine.dispose()


def test_what_cannot_be_sent_is_said_and_the_rest_is_sent(tmp_path: Path) -> None:
    good = delimited(game(1))
    (tmp_path / "bad.paifu").write_bytes(good + b"\x05noise" + delimited(game(2)) + b"\xff\xff\x03short")
    with served(tmp_path, *LISTEN) as server:
        sent = auditor("stream", "bad.paifu", "--target", server.target(), folder=tmp_path)
        nothing = auditor("stream", "gone", "--target", server.target(), folder=tmp_path)
        rules = auditor("stream", "bad.paifu", "--target", server.target(), "--variant", "kansai", folder=tmp_path)
    assert sent.returncode == 2
    assert "refused: MALFORMED_GAME" in sent.stderr
    assert "game 3 cannot be sent" in sent.stderr
    assert "3 games, " in sent.stderr
    assert nothing.returncode == 2
    assert "LOG003" in rules.stdout  # for another number of players


def test_a_killed_server_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    (tmp_path / "many.paifu").write_bytes(write_paifu(game(number) for number in range(400)))
    port = _free_port()
    target = f"127.0.0.1:{port}"
    arguments = ("--listen", target, "--jobs", "1")
    with (tmp_path / "stream.log").open("wb") as log:
        client = subprocess.Popen(
            [*AUDITOR, "stream", "many.paifu", "--target", target, "--batch", "4", "--output", "jsonl"],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=log,
        )
        assert client.stdout is not None
        with served(tmp_path, *arguments) as first:
            first.target()
            acknowledged = [client.stdout.readline() for _ in range(8)]
            first.process.kill()
        with served(tmp_path, *arguments):
            rest, _ = client.communicate(timeout=TIMEOUT)
    assert client.returncode == 0
    lines = [*acknowledged, *rest.splitlines(keepends=True)]
    assert len(lines) == len(set(lines)) == 400  # one notice a game, none twice and none lost
    engine = open_store(f"sqlite:///{tmp_path / 'auditor.db'}", create=False)
    with engine.connect() as connection:
        assert connection.scalar(select(func.count()).select_from(audits)) == 400
    engine.dispose()


def _free_port() -> int:
    import socket

    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def test_no_server_is_incomplete(tmp_path: Path) -> None:
    (tmp_path / "a.paifu").write_bytes(delimited(game(1)))
    sent = auditor("stream", "a.paifu", "--target", f"127.0.0.1:{_free_port()}", "--patience", "0", folder=tmp_path)
    assert sent.returncode == 4
    assert "the same command again sends what is missing" in sent.stderr


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--listen", "0.0.0.0:0"], "can be reached from elsewhere: use --tls-cert, or say --plaintext"),
        (["--listen", "here"], "expected HOST:PORT"),
        (["--tls-cert", "x"], "--tls-cert and --tls-key go together"),
        (["--tls-client-ca", "x"], "--tls-client-ca needs --tls-cert"),
        (["--token-file", "gone"], "--token-file gone: No such file"),
        (["--db", "mysql://x/y"], "mysql databases are not supported"),
        (["--config", "bad.toml"], "max_streams: Input should be greater than or equal to 1"),
        (["--config", "odd.toml"], "max_stream: Extra inputs are not permitted"),
    ],
)
def test_settings_that_cannot_be_are_refused(tmp_path: Path, arguments: list[str], reason: str) -> None:
    (tmp_path / "bad.toml").write_text("max_streams = 0\n", encoding="utf-8")
    (tmp_path / "odd.toml").write_text("max_stream = 3\n", encoding="utf-8")
    done = auditor("serve", *arguments, folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert reason in done.stderr
