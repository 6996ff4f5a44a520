"""The Dockerfile: a linter has nothing to say, and what it copies and names is there."""

import re
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path

from tests.deploy.nights import DEPLOY

FILE = DEPLOY / "Dockerfile"
ROOT = DEPLOY.parent
HADOLINT = Path(sysconfig.get_path("scripts")) / "hadolint"


def instructions() -> list[tuple[str, str]]:
    """Name and rest of each instruction, continued lines joined."""
    text = re.sub(r"\\\n", " ", re.sub(r"(?m)^#.*\n", "", FILE.read_text(encoding="utf-8")))
    return [(line.split()[0], line.partition(" ")[2].strip()) for line in text.splitlines() if line]


def hadolint(text: str) -> subprocess.CompletedProcess[str]:
    place = HADOLINT if HADOLINT.exists() else Path(sys.executable).parent / "hadolint"
    return subprocess.run([str(place), "--no-color", "-"], input=text, capture_output=True, text=True, check=False)


def test_the_linter_has_nothing_to_say() -> None:
    done = hadolint(FILE.read_text(encoding="utf-8"))
    assert (done.returncode, done.stdout) == (0, "")
    assert "DL3002" in hadolint("FROM debian:bookworm\nUSER root\n").stdout  # it would say so


def test_what_is_copied_is_there_and_sent_to_the_builder() -> None:
    copied = [
        name
        for word, rest in instructions()
        if word == "COPY" and not rest.startswith("--from")
        for name in rest.split()[:-1]
    ]
    assert {"auditor", "replay", "migrations", "pyproject.toml", "setup.py"} <= set(copied)
    assert [name for name in copied if not (ROOT / name).exists()] == []
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    assert sorted(line[1:] for line in ignored if line.startswith("!")) == sorted(copied)
    assert "*" in ignored


def test_the_last_stage_runs_as_nobody_in_particular() -> None:
    stages = [index for index, (word, _) in enumerate(instructions()) if word == "FROM"]
    assert len(stages) == 2
    last = instructions()[stages[-1] :]
    (user,) = [rest for word, rest in last if word == "USER"]
    assert re.fullmatch(
        r"[1-9][0-9]+:[1-9][0-9]+", user
    )  # a number: Kubernetes cannot tell of a name that it is not root
    assert last[-2:] == [("ENTRYPOINT", '["auditor"]'), ("CMD", '["--help"]')]
    assert "slim" in last[0][1]


def test_versions_agree_with_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    arguments = dict(rest.split("=") for word, rest in instructions() if word == "ARG")
    least = project["project"]["requires-python"].removeprefix(">=")
    assert tuple(map(int, arguments["PYTHON"].split("."))) >= tuple(map(int, least.split(".")))
    assert set(arguments["EXTRAS"].split(",")) <= set(project["project"]["optional-dependencies"])
    # The build takes the compiler's version out of pyproject.toml by this expression of sed.
    (found,) = re.findall(r'(?m)^ *"(mypy==[^"]*)",$', (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert found in project["dependency-groups"]["dev"]
