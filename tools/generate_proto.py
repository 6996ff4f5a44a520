"""Generates the Python code of every schema under proto/ into a directory, by default the root of the repository.

    python tools/generate_proto.py [directory]

The output is committed, and a test compares it with a fresh run. A schema with a service also gets its gRPC code.
"""

import re
import sys
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
    outputs = [f"--{name}_out={out}" for name in generators]
    if protoc.main(["protoc", f"-I{PROTO}", f"-I{include}", *plugins, *outputs, *names]) != 0:
        raise RuntimeError(f"protoc refused one of {', '.join(names)}")


if __name__ == "__main__":
    generate(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT)
