"""The schema is well kept and the committed code is what it generates."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from tools.generate_proto import PROTO, ROOT, generate, stale_against

BUF = Path(sys.executable).with_name("buf")


def test_the_generated_code_is_fresh(tmp_path: Path) -> None:
    generate(tmp_path)
    made = [path.relative_to(tmp_path) for path in tmp_path.rglob("*_pb2*")]
    assert len(made) >= 2 * len(list(PROTO.rglob("*.proto")))
    for name in made:
        assert (ROOT / name).read_bytes() == (tmp_path / name).read_bytes(), f"{name}: run make proto"
    assert stale_against(tmp_path) == []


def test_what_is_not_fresh_is_named(tmp_path: Path) -> None:
    generate(tmp_path)
    (tmp_path / "auditor/v1/finding_pb2.py").write_text("changed")
    (tmp_path / "auditor/v1/new_pb2.py").write_text("new")
    (tmp_path / "auditor/v1/game_log_pb2.pyi").unlink()
    assert stale_against(tmp_path) == [
        "auditor/v1/finding_pb2.py",
        "auditor/v1/game_log_pb2.pyi",
        "auditor/v1/new_pb2.py",
    ]


@pytest.mark.parametrize("path", sorted(PROTO.rglob("*.proto")), ids=lambda path: path.name)
def test_the_package_is_the_folder(path: Path) -> None:
    name = path.relative_to(PROTO).with_suffix("").as_posix().replace("/", ".") + "_pb2"
    assert import_module(name).DESCRIPTOR.package == "auditor.v1"


@pytest.mark.parametrize(
    "command",
    [
        ["lint"],
        ["format", "--diff", "--exit-code"],
        ["breaking", "--against", "proto/baseline.binpb"],
    ],
    ids=lambda command: command[0],
)
def test_buf(command: list[str]) -> None:
    done = subprocess.run([BUF, *command], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
