"""What ``auditor convert`` does once its options are known."""

import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import zstandard

from auditor import wire
from auditor.batch.formats import FORMATS, named
from auditor.batch.items import Limits, Skipped, Source, printable
from auditor.batch.sources import Intake
from auditor.cli.status import Status
from auditor.config import SettingsError, load
from auditor.counts import counted
from replay.gamelog import GameLog, LogError

SUFFIXES: Final = (".paifu", ".paifu.zst", ".json", ".txt")


class _Refused(Exception):  # noqa: N818 - the request is refused, with this reason
    """Nothing is written: something cannot be read, or would be lost."""


def run(source: str, out: str, log_format: str) -> Status:
    """The exit status, when OUT was written or a reason was given why not."""
    try:
        suffix = _suffix(out)
        logs = list(_logs(source, log_format)) if suffix in (".json", ".txt") else _logs(source, log_format)
        games = _write(Path(out), _encoded(logs, suffix))
    except _Refused as error:
        sys.stderr.write(f"auditor: {error}\n")
        return Status.REFUSED
    except OSError as error:
        sys.stderr.write(f"auditor: {out}: cannot be written: {error.strerror}\n")
        return Status.REFUSED
    if not games:
        sys.stderr.write(f"auditor: {source}: there is no log in it\n")
        return Status.NOTHING_TO_AUDIT
    sys.stderr.write(f"{counted(games, 'game')} written to {out}\n")
    return Status.FINE


def _suffix(out: str) -> str:
    suffix = next((known for known in SUFFIXES if out.endswith(known)), None)
    if suffix is None:
        raise _Refused(f"{out}: the name says the format, it has to end in one of {', '.join(SUFFIXES)}")
    return suffix


def _logs(source: str, log_format: str) -> Iterator[GameLog]:
    """Every log of the source. Raises _Refused for what cannot be read whole; what is no log is passed over."""
    known = named(log_format) if log_format else None
    if log_format and known is None:
        names = ", ".join(known.name for known in FORMATS)
        raise _Refused(f"--format {log_format}: there is no such format; there are {names}")
    try:
        settings = load()
    except SettingsError as error:
        raise _Refused(str(error)) from error
    limits = Limits(settings.max_file_bytes, settings.max_expansion)
    for item in Intake(limits, known, sys.stdin.buffer).items([source]):
        name = printable(item.name)
        if isinstance(item, Skipped):
            sys.stderr.write(f"auditor: {name}: skipped: {item.reason}\n")
        elif isinstance(item, Source):
            reader = named(item.format)
            assert reader is not None
            for log in reader.read(item):
                failure = log if isinstance(log, LogError) else log.failure
                if failure is not None:
                    raise _Refused(f"{name}: {failure.place}: {failure.reason}; converting it would lose the rest")
                assert isinstance(log, GameLog)
                yield log
        else:
            raise _Refused(f"{name}: cannot be read: {item.reason}")


def _encoded(logs: Iterable[GameLog], suffix: str) -> Iterator[bytes]:
    """The file's bytes a game. Raises _Refused for a log that the format cannot hold."""
    compressor = zstandard.ZstdCompressor(level=9)
    for number, log in enumerate(logs):
        if number and suffix in (".json", ".txt"):
            raise _Refused(f"a {suffix} file holds one game and IN has more; write a .paifu file")
        try:
            if suffix == ".json":
                yield wire.to_json(log).encode()
            elif suffix == ".txt":
                yield wire.to_text(log).encode()
            else:
                data = wire.delimited(log)
                yield compressor.compress(data) if suffix == ".paifu.zst" else data
        except LogError as error:
            raise _Refused(f"game {log.header.game_id}: {error}: it cannot be written without loss") from error


def _write(out: Path, parts: Iterable[bytes]) -> int:
    """How many parts were written. The file appears whole or not at all."""
    count = 0
    handle, temporary = tempfile.mkstemp(dir=out.parent or ".", prefix=f".{out.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            for part in parts:
                file.write(part)
                count += 1
        if count:
            os.chmod(temporary, 0o644)
            os.replace(temporary, out)
    finally:
        Path(temporary).unlink(missing_ok=True)
    return count
