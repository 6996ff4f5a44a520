"""`replay/` is pure: it imports only listed modules of the standard library and calls nothing that reaches outside."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODULES = sorted((ROOT / "replay").rglob("*.py"))

# Nothing here opens a file or a socket, asks a clock, logs or starts a process. A new name needs the same to be true.
STANDARD_LIBRARY = {
    "abc",
    "base64",
    "binascii",
    "bisect",
    "collections",
    "collections.abc",
    "dataclasses",
    "datetime",  # its calendar; the clock is forbidden below
    "difflib",
    "enum",
    "fractions",
    "functools",
    "hashlib",
    "heapq",
    "html",
    "itertools",
    "json",
    "math",
    "operator",
    "random",
    "re",
    "string",
    "struct",
    "tomllib",
    "typing",
    "urllib.parse",
    "xml.parsers.expat",
}
PRESETS_ONLY = {"importlib.resources", "importlib.resources.abc"}  # in replay/ruleset: its packaged presets
FORBIDDEN_METHODS = {"now", "today", "utcnow"}
FORBIDDEN_CALLS = {"__import__", "breakpoint", "compile", "eval", "exec", "input", "open", "print"}


def imports(tree: ast.AST) -> set[str]:
    """Dotted names of the modules a tree imports; ``from importlib import resources`` counts as the submodule."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: relative import"
            assert node.module is not None
            whole = {"importlib", "xml", "xml.parsers", "urllib"}  # packages whose members are modules
            names.update(f"{node.module}.{alias.name}" if node.module in whole else node.module for alias in node.names)
    return names


def forbidden_calls(tree: ast.AST) -> list[str]:
    """Calls of builtins that reach outside, with their lines."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [
        f"line {node.lineno}: {node.func.id}()"
        for node in calls
        if isinstance(node.func, ast.Name) and node.func.id in FORBIDDEN_CALLS
    ] + [
        f"line {node.lineno}: {node.func.attr}()"
        for node in calls
        if isinstance(node.func, ast.Attribute) and node.func.attr in FORBIDDEN_METHODS
    ]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_replay_reaches_nothing_outside(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    allowed = STANDARD_LIBRARY | (PRESETS_ONLY if path.is_relative_to(ROOT / "replay" / "ruleset") else set())
    foreign = {name for name in imports(tree) if name.split(".")[0] != "replay"}
    assert foreign - allowed == set()
    assert forbidden_calls(tree) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import os", {"os"}),
        ("from os import path", {"os"}),
        ("from importlib import resources", {"importlib.resources"}),
        ("def f() -> None:\n    import socket", {"socket"}),
        ("from replay.tiles import CODES", {"replay.tiles"}),
    ],
)
def test_imports_are_seen_wherever_they_stand(source: str, found: set[str]) -> None:
    assert imports(ast.parse(source)) == found


def test_forbidden_calls_are_seen() -> None:
    assert forbidden_calls(ast.parse("x = 1\ndef f():\n    return open('log')")) == ["line 3: open()"]
    assert forbidden_calls(ast.parse("x = datetime.now(UTC)")) == ["line 1: now()"]
