"""Logs in a column of a Parquet file: found, named by their rows, in bounded memory; other files are refused."""

import gzip
import io
import json
import os
import random
import signal
import struct
import subprocess
import sys
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pyarrow
import pytest
import zstandard
from pyarrow import parquet

from auditor.batch import parquet as reading
from auditor.batch.audits import Request
from auditor.batch.items import Item, Limits, Skipped, Source, Unreadable
from auditor.batch.shards import Portion
from auditor.batch.sources import Intake
from auditor.batch.work import misfit, plan_of
from auditor.store.shards import Batch
from auditor.wire import write_paifu
from replay.engine import ENGINE_VERSION
from tests.auditor.batch.test_sources import tar, told, zip_archive
from tests.auditor.logs import FAULTY, GOOD, NO_LOG
from tests.auditor.store.records import MIDNIGHT, game

MIB = 1 << 20
TYPES = (pyarrow.binary(), pyarrow.large_binary(), pyarrow.string(), pyarrow.large_string())


def written(path: Path, columns: dict[str, Any], **settings: Any) -> Path:
    parquet.write_table(pyarrow.table(columns), path, **settings)
    return path


def found(path: Path | str, column: str = "", limits: Limits | None = None, stdin: bytes = b"") -> list[Item]:
    return list(Intake(limits or Limits(), None, io.BytesIO(stdin), column).items([str(path)]))


@pytest.mark.parametrize("kind", TYPES, ids=str)
@pytest.mark.parametrize("compression", ["none", "snappy", "zstd"])
def test_rows_are_logs_named_by_their_number(tmp_path: Path, kind: pyarrow.DataType, compression: str) -> None:
    values: list[bytes | str | None] = [GOOD, GOOD, None, None, None, NO_LOG, GOOD, None]
    if kind in (pyarrow.string(), pyarrow.large_string()):
        values = [value.decode() if isinstance(value, bytes) else value for value in values]
    columns = {"id": list(range(8)), "log": pyarrow.array(values, kind), "note": ["x"] * 8}
    path = written(tmp_path / "n.parquet", columns, compression=compression, row_group_size=3)
    assert told(found(path), tmp_path) == [
        "n.parquet!0 tenhou-xml",
        "n.parquet!1 tenhou-xml",
        "n.parquet!2 Skipped: rows 2 to 4 have no log",
        "n.parquet!5 Skipped: no reader recognises it",
        "n.parquet!6 tenhou-xml",
        "n.parquet!7 Skipped: the row has no log",
    ]


def test_values_of_every_format_and_packing_are_read(tmp_path: Path) -> None:
    games = write_paifu([game(1), game(2)])
    values = [games, gzip.compress(GOOD), zstandard.compress(games), zip_archive([("a", GOOD)]), b""]
    path = written(tmp_path / "n.parquet", {"log": pyarrow.array(values, pyarrow.binary())})
    items = found(path)
    assert [item.data for item in items if isinstance(item, Source)] == [games, GOOD, games]
    assert [(item.name[-1], item.reason) for item in items if not isinstance(item, Source)] == [
        ("3", "an archive inside an archive is not read; unpack the outer one first"),
        ("4", "empty"),
    ]


@pytest.mark.parametrize(
    ("columns", "asked", "reason"),
    [
        ({"log": [GOOD], "raw": [NO_LOG]}, "", ""),  # the one called log
        ({"raw": [GOOD], "n": [1]}, "", ""),  # the only one of bytes
        ({"log": [NO_LOG], "raw": [GOOD]}, "raw", ""),
        ({"a": [GOOD], "b": [GOOD]}, "", "which column has the logs is not known; of text or bytes there are 'a', 'b'"),
        ({"n": [1]}, "", "which column has the logs is not known; of text or bytes there are none"),
        ({"log": [GOOD]}, "raw", "there is no column 'raw'; of text or bytes there are 'log'"),
        ({"log": [GOOD], "n": [1]}, "n", "column 'n' has int64; of text or bytes there are 'log'"),
        ({"log": [[GOOD]]}, "log", "column 'log' has list<element: binary>; of text or bytes there are none"),
    ],
)
def test_the_column_is_named_or_clear(tmp_path: Path, columns: dict[str, Any], asked: str, reason: str) -> None:
    path = written(tmp_path / "n.parquet", columns)
    (item,) = found(path, asked)
    if reason:
        assert item == Unreadable(str(path), reason)
    else:
        assert isinstance(item, Source)
        assert item.data == GOOD


def test_a_pipe_is_kept_in_a_file_meanwhile(tmp_path: Path) -> None:
    path = written(tmp_path / "n.parquet", {"log": [GOOD]})
    (item,) = found("-", stdin=path.read_bytes())
    assert item == Source("-!0", GOOD, "tenhou-xml")


def test_files_in_directories_are_read_and_those_in_archives_refused(tmp_path: Path) -> None:
    data = written(tmp_path / "a.parquet", {"log": [GOOD]}).read_bytes()
    (tmp_path / "b.tar").write_bytes(tar([("n.parquet", data)]))
    (tmp_path / "c.zip").write_bytes(zip_archive([("n.parquet", data)]))
    (tmp_path / "d.parquet.zst").write_bytes(zstandard.compress(data))
    refused = "Unreadable: a Parquet file inside an archive is not read; unpack it first"
    assert told(found(tmp_path), tmp_path) == [
        "a.parquet!0 tenhou-xml",
        f"b.tar!n.parquet {refused}",
        f"c.zip!n.parquet {refused}",
        f"d.parquet.zst {refused}",
    ]


def test_without_pyarrow_it_is_said_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path / "n.parquet", {"log": [GOOD]})
    monkeypatch.setattr(reading, "find_spec", lambda name: None)
    assert found(path) == [Unreadable(str(path), "reading Parquet needs pyarrow; install paifu-auditor[parquet]")]


def test_a_value_that_is_too_large_leaves_the_next_ones(tmp_path: Path) -> None:
    large = GOOD + b" " * (3 * MIB)
    path = written(tmp_path / "n.parquet", {"log": [GOOD, large, GOOD, random.Random(1).randbytes(2 * MIB), GOOD]})
    assert told(found(path, limits=Limits(file_bytes=MIB)), tmp_path) == [
        "n.parquet!0 tenhou-xml",
        f"n.parquet!1 Unreadable: larger than {MIB:,} bytes",
        "n.parquet!2 tenhou-xml",
        "n.parquet!3 Skipped: no reader recognises it",
        "n.parquet!4 tenhou-xml",
    ]


@pytest.mark.parametrize("store_schema", [True, False])
def test_what_unpacks_out_of_proportion_is_not_read_on(tmp_path: Path, store_schema: bool) -> None:
    # One value in a dictionary, ten thousand rows that name it: a few kilobytes stand for ten gigabytes.
    value = GOOD + b" " * MIB
    rows = pyarrow.DictionaryArray.from_arrays(pyarrow.array([0] * 10_000, pyarrow.int32()), [value])
    path = written(tmp_path / "n.parquet", {"log": rows}, compression="zstd", store_schema=store_schema)
    assert path.stat().st_size < 64 << 10
    items = found(path, limits=Limits(free_bytes=8 * MIB))
    assert 4 < len(items) < 12
    *first, broken, last = items
    assert all(isinstance(item, Source) for item in first)
    assert isinstance(broken, Unreadable)
    assert broken.reason == "unpacks to more than 200 times its size"
    assert last == Unreadable(str(path), "what follows was not read")


def test_rows_that_are_made_up_are_not_counted_through(tmp_path: Path) -> None:
    path = written(tmp_path / "n.parquet", {"log": pyarrow.nulls(3_000_000, pyarrow.binary())})
    (item,) = found(path)
    assert isinstance(item, Unreadable)
    assert item.reason.startswith("damaged or hostile Parquet: it claims 3,000,000 rows in ")


def test_many_rows_without_a_log_are_one_line(tmp_path: Path) -> None:
    path = written(tmp_path / "n.parquet", {"log": pyarrow.nulls(50_000, pyarrow.binary())})
    assert found(path) == [Skipped(f"{path}!0", "rows 0 to 49,999 have no log")]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is bounded on Linux only")
def test_a_page_that_takes_too_much_memory_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MEMORY", 32 * MIB)
    columns = {"log": pyarrow.array([GOOD, bytes(100 * MIB)], pyarrow.large_binary())}
    path = written(tmp_path / "n.parquet", columns, compression="zstd", use_dictionary=False)
    assert path.stat().st_size < MIB
    (item,) = found(path)
    assert item == Unreadable(str(path), "damaged or hostile Parquet: reading it takes more than 32 MiB")


KINDS = (
    *("head only", "cut", "no footer", "footer too long", "footer of nothing"),
    *("encrypted", "torn footer", "scrambled pages", "text"),
)


def broken_files(whole: bytes) -> dict[str, bytes]:
    footer = struct.unpack("<I", whole[-8:-4])[0]
    start = len(whole) - 8 - footer
    rng = random.Random(3)
    scrambled = bytearray(whole)
    for _ in range(40):
        scrambled[rng.randrange(4, start)] = rng.randrange(256)
    torn = bytearray(whole)
    for _ in range(20):
        torn[rng.randrange(start, len(whole) - 8)] = rng.randrange(256)
    return {
        "head only": b"PAR1",
        "cut": whole[: len(whole) // 2],
        "no footer": whole[:-8],
        "footer too long": whole[:-8] + struct.pack("<I", 0x7FFFFFFF) + b"PAR1",
        "footer of nothing": whole[:-8] + struct.pack("<I", 0) + b"PAR1",
        "encrypted": b"PARE" + whole[4:-4] + b"PARE",
        "torn footer": bytes(torn),
        "scrambled pages": bytes(scrambled),
        "text": b"PAR1 is how this text begins",
    }


@pytest.mark.parametrize("kind", KINDS)
def test_damaged_files_are_refused_with_a_reason(tmp_path: Path, kind: str) -> None:
    path = written(
        tmp_path / "n.parquet", {"log": [GOOD + bytes([65 + n]) * n for n in range(50)]}, compression="snappy"
    )
    path.write_bytes(broken_files(path.read_bytes())[kind])
    items = found(path)
    assert items
    last = items[-1]
    assert isinstance(last, Unreadable | Skipped), last
    assert last.reason
    assert "\n" not in last.reason
    assert len(last.reason) < 400


def test_a_page_that_is_not_as_written_is_refused(tmp_path: Path) -> None:
    settings = {"compression": "none", "use_dictionary": False, "write_page_checksum": True}
    path = written(tmp_path / "n.parquet", {"log": [GOOD]}, **settings)
    assert told(found(path), tmp_path) == ["n.parquet!0 tenhou-xml"]
    data = path.read_bytes()
    assert data.count(b'oya="0"') >= 1
    path.write_bytes(data.replace(b'oya="0"', b'oya="1"'))
    (item,) = found(path)
    assert isinstance(item, Unreadable)
    assert "CRC" in item.reason


def test_a_reader_that_is_killed_is_no_end_of_the_run(tmp_path: Path) -> None:
    path = written(tmp_path / "n.parquet", {"log": [GOOD + b" " * n for n in range(20_000)]}, row_group_size=100)
    items = Intake(Limits(), None, io.BytesIO()).items([str(path)])
    assert isinstance(next(items), Source)
    (reader,) = active_children()
    reader.kill()
    *_, last = items
    assert isinstance(last, Unreadable)
    assert last.reason.startswith("damaged or hostile Parquet: its reader died")


def test_a_reader_that_hangs_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "SILENCE", 5.0)
    path = written(tmp_path / "n.parquet", {"log": [GOOD + b" " * n for n in range(20_000)]}, row_group_size=100)
    items = Intake(Limits(), None, io.BytesIO()).items([str(path)])
    assert isinstance(next(items), Source)
    (reader,) = active_children()
    assert reader.pid is not None
    os.kill(reader.pid, signal.SIGSTOP)
    *_, last = items
    assert last == Unreadable(str(path), "damaged or hostile Parquet: its reader said nothing for 5 seconds")
    assert active_children() == []


def test_a_reader_that_is_not_needed_any_more_ends(tmp_path: Path) -> None:
    path = written(tmp_path / "n.parquet", {"log": [GOOD + b" " * n for n in range(20_000)]}, row_group_size=100)
    items = Intake(Limits(), None, io.BytesIO()).items([str(path)])
    next(items)
    assert len(active_children()) == 1
    items.close()  # type: ignore[attr-defined]
    assert active_children() == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="there is no /proc")
def test_a_large_file_takes_little_memory(tmp_path: Path) -> None:
    rng = random.Random(5)
    noise = rng.randbytes(4 * MIB).hex().encode()
    starts = [rng.randrange(len(noise) - 80_000) for _ in range(4000)]
    values = [GOOD + b" " + noise[start : start + 80_000] for start in starts]  # one row group
    path = written(tmp_path / "n.parquet", {"log": values}, compression="none", use_dictionary=False)
    size = path.stat().st_size
    assert size > 300 * MIB
    intake = Intake(Limits(), None, io.BytesIO())
    count = peak = 0
    for item in intake.items([str(path)]):
        assert isinstance(item, Source)
        count += 1
        if count % 100 == 0:
            (reader,) = active_children()
            status = Path(f"/proc/{reader.pid}/status").read_text(encoding="ascii")
            (line,) = [line for line in status.splitlines() if line.startswith("VmHWM:")]
            peak = int(line.split()[1]) << 10
    assert count == 4000
    assert size * 0.99 <= intake.seen <= size * 1.01
    assert MIB < peak < 330 * MIB  # of which 170 are there for any file; 400 without a buffer


@pytest.mark.parametrize("command", ["audit", "batch"])
def test_the_commands_take_the_column(tmp_path: Path, command: str) -> None:
    written(tmp_path / "n.parquet", {"a": [FAULTY], "b": [NO_LOG]})
    database = ["--db", f"sqlite:///{tmp_path / 'x.db'}"] if command == "batch" else []
    for column, status, said in (
        ("a", 1, "TRN005"),
        ("b", 5, "no reader recognises it"),
        ("", 2, "which column has the logs is not known"),
        ("c", 2, "there is no column 'c'"),
    ):
        option = ["--log-column", column] if column else []
        arguments = [command, str(tmp_path / "n.parquet"), *option, *database]
        done = subprocess.run([sys.executable, "-m", "auditor.cli.main", *arguments], capture_output=True, text=True)
        assert done.returncode == status, done.stderr
        assert said in done.stdout + done.stderr


def test_a_batch_of_another_column_is_not_resumed(tmp_path: Path) -> None:
    limits, portion = Limits(), Portion()
    before, now = (plan_of(["n"], None, portion, Request(), "", column, limits, []) for column in ("a", "b"))
    batch = Batch(1, MIDNIGHT, ENGINE_VERSION, json.loads(json.dumps(before._asdict())))
    assert misfit(batch, before) == ""
    assert misfit(batch, now) == "--log-column was a"
