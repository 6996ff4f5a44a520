"""The report of a run as a file: JSON lines for programs, one page of HTML for people."""

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from auditor.batch.summary import Summary

if TYPE_CHECKING:
    from sqlalchemy import Connection

SUFFIXES: Final = (".jsonl", ".html")


def report_problem(path: str) -> str:
    """Why no report can be written to the path, empty when it can: asked before the work, not after it."""
    file = Path(path)
    if file.suffix not in SUFFIXES:
        return f"{path}: expected a name that ends in {' or '.join(SUFFIXES)}"
    if file.is_dir():
        return f"{path}: is a directory"
    if not file.parent.is_dir():
        return f"{path}: there is no directory {file.parent}"
    if not os.access(file.parent, os.W_OK | os.X_OK):
        return f"{path}: the directory {file.parent} cannot be written"
    return ""


def write_report(path: str, summary: Summary, connection: "Connection", batch: int) -> None:
    """The report of the batch is in the file, whole; the one that was there before is gone.

    Raises OSError when it cannot be written, then with the file as it was, LookupError when there is no such batch, and
    ValueError for another suffix.
    """
    from auditor.store.runs import find_run

    run = find_run(connection, batch)
    suffix = Path(path).suffix
    if suffix == ".jsonl":
        from auditor.batch.report_lines import report_lines

        _write(Path(path), report_lines(summary, run))
    elif suffix == ".html":
        from auditor.batch.report_page import report_page

        _write(Path(path), report_page(summary, run))
    else:
        raise ValueError(report_problem(path))


def _write(path: Path, parts: Iterable[str]) -> None:
    """The file appears whole or stays as it is; who may read it, the umask says."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            for part in parts:
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, path)
    finally:
        Path(temporary).unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0o077)  # it can only be read by setting it
    os.umask(mask)
    return mask
