"""Every dependency in pyproject.toml has its reason in docs/dependencies.md, and no other is named there."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent


def names(requirements: list[str]) -> set[str]:
    """Distribution names of requirement lines, without versions and extras."""
    return {re.split(r"[\s<>=!~\[;]", requirement, maxsplit=1)[0].lower() for requirement in requirements}


def declared() -> set[str]:
    """Every distribution pyproject.toml asks for, for running, developing and as an extra."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras: dict[str, list[str]] = project["project"].get("optional-dependencies", {})
    groups: dict[str, list[str]] = project["dependency-groups"]
    return names(project["project"]["dependencies"]).union(*map(names, [*extras.values(), *groups.values()]))


def test_every_dependency_has_its_reason() -> None:
    text = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `([a-z0-9-]+)` \| \S", text, re.MULTILINE)) == declared()


def test_tools_that_judge_or_generate_are_pinned_exactly() -> None:
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    exact = names([line for line in groups["dev"] if "==" in line])
    assert exact == {"buf-bin", "grpcio-tools", "mypy", "mypy-protobuf", "ruff"}
