"""Generates the Python code of every schema under proto/, or checks that the committed code is fresh.

    python tools/generate_proto.py [--check]

A schema with a service also gets its gRPC code.
"""

import re
import sys
import tempfile
from importlib.resources import files
from pathlib import Path

from grpc_tools import protoc

ROOT = Path(__file__).resolve().parent.parent
PROTO = ROOT / "proto"


def generate(out: Path) -> None:
    """Writes `*_pb2.py` and `*_pb2.pyi` (and `*_pb2_grpc.py` and `.pyi` for services) below `out`.

    Raises RuntimeError when a schema does not compile; protoc says why on stderr.
    """
    schemas = sorted(PROTO.rglob("*.proto"))
    services = [path for path in schemas if re.search(r"^service ", path.read_text(encoding="utf-8"), re.MULTILINE)]
    _compile(schemas, "python", "mypy", out=out)
    if services:
        _compile(services, "grpc_python", "mypy_grpc", out=out)


def _compile(schemas: list[Path], *generators: str, out: Path) -> None:
    names = [path.relative_to(PROTO).as_posix() for path in schemas]
    # protoc looks for its plugins on PATH, which an interpreter called by its full name may not be on.
    plugins = [
        f"--plugin=protoc-gen-{name}={Path(sys.executable).parent / f'protoc-gen-{name}'}"
        for name in generators
        if name.startswith("mypy")
    ]
    include = str(files("grpc_tools") / "_proto")
    outputs = [f"--{name}_out={'quiet:' if name.startswith('mypy') else ''}{out}" for name in generators]
    if protoc.main(["protoc", f"-I{PROTO}", f"-I{include}", *plugins, *outputs, *names]) != 0:
        raise RuntimeError(f"protoc refused one of {', '.join(names)}")


def stale() -> list[str]:
    """The generated files, by path from the root, that a fresh run would change, add or not make."""
    with tempfile.TemporaryDirectory() as directory:
        fresh = Path(directory)
        generate(fresh)
        return stale_against(fresh)


def stale_against(fresh: Path) -> list[str]:
    """The generated files, by path from the root, that differ from those below `fresh`."""
    packages = {path.parent.relative_to(PROTO) for path in PROTO.rglob("*.proto")}
    names = {
        path.relative_to(root)
        for root in (ROOT, fresh)
        for package in packages
        for path in (root / package).glob("*_pb2*.py*")
    }
    return sorted(name.as_posix() for name in names if _content(ROOT / name) != _content(fresh / name))


def _content(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None


def main() -> None:
    """Generates, or with --check exits with 1 and names what is not fresh."""
    if sys.argv[1:] == ["--check"]:
        names = stale()
        if names:
            sys.exit(f"not fresh, run make proto: {', '.join(names)}")
    elif sys.argv[1:]:
        sys.exit(__doc__)
    else:
        generate(ROOT)


if __name__ == "__main__":
    main()
