"""The units: systemd finds nothing wrong with them, and their command does what the documents say."""

import shlex
import subprocess
from pathlib import Path
from shutil import copyfile, which

import pytest

from auditor.batch.textfile import last_success
from auditor.cli.status import Status
from tests.deploy.nights import DEPLOY, SECONDS, environment, night, shell, yesterday

SERVICE = DEPLOY / "systemd" / "auditor-batch@.service"
TIMER = DEPLOY / "systemd" / "auditor-batch.timer"
ANALYZE = which("systemd-analyze")

Unit = dict[str, dict[str, list[str]]]


def parsed(path: Path) -> Unit:
    """The settings by section and name; a line that is none of it fails."""
    unit: Unit = {}
    section = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith(("#", ";")):
            continue
        if line.startswith("["):
            section = line.strip("[]")
            assert section not in unit
            unit[section] = {}
            continue
        name, equals, value = line.partition("=")
        assert equals, line
        assert name.isalpha(), line
        unit[section].setdefault(name, []).append(value)
    return unit


def command(unit: Unit, instance: str) -> list[str]:
    """The arguments that systemd starts, with its own escapes resolved."""
    (line,) = unit["Service"]["ExecStart"]
    return [
        word.replace("%i", instance).replace("%%", "%").replace("$$", "$")
        for word in shlex.split(line.replace("\\", "\\\\"))
    ]


@pytest.mark.parametrize("path", [SERVICE, TIMER], ids=lambda path: path.name)
def test_every_line_is_a_setting_of_a_section(path: Path) -> None:
    unit = parsed(path)
    assert set(unit) == {SERVICE: {"Unit", "Service"}, TIMER: {"Unit", "Timer", "Install"}}[path]
    assert all(len(values) == 1 for name, values in unit["Unit"].items()), unit["Unit"]


def test_the_timer_starts_the_service_for_the_day_before() -> None:
    timer = parsed(TIMER)["Timer"]
    (started,) = timer["Unit"]
    assert started == SERVICE.name.replace("@", "@yesterday")
    assert timer["Persistent"] == ["true"]


def test_exit_statuses_are_treated_as_documented() -> None:
    service = parsed(SERVICE)["Service"]
    assert service["SuccessExitStatus"] == [f"{Status.ERRORS_FOUND:d}"]
    kept = {int(status) for status in service["RestartPreventExitStatus"][0].split()}
    assert kept == {Status.REFUSED, Status.INTERNAL_ERROR, Status.NOTHING_TO_AUDIT}
    assert Status.INCOMPLETE not in kept  # it is tried again, and resumes
    assert service["Restart"] == ["on-failure"]
    assert "--resume" in " ".join(command(parsed(SERVICE), "yesterday"))


@pytest.mark.skipif(ANALYZE is None, reason="there is no systemd-analyze here")
def test_systemd_finds_nothing_wrong(tmp_path: Path) -> None:
    assert ANALYZE is not None
    instance = tmp_path / SERVICE.name.replace("@", "@yesterday")
    copyfile(SERVICE, tmp_path / SERVICE.name)
    copyfile(SERVICE, instance)
    copyfile(TIMER, tmp_path / TIMER.name)
    (tmp_path / "broken.service").write_text("[Service]\nTypo=oneshot\nExecStart=/bin/true\n", encoding="utf-8")
    verify = [ANALYZE, "verify", "--man=no"]
    done = subprocess.run([*verify, str(tmp_path / TIMER.name), str(instance)], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    broken = subprocess.run([*verify, str(tmp_path / "broken.service")], capture_output=True, text=True)
    assert "Typo" in broken.stderr  # it would say so
    calendar = parsed(TIMER)["Timer"]["OnCalendar"][0]
    said = subprocess.run([ANALYZE, "calendar", calendar], capture_output=True, text=True)
    assert "02:15:00 UTC" in said.stdout


def test_the_command_audits_a_night_and_tells_of_it(tmp_path: Path) -> None:
    night(tmp_path / "logs")
    textfile = tmp_path / "auditor.prom"
    settings = environment(tmp_path, TEXTFILE=str(textfile))
    _, *arguments = command(parsed(SERVICE), "yesterday")
    done = subprocess.run(
        [shell(), *arguments], env=settings, cwd=tmp_path, capture_output=True, text=True, timeout=SECONDS
    )
    assert done.returncode == Status.ERRORS_FOUND, done.stderr
    assert done.stdout == ""
    assert "TRN005" in done.stderr
    assert "TRN005" in (tmp_path / "reports" / f"{yesterday()}.html").read_text(encoding="utf-8")
    assert last_success(str(textfile), "") is not None


def test_a_day_that_is_no_day_is_refused(tmp_path: Path) -> None:
    _, *arguments = command(parsed(SERVICE), "the-day-before-this")
    done = subprocess.run([shell(), *arguments], env=environment(tmp_path), capture_output=True, text=True)
    assert done.returncode == 1
    assert "invalid date" in done.stderr
