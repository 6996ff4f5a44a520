"""A wheel carries what an installed auditor needs to make a database."""

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path
from shutil import copyfile, copytree, ignore_patterns

import pytest

ROOT = Path(__file__).resolve().parents[3]
IGNORED = ignore_patterns("__pycache__", "*.so")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this tree, built away from it and without a network."""
    tree = tmp_path_factory.mktemp("tree")
    for name in ("auditor", "replay", "migrations"):
        copytree(ROOT / name, tree / name, ignore=IGNORED)
    for name in ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md"):
        copyfile(ROOT / name, tree / name)
    wheels = tmp_path_factory.mktemp("wheels")
    build = f"from setuptools.build_meta import build_wheel; build_wheel({str(wheels)!r})"
    subprocess.run([sys.executable, "-c", build], cwd=tree, check=True, capture_output=True)
    (built,) = wheels.glob("*.whl")
    return built


def test_it_carries_the_migrations_within_the_package(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name.partition("/")[2] for name in archive.namelist() if name.startswith("auditor/migrations/")}
        tops = {name.partition("/")[0] for name in archive.namelist()}
        assert "auditor/batch/templates/report.html.j2" in archive.namelist()
    carried = {path.relative_to(ROOT).as_posix() for path in (ROOT / "migrations").rglob("*.py")}
    assert {f"migrations/{name.removeprefix('migrations/')}" for name in names} >= carried
    assert {top for top in tops if not top.endswith(".dist-info")} == {"auditor", "replay"}


def test_an_installed_auditor_makes_a_database(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", symlinks=True)
    python = tmp_path / "venv" / "bin" / "python"
    packages = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(packages)
    # What the auditor needs is found where these tests have it, but not the checkout: that hangs on a hook there.
    borrowed = [place for place in sys.path if place.endswith("site-packages")]
    (Path(packages) / "borrowed.pth").write_text("\n".join(borrowed) + "\n", encoding="utf-8")
    run = "import auditor, sys; from auditor.cli.main import main; print(auditor.__file__); main()"
    for arguments, said in (
        (["db", "upgrade", "--db", "sqlite:///x.db"], "sqlite:///x.db made with schema 0003"),
        (["db", "current", "--db", "sqlite:///x.db"], "sqlite:///x.db has schema 0003; this auditor works with"),
    ):
        done = subprocess.run(
            [python, "-P", "-c", run, *arguments],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
        )
        assert done.returncode == 0, done.stderr
        place, text = done.stdout.splitlines()
        assert place.startswith(packages)
        assert text.startswith(said)
