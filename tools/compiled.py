"""Builds the compiled wheel, and an environment beside it that runs it with this one's other packages.

    python tools/compiled.py [--again]

The wheel goes to `dist/`, the environment to `build/compiled`: its `bin/auditor` is the compiled auditor, its
`bin/python` runs the tests and tools of this checkout on it where PYTHONSAFEPATH=1 keeps the checkout's own `replay/`
out of sight. Nothing is built while the wheel is newer than everything it is made of.
"""

import os
import subprocess
import sys
import sysconfig
import tempfile
import venv
from pathlib import Path
from shutil import copyfile, copytree, ignore_patterns, rmtree

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("auditor", "replay", "migrations")
FILES = ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md")
WHEELS = ROOT / "dist"
ENVIRONMENT = ROOT / "build" / "compiled"


def sources() -> list[Path]:
    """Everything a wheel is made of."""
    return [ROOT / name for name in FILES] + [
        path
        for name in PACKAGES
        for path in (ROOT / name).rglob("*")
        if path.suffix in {".py", ".toml", ".mako", ".j2"}
    ]


def built() -> Path | None:
    """The compiled wheel for this Python, None where there is none or something is newer."""
    wheels = sorted(WHEELS.glob(f"*-cp{sys.version_info.major}{sys.version_info.minor}-*.whl"))
    if not wheels:
        return None
    made = wheels[-1].stat().st_mtime
    return None if any(path.stat().st_mtime > made for path in sources()) else wheels[-1]


def build() -> Path:
    """The wheel, built away from the checkout, so that no compiled module is left beside its source."""
    with tempfile.TemporaryDirectory(prefix="auditor-build-") as name:
        tree = Path(name)
        for package in PACKAGES:
            copytree(ROOT / package, tree / package, ignore=ignore_patterns("__pycache__", "*.so"))
        for file in FILES:
            copyfile(ROOT / file, tree / file)
        rmtree(WHEELS, ignore_errors=True)
        WHEELS.mkdir()
        program = f"from setuptools.build_meta import build_wheel; build_wheel({str(WHEELS)!r})"
        done = subprocess.run(
            [sys.executable, "-c", program],
            cwd=tree,
            env={**os.environ, "AUDITOR_COMPILED": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
    if done.returncode:
        print(done.stdout[-4000:], file=sys.stderr)
        sys.exit("the compiled wheel could not be built: it takes a C compiler and the headers of this Python")
    (wheel,) = WHEELS.glob("*.whl")
    return wheel


def install(wheel: Path) -> None:
    """The environment has the wheel; what it needs it borrows from the packages this program runs with."""
    rmtree(ENVIRONMENT, ignore_errors=True)
    venv.create(ENVIRONMENT, symlinks=True)
    packages = ENVIRONMENT / Path(sysconfig.get_path("purelib")).relative_to(sys.prefix)
    # Lines of a .pth file come after the wheel, and the checkout (for tests and tools) after everything.
    (packages / "borrowed.pth").write_text(f"{sysconfig.get_path('purelib')}\n{ROOT}\n", encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--python", str(ENVIRONMENT / "bin" / "python")]
    subprocess.run([*pip, "install", "-qq", "--no-deps", "--no-index", str(wheel)], check=True)
    for tool in Path(sys.executable).parent.iterdir():  # buf and the like, which tests find beside their Python
        link = ENVIRONMENT / "bin" / tool.name
        if not link.exists() and not tool.name.startswith(("python", "pip", "activate")):
            link.symlink_to(tool)


def main() -> None:
    """The wheel and the environment are there and up to date."""
    wheel = None if "--again" in sys.argv[1:] else built()
    if wheel is None:
        print("compiling replay/ (about a minute)", flush=True)
        wheel = build()
        rmtree(ENVIRONMENT, ignore_errors=True)
    if not (ENVIRONMENT / "bin" / "auditor").exists():
        install(wheel)
    print(f"{wheel.relative_to(ROOT)}, {ENVIRONMENT.relative_to(ROOT)}/bin/auditor")


if __name__ == "__main__":
    main()
