"""``auditor audit`` as an operator runs it: output, summary and exit status."""

import gzip
import json
import os
import signal
import subprocess
import sys
import tarfile
from dataclasses import replace
from pathlib import Path
from select import select
from time import sleep

import pytest

from auditor.wire import write_paifu
from replay.ruleset.loader import preset
from replay.simulate.play import play_games
from tests.auditor.logs import CUT, FAULTY, GOOD, NO_LOG

AUDITOR = str(Path(sys.executable).with_name("auditor"))
ROOT = Path(__file__).resolve().parents[3]
LOGS = ROOT.parent / "shared" / "logs"


def auditor(
    *arguments: str | Path, stdin: bytes = b"", cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [AUDITOR, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        cwd=cwd,
        env={**os.environ, **environment},
        timeout=60,
        check=False,
    )


@pytest.fixture
def night(tmp_path: Path) -> Path:
    """A directory with two logs, one of them faulty, and a file that is none."""
    folder = tmp_path / "night"
    folder.mkdir()
    (folder / "1.xml").write_bytes(GOOD)
    (folder / "2.xml.gz").write_bytes(gzip.compress(FAULTY))
    (folder / "readme.txt").write_bytes(NO_LOG)
    return folder


def test_jsonl_is_findings_and_nothing_else(night: Path) -> None:
    done = auditor("audit", "night", "--output", "jsonl", cwd=night.parent)
    assert done.returncode == 1
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(one["file"], one["code"]) for one in found] == [
        ("night/1.xml", "LOG004"),
        ("night/2.xml.gz", "LOG004"),
        ("night/2.xml.gz", "TRN005"),
    ]
    skipped, summary = done.stderr.decode().splitlines()
    assert skipped == "auditor: night/readme.txt: skipped: no reader recognises it"
    assert summary.startswith("2 games, 2 rounds, 34 events; findings: 1 error, 0 warnings, 2 notices; 1 skipped; ")
    assert summary.endswith(" games/s")


def test_text_is_grouped_by_file(night: Path) -> None:
    done = auditor("audit", night)
    assert done.returncode == 1
    headings = [line for line in done.stdout.decode().splitlines() if line and not line.startswith(" ")]
    assert [heading.split("  ")[0] for heading in headings] == [f"{night}/1.xml", f"{night}/2.xml.gz"]


def test_output_does_not_depend_on_the_number_of_jobs(night: Path) -> None:
    with tarfile.open(night / "more.tar", "w") as archive:
        for number in range(30):
            archive.add(night / ("1.xml" if number % 4 else "2.xml.gz"), f"{number}.xml")
    for output in ("jsonl", "text"):
        one, two = (auditor("audit", night, "--output", output, "--jobs", jobs) for jobs in ("1", "2"))
        assert one.stdout.count(b"LOG004") == 32
        assert one.stdout == two.stdout
        assert one.returncode == two.returncode == 1


@pytest.mark.parametrize(
    ("arguments", "stdin", "status", "complaint"),
    [
        (["1.xml"], b"", 0, ""),
        (["-"], FAULTY, 1, ""),
        (["1.xml", "-"], CUT, 1, ""),
        (["-"], b"", 5, "-: skipped: empty"),
        (["readme.txt"], b"", 5, "readme.txt: skipped: no reader recognises it"),
        (["1.xml", "gone.xml"], b"", 2, "gone.xml: cannot be read: No such file or directory"),
        (["2.xml.gz", "-"], gzip.compress(GOOD)[:-9], 2, "-: cannot be read: damaged gzip data"),
        (["2.xml.gz", "--format", "paifu-json"], b"", 1, ""),
        (["1.xml", "--set", "chi=false"], b"", 0, ""),
        (["1.xml", "--no-wall"], b"", 0, ""),
        (["1.xml", "--no-wall", "--db", "sqlite:///a.db"], b"", 2, "what is stored is the whole audit"),
        (["1.xml", "--rules", "none.toml"], b"", 2, "--rules none.toml: No such file or directory"),
        (["1.xml", "--rules", "readme.txt"], b"", 2, "readme.txt:1: this is not TOML"),
        (["1.xml", "--variant", "tenho"], b"", 2, "there is no such preset; the nearest is tenhou"),
        (["1.xml", "--variant", "tenhou", "--rules", "x"], b"", 2, "either --variant or --rules"),
        (["1.xml", "--set", "chi"], b"", 2, "--set chi: expected SWITCH=VALUE"),
        (["1.xml", "--set", "chii=true"], b"", 2, "the nearest known name is chi"),
        (["1.xml", "--set", "chi=maybe"], b"", 2, "expected true or false"),
        (
            ["1.xml", "--format", "xml"],
            b"",
            2,
            "there is no such format; there are tenhou-xml, tenhou-json, majsoul, riichi-city, mjai, paifu, paifu-json",
        ),
        (["1.xml", "--jobs", "0"], b"", 2, "Invalid value for '--jobs'"),
        (["1.xml", "--nonsense"], b"", 2, "No such option: --nonsense"),
        ([], b"", 2, "Missing argument"),
    ],
)
def test_exit_status(night: Path, arguments: list[str], stdin: bytes, status: int, complaint: str) -> None:
    done = auditor("audit", *arguments, stdin=stdin, cwd=night)
    assert done.returncode == status, done.stderr.decode()
    assert complaint in done.stderr.decode()
    assert b"Traceback" not in done.stderr


def test_what_cannot_be_opened_outweighs_findings_and_stops_nothing(night: Path) -> None:
    done = auditor("audit", "gone.xml", "2.xml.gz", "--output", "jsonl", cwd=night)
    assert done.returncode == 2
    assert b"TRN005" in done.stdout


def test_rules_of_a_file_are_named_in_the_findings(night: Path) -> None:
    (night / "house.toml").write_text('extends = "tenhou"\nname = "house"\n', encoding="utf-8")
    done = auditor("audit", "1.xml", "--rules", "house.toml", "--output", "jsonl", cwd=night)
    assert json.loads(done.stdout)["variant"] == "house"


def test_settings_come_from_the_environment(night: Path) -> None:
    done = auditor("audit", "1.xml", cwd=night, AUDITOR_MAX_FILE_BYTES="1024")
    assert done.returncode == 0
    (night / "1.xml").write_bytes(GOOD + b" " * 1024)
    done = auditor("audit", "1.xml", cwd=night, AUDITOR_MAX_FILE_BYTES="1024")
    assert done.returncode == 2
    assert b"1.xml: cannot be read: larger than 1,024 bytes" in done.stderr
    done = auditor("audit", "1.xml", cwd=night, AUDITOR_MAX_FILE_BYTES="much")
    assert done.returncode == 2
    assert b"AUDITOR_MAX_FILE_BYTES: Input should be a valid integer" in done.stderr


def test_names_that_are_not_utf_8_are_told(night: Path) -> None:
    os.rename(night / "1.xml", os.fsencode(night) + b"/\xff.xml")
    (night / "2.xml.gz").unlink()
    done = auditor("audit", night, "--output", "jsonl", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert done.returncode == 0
    assert json.loads(done.stdout)["file"] == f"{night}/\\xff.xml"


def many(night: Path, count: int) -> Path:
    """An archive of so many logs, some 2,000 of which are audited in a second."""
    with tarfile.open(night / "many.tar", "w") as archive:
        for number in range(count):
            archive.add(night / "1.xml", f"{number}.xml")
    return night / "many.tar"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_control_c_ends_with_one_line(night: Path, jobs: str) -> None:
    process = subprocess.Popen(
        [AUDITOR, "audit", many(night, 10_000), "--jobs", jobs],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        assert process.stdout is not None
        begun, _, _ = select([process.stdout], [], [], 20)
        sleep(0.2)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does, to the workers too
        _, complaints = process.communicate(timeout=20)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        _, complaints = process.communicate(timeout=20)
        pytest.fail(f"it does not end; on standard error: {complaints.decode()}")
    assert begun, f"no finding within 20 s; on standard error: {complaints.decode()}"
    assert process.returncode == 130, complaints.decode()
    assert complaints.startswith(b"auditor: interrupted; "), complaints.decode()
    assert complaints.count(b"\n") == 1, complaints.decode()


def test_workers_that_cannot_start_end_it_with_one_line(night: Path) -> None:
    program = (
        "import sys; sys.path.append(sys.argv.pop(1))\n"
        "from pathlib import Path; from auditor.cli.main import main; "
        "from tests.auditor.unstartable import no_worker_starts\n"
        "with no_worker_starts(Path(sys.argv.pop(1))): sys.exit(main())"
    )
    asked = [sys.executable, "-c", program, ROOT, night, "audit", "--jobs", "2", night / "1.xml"]
    done = subprocess.run(list(map(str, asked)), capture_output=True, timeout=60, check=False)
    assert done.returncode == 4
    assert done.stdout == b""
    told = b"auditor: no worker can start: 3 of them died before they had anything to do; 0 games, "
    assert done.stderr.startswith(told), done.stderr
    assert done.stderr.count(b"\n") == 1


def test_a_closed_pipe_ends_quietly(night: Path) -> None:
    process = subprocess.Popen([AUDITOR, "audit", many(night, 1000)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.read(1)
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(timeout=20) == 141


def test_long_work_says_how_far_it_is(night: Path) -> None:
    done = auditor("audit", many(night, 1000), AUDITOR_PROGRESS_SECONDS="0.1")
    *lines, _ = done.stderr.decode().splitlines()
    first, *_ = map(json.loads, lines)
    assert first["event"] == "auditing"
    assert first["games"] > 0
    assert first["run_id"]


def test_no_protobuf_is_loaded_where_nothing_is_found() -> None:
    heavy = ("google.protobuf", "sqlalchemy", "grpc")
    code = f"import sys, auditor.cli.audit_run; print([name for name in {heavy} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout == b"[]\n"


@pytest.mark.skipif(not (LOGS / "tenhou3p.tar.gz").exists(), reason="the real logs are not here")
def test_real_logs_are_read_from_their_archive() -> None:
    done = auditor("audit", LOGS / "tenhou3p.tar.gz", "--output", "jsonl", "--jobs", "2")
    assert done.stderr.decode().splitlines()[-1].startswith("253 games, 2,292 rounds, ")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_infer_says_which_reading_explains_the_findings(tmp_path: Path, jobs: str) -> None:
    rules = preset("kansai-north-red").alternative("noten_pool", "3000")
    games = [replace(game, header=replace(game.header, overrides=())) for game in play_games(rules, 8, 3)]
    (tmp_path / "night.paifu").write_bytes(write_paifu(games))
    plain = auditor("audit", "night.paifu", cwd=tmp_path)
    done = auditor("audit", "--infer", "--jobs", jobs, "night.paifu", cwd=tmp_path)
    assert done.stdout == plain.stdout
    assert done.returncode == plain.returncode == 0
    summary, heading, line = done.stderr.decode().splitlines()
    assert summary.startswith("8 games, ")
    assert heading == "other readings of assumed switches:"
    assert line.startswith("  kansai-north-red: noten_pool = 3000 explains ")
    assert line.endswith("; fits 8 games it was tried on")


def test_infer_where_nothing_is_assumed(night: Path) -> None:
    done = auditor("audit", "--infer", "night", cwd=night.parent)
    assert done.returncode == 1
    assert done.stderr.decode().splitlines()[-1] == (
        "no other reading of an assumed switch explains anything that was found"
    )
