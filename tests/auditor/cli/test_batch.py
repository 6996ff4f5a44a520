"""``auditor batch`` as an operator or a scheduler runs it: killed, resumed, split, and what it says then."""

import gzip
import json
import os
import re
import resource
import signal
import sqlite3
import subprocess
import sys
import tarfile
from contextlib import closing, suppress
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, sleep

import pytest
from sqlalchemy import func, select

from auditor.batch.shards import SHARD_GAMES
from auditor.store.engine import open_store
from auditor.store.schema import audits, batches, findings, games, rulesets, shards
from auditor.store.verify import verify
from tests.auditor.logs import CUT, GOOD, NO_LOG, tenhou_xml
from tools.contents import contents, differences

AUDITOR = str(Path(sys.executable).with_name("auditor"))
ROOT = Path(__file__).resolve().parents[3]
SHARDS = 6
GAMES = SHARD_GAMES * (SHARDS - 1) + 2


def start(*arguments: str | Path, cwd: Path, **environment: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [AUDITOR, "batch", *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=cwd,
        env={**os.environ, "AUDITOR_PATIENCE_SECONDS": "1", **environment},
        start_new_session=True,
    )


def batch(*arguments: str | Path, cwd: Path, **environment: str) -> tuple[int, list[str]]:
    """Exit status, and the lines on standard error but those of the log."""
    process = start(*arguments, cwd=cwd, **environment)
    out, err = process.communicate(timeout=160)
    assert out == ""
    assert "Traceback" not in err, err
    return process.returncode, [line for line in err.splitlines() if not line.startswith("{")]


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Logs in a folder and archives, some faulty, one cut short, some that are none: six shards of them."""
    folder = tmp_path_factory.mktemp("at") / "night"
    folder.mkdir()
    with tarfile.open(folder / "1.tar", "w") as archive:
        for number in range(GAMES - 2):
            path = folder / "one.xml"
            log = tenhou_xml(turns=30 + number % 23, not_held=5 if number % 20 == 7 else None)
            path.write_text(log.replace('n0="a"', f'n0="{number // 2}"'), encoding="utf-8")  # half of them come again
            archive.add(path, f"{number:04}.xml")
            path.unlink()
    (folder / "2.xml.gz").write_bytes(gzip.compress(tenhou_xml(turns=60, not_held=9).encode()))
    (folder / "3.xml").write_bytes(CUT)
    (folder / "readme.txt").write_bytes(NO_LOG)
    return folder


def said(url: str) -> dict[str, list[tuple[object, ...]]]:
    engine = open_store(url, create=False)
    with engine.connect() as connection:
        found = contents(connection)
        assert verify(connection).problems == []
    engine.dispose()
    return found


@pytest.fixture(scope="module")
def undisturbed(night: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[tuple[object, ...]]]:
    """What the night comes to, by one process that nobody disturbs."""
    folder = tmp_path_factory.mktemp("undisturbed")
    status, lines = batch(night, "--db", "sqlite:///a.db", "--jobs", "1", cwd=folder)
    assert status == 1
    assert lines[0] == f"auditor: {night}/readme.txt: skipped: no reader recognises it"
    assert lines[1].startswith(f"{GAMES:,} games, ")
    assert lines[-1].startswith("batch 1 is complete; ")
    return said(f"sqlite:///{folder / 'a.db'}")


def committed(url: str) -> int:
    """How many shards are committed."""
    with suppress(Exception):
        engine = open_store(url, create=False)
        try:
            with engine.connect() as connection:
                return connection.scalar(select(func.count()).select_from(shards)) or 0
        finally:
            engine.dispose()
    return 0


def until_committed(url: str, number: int) -> None:
    last = monotonic() + 100
    while committed(url) < number and monotonic() < last:
        sleep(0.05)  # looking is work too


def test_it_does_not_depend_on_the_number_of_workers(
    night: Path, undisturbed: dict[str, list[tuple[object, ...]]], database: str, tmp_path: Path
) -> None:
    status, _ = batch(night, "--db", database, "--jobs", "3", cwd=tmp_path)
    assert status == 1
    assert differences(undisturbed, said(database)) == []


@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed")
def test_it_does_not_depend_on_the_engine(
    night: Path, undisturbed: dict[str, list[tuple[object, ...]]], tmp_path: Path
) -> None:
    url = f"sqlite:///{tmp_path / 'a.db'}"
    status, lines = batch(night, "--db", url, "--jobs", "2", "--engine", "ray", cwd=tmp_path)
    assert status == 1, lines
    assert differences(undisturbed, said(url)) == []


CLUSTER = """
import ray, sys
ray.init(address="local", num_cpus=2, include_dashboard=False, object_store_memory=256 << 20, log_to_driver=False)
print(ray.get_runtime_context().gcs_address, flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed")
def test_a_cluster_that_runs_already_is_used_and_left_running(
    night: Path, undisturbed: dict[str, list[tuple[object, ...]]], tmp_path: Path
) -> None:
    token = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": "0" * 32}  # what lets the batch into the cluster
    with subprocess.Popen(
        [sys.executable, "-W", "ignore", "-c", CLUSTER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, **token, "RAY_USAGE_STATS_ENABLED": "0"},
        cwd=tmp_path,
    ) as cluster:
        assert cluster.stdout is not None
        address = cluster.stdout.readline().strip()
        assert re.fullmatch(r"[0-9.]+:[0-9]+", address)
        for number in (1, 2):
            url = f"sqlite:///{tmp_path / f'{number}.db'}"
            status, lines = batch(
                night, "--db", url, "--engine", "ray", "--ray-address", address, cwd=tmp_path, **token
            )
            assert status == 1, lines
            assert differences(undisturbed, said(url)) == []
        cluster.communicate("", timeout=60)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_what_breaks_off_is_resumed(
    how: signal.Signals,
    night: Path,
    undisturbed: dict[str, list[tuple[object, ...]]],
    database: str,
    tmp_path: Path,
) -> None:
    # Who is asked to stop commits what is audited: twice that could be all there is.
    times = 2 if how is signal.SIGKILL else 1
    for _ in range(times):
        before = committed(database)
        process = start(night, "--db", database, "--jobs", "1", "--resume", cwd=tmp_path)
        until_committed(database, before + 1)
        process.send_signal(how)
        out, err = process.communicate(timeout=60)
        assert out == ""
        if how is signal.SIGKILL:
            assert process.returncode == -how
        else:
            assert process.returncode == 4, err
            assert " committed by this run of batch 1; the same command with --resume does the rest" in err
    before = committed(database)
    assert times <= before < SHARDS
    status, lines = batch(night, "--db", database, "--jobs", "2", "--resume", cwd=tmp_path)
    assert status == 1
    assert lines[-1].startswith("batch 1 is complete, ")
    assert f"{GAMES:,} games, " in "\n".join(lines)  # the summary is of the whole
    assert differences(undisturbed, said(database)) == []
    engine = open_store(database, create=False)
    with engine.connect() as connection:
        (row,) = connection.execute(select(batches))
        assert row.games == GAMES
        assert row.ended_at is not None
        assert json.loads(row.request)["command"] == "batch"
    engine.dispose()


def test_schedulers_share_a_night(
    night: Path, undisturbed: dict[str, list[tuple[object, ...]]], tmp_path: Path
) -> None:
    url = f"sqlite:///{tmp_path / 'a.db'}"
    open_store(url, create=True).dispose()
    running = [start(night, "--db", url, "--jobs", "1", "--shard", f"{one}/3", cwd=tmp_path) for one in (1, 2, 3)]
    for process in running:
        _, err = process.communicate(timeout=160)
        assert process.returncode in (0, 1), err
    together = said(url)
    for name in ("games", "audits", "findings", "players", "rulesets"):
        assert together[name] == undisturbed[name], name
    engine = open_store(url, create=False)
    with engine.connect() as connection:
        found = connection.execute(select(shards.c.batch, shards.c.number).order_by(shards.c.number)).all()
        assert connection.scalar(select(func.sum(batches.c.games))) == GAMES
    engine.dispose()
    assert [number for _, number in found] == list(range(SHARDS))
    assert found[0][0] == found[3][0]
    assert len({number for number, _ in found}) == 3


@pytest.fixture
def few(tmp_path: Path) -> Path:
    """A folder with two logs."""
    folder = tmp_path / "few"
    folder.mkdir()
    (folder / "1.xml").write_bytes(GOOD)
    (folder / "2.xml").write_bytes(tenhou_xml(turns=40).encode())
    return folder


def broken_off(folder: Path, url: str, *options: str) -> None:
    """A batch over the folder that is said to have broken off when it was done."""
    status, lines = batch(folder, "--db", url, "--jobs", "1", *options, cwd=folder.parent)
    assert status == 0, lines
    engine = open_store(url, create=False)
    with engine.begin() as connection:
        connection.execute(batches.update().values(ended_at=None))
    engine.dispose()


def test_a_batch_that_was_done_but_for_its_end_is_ended(few: Path) -> None:
    broken_off(few, "sqlite:///a.db".replace("///", f"///{few.parent}/"))
    url = f"sqlite:///{few.parent / 'a.db'}"
    status, lines = batch(few, "--db", url, "--resume", cwd=few.parent)
    assert status == 0
    assert lines[-1].startswith("batch 1 is complete, 0 games of it now; 0 newly audited; ")
    status, lines = batch(few, "--db", url, "--resume", cwd=few.parent)
    assert status == 0
    assert lines[0] == "auditor: there is nothing to resume, batch 1 is complete; batch 2 begins"
    assert committed(url) == 2


@pytest.mark.parametrize(
    ("options", "change", "reason"),
    [
        (["--variant", "tenhou"], "", "--variant was not given"),
        (["--set", "chi=false"], "", "--set was another"),
        (["--format", "tenhou-xml"], "", "--format was not given"),
        (["--log-column", "log"], "", "--log-column was not given"),
        ([], "add", r"few was 2 files of [0-9,]+ bytes, and now is 3 files of [0-9,]+ bytes"),
        ([], "edit", r"few was changed: as many files and bytes as before, with other names, sizes or times"),
        ([], "engine", "it was begun with engine version 0, this one is "),
    ],
)
def test_what_no_longer_fits_is_not_resumed(few: Path, options: list[str], change: str, reason: str) -> None:
    url = f"sqlite:///{few.parent / 'a.db'}"
    broken_off(few, url)
    if change == "add":
        (few / "3.xml").write_bytes(GOOD)
    elif change == "edit":
        (few / "1.xml").write_bytes(GOOD.replace(b'n0="a"', b'n0="x"'))
    elif change == "engine":
        engine = open_store(url, create=False)
        with engine.begin() as connection:
            connection.execute(batches.update().values(engine_version="0"))
        engine.dispose()
    status, lines = batch(few, "--db", url, "--resume", *options, cwd=few.parent)
    assert status == 2
    (line,) = lines
    assert line.startswith("auditor: --resume: batch 1 cannot be resumed: ")
    assert line.endswith("; without --resume a new batch begins")
    assert re.search(reason, line), line
    status, lines = batch(few, "--db", url, *options, cwd=few.parent)  # and that is so
    assert lines[-1].startswith("batch 2 is complete; ")


def test_sources_that_look_the_same_and_are_not_are_seen(few: Path) -> None:
    url = f"sqlite:///{few.parent / 'a.db'}"
    broken_off(few, url)
    found = (few / "2.xml").stat()
    data = (few / "2.xml").read_bytes()
    (few / "2.xml").write_bytes(data.replace(b'n0="a"', b'n0="x"'))
    os.utime(few / "2.xml", ns=(found.st_atime_ns, found.st_mtime_ns))
    status, lines = batch(few, "--db", url, "--resume", cwd=few.parent)
    assert status == 2
    assert lines == [
        "auditor: --resume: batch 1: the sources are no longer what was audited: shard 0, which begins with "
        f"{few}/1.xml, was another; without --resume a new batch begins"
    ]


def test_stored_games_are_audited_again_by_their_rules(few: Path) -> None:
    url = f"sqlite:///{few.parent / 'a.db'}"
    assert batch(few, "--db", url, "--set", "kuikae=allowed", cwd=few.parent)[0] == 0
    (few / "1.xml").write_bytes(tenhou_xml(turns=41, not_held=5).encode())
    assert batch(few / "1.xml", "--db", url, "--variant", "tenhou", cwd=few.parent)[0] == 1
    before = said(url)
    assert len(before["games"]) == 3
    status, lines = batch("--from-store", "--db", url, cwd=few.parent)
    assert status == 1, lines
    assert lines[0].startswith("3 games, ")
    assert said(url) == before  # the same rules and engine: the same audits
    with closing(sqlite3.connect(few.parent / "a.db")) as connection:  # as another engine would have written it
        connection.execute("UPDATE audits SET engine_version = '0', id = 'old' || substr(id, 4)")
        connection.execute("UPDATE findings SET audit = 'old' || substr(audit, 4), id = 'old' || substr(id, 4)")
        connection.commit()
    status, lines = batch("--from-store", "--db", url, "--jobs", "2", cwd=few.parent)
    assert lines[-1].startswith("batch 4 is complete; 3 newly audited; "), lines
    engine = open_store(url, create=False)
    with engine.connect() as connection:
        joined = audits.join(rulesets, rulesets.c.digest == audits.c.ruleset)
        found = connection.execute(select(audits.c.game, audits.c.current, rulesets.c.digest).select_from(joined)).all()
    engine.dispose()
    assert len(found) == 6
    for game in {row.game for row in found}:
        old, new = sorted((row for row in found if row.game == game), key=lambda row: row.current)
        assert (old.current, new.current) == (False, True)
        assert old.digest == new.digest
    status, lines = batch("--from-store", "--since", "2999-01-01", "--db", url, cwd=few.parent)
    assert status == 5
    assert lines[0].startswith("0 games, ")
    status, lines = batch("--from-store", "--variant", "kansai", "--db", url, cwd=few.parent)
    assert status == 5


def test_stored_games_are_audited_by_other_rules(few: Path) -> None:
    url = f"sqlite:///{few.parent / 'a.db'}"
    broken_off(few, url)
    (few.parent / "house.toml").write_text('name = "house"\nrevision = 1\nextends = "tenhou"\n', encoding="utf-8")
    options = ("--from-store", "--variant", "tenhou", "--rules", "house.toml", "--db", url)
    assert batch(*options, cwd=few.parent)[0] == 0
    engine = open_store(url, create=False)
    with engine.begin() as connection:
        joined = audits.join(rulesets, rulesets.c.digest == audits.c.ruleset)
        names = connection.scalars(select(rulesets.c.name).select_from(joined).where(audits.c.current)).all()
        connection.execute(batches.update().values(ended_at=None))
    engine.dispose()
    assert names == ["house", "house"]
    # What this very batch has made current does not change what it is about.
    status, lines = batch(*options, "--resume", cwd=few.parent)
    assert status == 0, lines
    assert lines[-1].startswith("batch 2 is complete, 0 games of it now; 0 newly audited; ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["few"], "--db is needed: a batch is what it commits"),
        (["--db", "sqlite:///a.db"], "there is no SOURCE; --from-store audits what the database has"),
        (["few", "--from-store", "--db", "sqlite:///a.db"], "either SOURCE or --from-store can be given, not both"),
        (["few", "--since", "2026-01-01", "--db", "sqlite:///a.db"], "--since goes with --from-store"),
        (
            ["--from-store", "--until", "soon", "--db", "sqlite:///a.db"],
            "--until soon: expected a date or time such as",
        ),
        (
            ["few", "--db", "sqlite:///few/a.db"],
            "--db: few/a.db is in few, which has to stay as it is; put it elsewhere",
        ),
        (
            ["few", "--db", "sqlite:///a.db", "--textfile", "few/a.prom"],
            "--textfile: few/a.prom is in few, which has to stay as it is; put it elsewhere",
        ),
        (
            ["few/1.xml", "few/../few/2.jsonl", "--db", "sqlite:///a.db", "--report", "few/2.jsonl"],
            "--report: few/2.jsonl is in few/../few/2.jsonl, which has to stay as it is; put it elsewhere",
        ),
        (["few", "--db", "sqlite:///a.html", "--report", "./a.html"], "--report: ./a.html is the database"),
        (
            ["few", "--variant", "tenho", "--db", "sqlite:///a.db"],
            "--variant tenho: there is no such preset; the nearest",
        ),
        (["few", "--set", "chii=false", "--db", "sqlite:///a.db"], "chii: there is no such switch"),
        (["few", "--rules", "gone.toml", "--db", "sqlite:///a.db"], "--rules gone.toml: No such file"),
        (
            ["few", "--shard", "0/2", "--db", "sqlite:///a.db"],
            "--shard 0/2: expected I/N, from 1/N to N/N, such as 2/8",
        ),
        (["few", "--shard", "3/2", "--db", "sqlite:///a.db"], "--shard 3/2: expected I/N"),
        (["few", "--report", "a.pdf", "--db", "sqlite:///a.db"], "--report a.pdf: expected a name that ends in"),
        (["few", "--textfile", "a.txt", "--db", "sqlite:///a.db"], "--textfile a.txt: expected a name that ends in"),
        (["few", "--db", "sqlite:////nowhere/at/all/a.db"], "--db: sqlite:////nowhere/at/all/a.db cannot be opened"),
        (["--from-store", "--db", "sqlite:///none.db"], "--db: there is no database none.db"),
        (["few", "--ray-address", "x:1", "--db", "sqlite:///a.db"], "--ray-address goes with --engine ray"),
    ],
)
def test_what_cannot_be_asked_for(few: Path, arguments: list[str], message: str) -> None:
    (few.parent / "a.db").unlink(missing_ok=True)
    status, lines = batch(*arguments, cwd=few.parent)
    assert status == 2
    assert lines[0].startswith("auditor: "), lines
    assert message in lines[0]
    assert not (few / "a.db").exists()


def test_a_server_that_is_away_from_the_start_may_be_tried_again(few: Path) -> None:
    status, (line, *_) = batch("few", "--db", "postgresql://localhost:1/x", cwd=few.parent)
    assert status == 4
    assert line.startswith("auditor: --db: postgresql://localhost:1/x cannot be opened: ")
    assert line.endswith("; the same command with --resume does the rest")


def test_what_cannot_be_read_is_told_and_the_rest_is_audited(few: Path) -> None:
    (few / "3.xml.gz").write_bytes(gzip.compress(GOOD)[:-20])
    status, lines = batch("few", "gone", "--db", "sqlite:///a.db", cwd=few.parent)
    assert status == 2
    assert lines[0].startswith("auditor: few/3.xml.gz: cannot be read: damaged gzip data")
    assert lines[1] == "auditor: gone: cannot be read: No such file or directory"
    assert lines[2].startswith("2 games, ")


def test_nothing_to_audit(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    status, lines = batch("empty", "--db", "sqlite:///a.db", cwd=tmp_path)
    assert status == 5
    assert lines[-1].startswith("batch 1 is complete; 0 newly audited; ")


@pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="files have no bound here")
def test_a_full_disk_ends_with_4_and_is_resumed(
    night: Path, undisturbed: dict[str, list[tuple[object, ...]]], tmp_path: Path
) -> None:
    url = f"sqlite:///{tmp_path / 'a.db'}"
    command = f"ulimit -f 700; exec {AUDITOR} batch {night} --db {url} --jobs 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 4, done.stderr
    assert " cannot be written: " in done.stderr
    assert done.stderr.endswith("; the same command with --resume does the rest\n")
    status, _ = batch(night, "--db", url, "--jobs", "2", "--resume", cwd=tmp_path)
    assert status == 1
    assert differences(undisturbed, said(url)) == []


@pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="files have no bound here")
@pytest.mark.parametrize("blocks", [8, 100])  # of 1 KiB: too few for the tables, and enough for some of them
def test_a_disk_that_is_full_from_the_start_ends_with_4(few: Path, blocks: int) -> None:
    command = f"ulimit -f {blocks}; exec {AUDITOR} batch few --db sqlite:///a.db --jobs 1"
    done = subprocess.run(
        ["bash", "-c", command], cwd=few.parent, capture_output=True, text=True, timeout=100, check=False
    )
    assert done.returncode == 4, done.stderr
    assert done.stderr.startswith("auditor: --db: sqlite:///a.db cannot be ")
    assert done.stderr.endswith("; the same command with --resume does the rest\n")
    assert batch("few", "--db", "sqlite:///a.db", "--resume", cwd=few.parent)[0] == 0


@pytest.mark.parametrize("where", ["2>/dev/full", "2>&-", "2> >(exit)"])
def test_nothing_changes_when_nobody_takes_what_it_says(few: Path, where: str) -> None:
    (few / "readme.txt").write_text("said to be skipped")
    command = f"{AUDITOR} batch few --db sqlite:///a.db --jobs 1 --report r.jsonl --textfile m.prom {where}"
    done = subprocess.run(["bash", "-c", command], cwd=few.parent, capture_output=True, timeout=100, check=False)
    assert (done.returncode, done.stdout) == (0, b"")
    assert committed(f"sqlite:///{few.parent / 'a.db'}") == 1
    assert 'auditor_batch_exit_status{shard=""} 0.0' in (few.parent / "m.prom").read_text(encoding="utf-8")
    assert (few.parent / "r.jsonl").exists()


@pytest.mark.parametrize(("options", "found"), [((), False), (("--shard", "2/2"), True)])
def test_a_night_without_games_is_no_success(few: Path, options: tuple[str, ...], *, found: bool) -> None:
    (few / "1.xml").unlink()
    (few / "2.xml").unlink()
    assert batch("few", "--db", "sqlite:///a.db", "--textfile", "m.prom", *options, cwd=few.parent)[0] == 5
    metrics = (few.parent / "m.prom").read_text(encoding="utf-8")
    assert "auditor_batch_complete" in metrics
    assert ("auditor_batch_last_success_timestamp_seconds{" in metrics) == found


def test_progress_is_what_is_audited(tmp_path: Path) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(4):
        (folder / f"{number}.xml").write_bytes(GOOD + b" " * (3 << 20))  # a shard each
    process = start("many", "--db", "sqlite:///a.db", "--jobs", "1", cwd=tmp_path, AUDITOR_PROGRESS_SECONDS="0.1")
    _, err = process.communicate(timeout=100)
    lines = [json.loads(line) for line in err.splitlines() if line.startswith("{")]
    assert lines[0]["games"] == 1  # starting the worker takes longer than the tenth of a second
    for line in lines:
        # A shard is cut when the next file is read: one file ahead.
        assert line["bytes"] == min(line["games"] + 1, 4) * (len(GOOD) + (3 << 20))


def test_a_database_that_is_gone_ends_with_4_and_is_resumed(
    night: Path, undisturbed: dict[str, list[tuple[object, ...]]], tmp_path: Path
) -> None:
    url = f"sqlite:///{tmp_path / 'a.db'}"
    open_store(url, create=True).dispose()
    engine = open_store(url, create=False)
    process = start(night, "--db", url, "--jobs", "1", cwd=tmp_path)
    until_committed(url, 1)
    with engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE players RENAME TO gone")
    _, err = process.communicate(timeout=100)
    assert process.returncode == 4, err
    assert "cannot be written: no such table" in err
    with engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE gone RENAME TO players")
    engine.dispose()
    status, _ = batch(night, "--db", url, "--jobs", "2", "--resume", cwd=tmp_path)
    assert status == 1
    assert differences(undisturbed, said(url)) == []


def test_progress_is_one_line_of_json_now_and_then(night: Path, tmp_path: Path) -> None:
    process = start(night, "--db", "sqlite:///a.db", "--jobs", "1", cwd=tmp_path, AUDITOR_PROGRESS_SECONDS="0.1")
    _, err = process.communicate(timeout=100)
    lines = [json.loads(line) for line in err.splitlines() if line.startswith("{")]
    assert lines
    for line in lines:
        assert line["event"] == "auditing"
        assert {"games", "errors", "warnings", "games_per_second", "bytes", "of_bytes", "seconds_left"} <= line.keys()
    assert [line["games"] for line in lines] == sorted(line["games"] for line in lines)


def test_report_and_metrics_are_written(few: Path) -> None:
    (few / "3.xml").write_bytes(tenhou_xml(not_held=5).encode())
    options = ("--report", "r.jsonl", "--textfile", "m.prom", "--shard", "1/1")
    status, _ = batch("few", "--db", "sqlite:///a.db", *options, cwd=few.parent)
    assert status == 1
    lines = [json.loads(line) for line in (few.parent / "r.jsonl").read_text(encoding="utf-8").splitlines()]
    assert any(line.get("games") == 3 for line in lines), lines[:3]
    metrics = (few.parent / "m.prom").read_text(encoding="utf-8")
    assert 'auditor_batch_games{shard="1/1"} 3.0' in metrics
    assert 'auditor_batch_complete{shard="1/1"} 1.0' in metrics
    assert 'auditor_batch_exit_status{shard="1/1"} 1.0' in metrics


def test_a_damaged_log_of_the_store_cannot_be_read(few: Path) -> None:
    url = f"sqlite:///{few.parent / 'a.db'}"
    broken_off(few, url)
    engine = open_store(url, create=False)
    with engine.begin() as connection:
        connection.execute(games.update().values(log=b"damaged"))
    with engine.connect() as connection:
        assert connection.scalar(select(func.count()).select_from(findings))
    engine.dispose()
    status, lines = batch("--from-store", "--db", url, cwd=few.parent)
    assert status == 2
    assert "cannot be read: the stored bytes are damaged" in lines[0]
