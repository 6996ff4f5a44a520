"""What is found in files, directories, archives and standard input, in which order, and what is left out and why."""

import gzip
import io
import os
import random
import tarfile
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from auditor.batch.formats import named
from auditor.batch.items import Item, Limits, Skipped, Source, Unreadable
from auditor.batch.sources import Intake
from tests.auditor.logs import GOOD, NO_LOG

MIB = 1 << 20
Members = list[tuple[str, bytes]]
THREE: Members = [("b.xml", GOOD), ("a/c.xml", GOOD), ("a/read.me", NO_LOG)]


def found(*paths: Path | str, stdin: bytes = b"", limits: Limits | None = None) -> list[Item]:
    return list(Intake(limits or Limits(), None, io.BytesIO(stdin)).items(map(str, paths)))


def told(items: list[Item], root: Path | None = None) -> list[str]:
    """Each item as its kind and name, with the reason why it was left out."""
    lines = []
    for item in items:
        name = item.name.removeprefix(f"{root}/") if root else item.name
        if isinstance(item, Source):
            assert item.data == GOOD
            lines.append(f"{name} {item.format}")
        else:
            lines.append(f"{name} {type(item).__name__}: {item.reason}")
    return lines


def tar(members: Members, mode: str = "w") -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode=mode) as archive:  # type: ignore[call-overload]
        for name, data in members:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return packed.getvalue()


def zip_archive(members: Members, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return packed.getvalue()


def zstd(data: bytes) -> bytes:
    return zstandard.ZstdCompressor().compress(data)


def test_a_directory_is_read_in_the_order_of_names(tmp_path: Path) -> None:
    for name in ("b.xml", "a/z.xml", "a/y/x.xml", "a.xml", "c/notes.txt", "c/empty"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(GOOD if name.endswith("xml") else NO_LOG if "notes" in name else b"")
    assert told(found(tmp_path), tmp_path) == [
        "a/y/x.xml tenhou-xml",
        "a/z.xml tenhou-xml",
        "a.xml tenhou-xml",
        "b.xml tenhou-xml",
        "c/empty Skipped: empty",
        "c/notes.txt Skipped: no reader recognises it",
    ]


def test_what_is_not_a_plain_file_in_a_directory(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "log.xml").write_bytes(GOOD)
    root = tmp_path / "root"
    root.mkdir()
    (root / "file").symlink_to(tmp_path / "real" / "log.xml")
    (root / "folder").symlink_to(tmp_path / "real")
    (root / "gone").symlink_to(tmp_path / "nowhere")
    (root / "loop").symlink_to(root)
    os.mkfifo(root / "pipe")
    assert told(found(root), root) == [
        "file tenhou-xml",
        "folder Skipped: a link to a directory is not followed",
        "gone Unreadable: No such file or directory",
        "loop Skipped: a link to a directory is not followed",
        "pipe Skipped: not a regular file",
    ]


def test_a_directory_named_by_a_link_is_read(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "log.xml").write_bytes(GOOD)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert told(found(tmp_path / "link"), tmp_path) == ["link/log.xml tenhou-xml"]


def test_a_path_that_is_not_there_does_not_stop_the_rest(tmp_path: Path) -> None:
    (tmp_path / "log.xml").write_bytes(GOOD)
    assert told(found(tmp_path / "no", tmp_path / "log.xml", "a\0b"), tmp_path) == [
        "no Unreadable: No such file or directory",
        "log.xml tenhou-xml",
        "a\0b Unreadable: embedded null byte",
    ]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.tar", tar(THREE)),
        ("a.tar.gz", tar(THREE, "w:gz")),
        ("a.tgz", tar(THREE, "w:gz")),
        ("a.tar.zst", zstd(tar(THREE))),
        ("a.zip", zip_archive(THREE)),
        ("stored.zip", zip_archive(THREE, zipfile.ZIP_STORED)),
        ("a name that says nothing", tar(THREE, "w:gz")),
    ],
)
def test_archives_are_read_in_the_order_stored(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    told_names = [
        f"{name}!b.xml tenhou-xml",
        f"{name}!a/c.xml tenhou-xml",
        f"{name}!a/read.me Skipped: no reader recognises it",
    ]
    assert told(found(tmp_path / name), tmp_path) == told_names
    assert [line.removeprefix("-") for line in told(found("-", stdin=content))] == [
        line.removeprefix(name) for line in told_names
    ]


@pytest.mark.parametrize("pack", [gzip.compress, zstd])
def test_a_compressed_log_keeps_its_name(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    (tmp_path / "log.packed").write_bytes(pack(GOOD))
    (tmp_path / "many.tar").write_bytes(tar([("one.mjlog", pack(GOOD)), ("two.xml", GOOD)]))
    assert told(found(tmp_path), tmp_path) == [
        "log.packed tenhou-xml",
        "many.tar!one.mjlog tenhou-xml",
        "many.tar!two.xml tenhou-xml",
    ]


class Pipe(io.RawIOBase):
    """A standard input that cannot seek and gives little at a time."""

    def __init__(self, data: bytes) -> None:
        self._data = io.BytesIO(data)

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        return self._data.read(min(size, 1000))


@pytest.mark.parametrize("pack", [tar, zip_archive, lambda members: members[0][1]])
def test_standard_input_may_be_a_pipe(pack: Callable[[Members], bytes]) -> None:
    items = list(Intake(Limits(), None, Pipe(pack(THREE))).items(["-"]))  # type: ignore[arg-type]
    assert [item.name for item in items if isinstance(item, Source)] in (["-!b.xml", "-!a/c.xml"], ["-"])


def test_names_of_members_are_only_names(tmp_path: Path) -> None:
    names = ["/etc/passwd.xml", "../../up.xml", "a\nb\x1b[31m.xml", "x" * 300 + ".xml"]
    members = [(name, GOOD) for name in names]
    (tmp_path / "a.tar").write_bytes(tar(members))
    (tmp_path / "a.zip").write_bytes(zip_archive(members))
    assert [item.name for item in found(tmp_path / "a.tar")] == [f"{tmp_path}/a.tar!{name}" for name in names]
    assert [item.name for item in found(tmp_path / "a.zip")] == [f"{tmp_path}/a.zip!{name}" for name in names]
    assert sorted(os.listdir(tmp_path)) == ["a.tar", "a.zip"]


def test_links_and_devices_in_archives_are_skipped(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name, kind in (
            ("soft", tarfile.SYMTYPE),
            ("hard", tarfile.LNKTYPE),
            ("pipe", tarfile.FIFOTYPE),
            ("device", tarfile.CHRTYPE),
            ("folder", tarfile.DIRTYPE),
        ):
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, "/etc/passwd"
            archive.addfile(info)
        log = tarfile.TarInfo("log.xml")
        log.size = len(GOOD)
        archive.addfile(log, io.BytesIO(GOOD))
    (tmp_path / "a.tar").write_bytes(packed.getvalue())
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as zipped:
        link = zipfile.ZipInfo("soft")
        link.external_attr = 0o120777 << 16
        zipped.writestr(link, "/etc/passwd")
        zipped.mkdir("folder")
        zipped.writestr("log.xml", GOOD)
    assert told(found(tmp_path), tmp_path) == [
        "a.tar!soft Skipped: not a regular file",
        "a.tar!hard Skipped: not a regular file",
        "a.tar!pipe Skipped: not a regular file",
        "a.tar!device Skipped: not a regular file",
        "a.tar!log.xml tenhou-xml",
        "b.zip!soft Skipped: not a regular file",
        "b.zip!log.xml tenhou-xml",
    ]


NESTED = "Unreadable: an archive inside an archive is not read; unpack the outer one first"


@pytest.mark.parametrize("outer", [tar, zip_archive])
@pytest.mark.parametrize("inner", [tar(THREE), tar(THREE, "w:gz"), zip_archive(THREE)])
def test_an_archive_in_an_archive_is_refused(tmp_path: Path, outer: Callable[[Members], bytes], inner: bytes) -> None:
    (tmp_path / "a").write_bytes(outer([("in", inner), ("log.xml", GOOD)]))
    assert told(found(tmp_path / "a"), tmp_path) == [f"a!in {NESTED}", "a!log.xml tenhou-xml"]


@pytest.mark.parametrize("inner", [gzip.compress(GOOD), zstd(GOOD), zip_archive(THREE)])
def test_what_is_packed_twice_is_refused(tmp_path: Path, inner: bytes) -> None:
    (tmp_path / "a").write_bytes(gzip.compress(inner))
    assert told(found(tmp_path / "a"), tmp_path) == ["a Unreadable: packed twice; unpack it once"]


def broken_crc(members: Members) -> bytes:
    content = bytearray(zip_archive(members, zipfile.ZIP_STORED))
    content[content.index(b"Minutes") + 3] ^= 1
    return bytes(content)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (tar([("bad", gzip.compress(GOOD)[:-30]), ("log.xml", GOOD)]), "damaged gzip data"),
        (tar([("bad", b"\x28\xb5\x2f\xfd garbage"), ("log.xml", GOOD)]), "damaged Zstandard data"),
        (zip_archive([("bad", b"\x1f\x8b\x08 garbage"), ("log.xml", GOOD)]), "damaged gzip data"),
        (broken_crc([("bad", NO_LOG), ("log.xml", GOOD)]), "damaged zip member: Bad CRC-32"),
        (tar([("bad", GOOD + b" " * 5000), ("log.xml", GOOD)]), "larger than 4,000 bytes"),
        (zip_archive([("bad", GOOD + b" " * 5000), ("log.xml", GOOD)]), "larger than 4,000 bytes"),
    ],
)
def test_a_bad_member_does_not_stop_the_rest(tmp_path: Path, content: bytes, reason: str) -> None:
    (tmp_path / "a").write_bytes(content)
    bad, good = found(tmp_path / "a", limits=Limits(file_bytes=4000))
    assert isinstance(bad, Unreadable)
    assert bad.name.endswith("a!bad")
    assert bad.reason.startswith(reason)
    assert isinstance(good, Source)


def test_zip_members_that_are_not_unpacked(tmp_path: Path) -> None:
    encrypted = bytearray(zip_archive([("log.xml", GOOD)]))
    encrypted[encrypted.index(b"PK\x01\x02") + 8] |= 1
    (tmp_path / "a.zip").write_bytes(encrypted)
    (tmp_path / "b.zip").write_bytes(zip_archive([("log.xml", GOOD)], zipfile.ZIP_BZIP2))
    (tmp_path / "c.zip").write_bytes(zip_archive([("log.xml", GOOD)], zipfile.ZIP_LZMA))
    assert told(found(tmp_path), tmp_path) == [
        "a.zip!log.xml Unreadable: encrypted",
        "b.zip!log.xml Unreadable: packed by method 12; deflate is read",
        "c.zip!log.xml Unreadable: packed by method 14; deflate is read",
    ]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (tar(THREE)[:2000], "damaged tar: it ends in the middle of a member"),
        (tar(THREE)[: 512 * 4], "damaged tar: it ends without an end mark"),
        (gzip.compress(tar(THREE))[:-40], "damaged gzip data"),
        (tar(THREE)[:1024] + b"\1" * 2048, "damaged tar"),
        (zip_archive(THREE)[:-30], "damaged zip"),
        (zip_archive(THREE)[:-10] + b"\xff" * 10, "damaged zip"),
    ],
)
def test_a_damaged_archive_is_never_taken_for_complete(tmp_path: Path, content: bytes, reason: str) -> None:
    (tmp_path / "a").write_bytes(content)
    last = found(tmp_path / "a")[-1]
    assert isinstance(last, Unreadable)
    assert last.name == f"{tmp_path}/a"
    assert last.reason.startswith(reason)


@pytest.mark.parametrize("pack", [lambda: tar(THREE), lambda: zip_archive(THREE), lambda: tar(THREE, "w:gz")])
def test_archives_with_flipped_bytes_only_ever_give_items(tmp_path: Path, pack: Callable[[], bytes]) -> None:
    content = pack()
    chance = random.Random(20)
    for _ in range(500):
        spoilt = bytearray(content)
        for _ in range(chance.randint(1, 6)):
            place = chance.randrange(len(spoilt) if chance.random() < 0.5 else min(1024, len(spoilt)))
            spoilt[place] = chance.choice([0, 0xFF, 0x30, 0x78])
        for item in found("-", stdin=bytes(spoilt)):
            assert isinstance(item, (Source, Skipped, Unreadable))


def peak_of(*paths: Path) -> tuple[list[Item], int]:
    """The items and the most memory, in bytes, that finding them took."""
    tracemalloc.start()
    items = found(*paths)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return items, peak


class Zeros(io.RawIOBase):
    def read(self, size: int = -1) -> bytes:
        return bytes(size)


def test_a_tar_bomb_is_given_up(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "a.tar.gz", mode="w:gz", compresslevel=6) as archive:
        info = tarfile.TarInfo("big")
        info.size = 160 * MIB
        archive.addfile(info, Zeros())
    items, peak = peak_of(tmp_path)
    assert told(items, tmp_path) == [
        "a.tar.gz!big Skipped: no reader recognises it",
        "a.tar.gz Unreadable: unpacks to more than 200 times its size",
    ]
    assert peak < 32 * MIB


def test_a_tar_header_of_a_gigabyte_is_refused(tmp_path: Path) -> None:
    info = tarfile.TarInfo("././@PaxHeader")
    info.type, info.size = tarfile.XHDTYPE, 1 << 30
    header = info.tobuf(tarfile.USTAR_FORMAT)
    (tmp_path / "a.tar").write_bytes(header + bytes(2 * MIB))
    items, peak = peak_of(tmp_path)
    assert told(items, tmp_path) == ["a.tar Unreadable: damaged tar: a header of 1,073,741,824 bytes at byte 512"]
    assert peak < 8 * MIB


def test_a_zip_of_one_bomb_many_times_is_given_up(tmp_path: Path) -> None:
    log = GOOD + b" " * (15 * MIB)
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(12):
            archive.writestr(f"{number}.xml", log)
    items, peak = peak_of(tmp_path)
    assert [type(item) for item in items] == [Source] * 4 + [Unreadable] * 2
    assert items[-1] == Unreadable(f"{tmp_path}/a.zip", "what follows was not read")
    assert peak < 160 * MIB  # the four logs that were kept here, and one at work


def test_a_log_that_unpacks_beyond_the_limit_is_unreadable(tmp_path: Path) -> None:
    (tmp_path / "bomb.xml.gz").write_bytes(gzip.compress(GOOD + b" " * (100 * MIB)))
    (tmp_path / "log.xml").write_bytes(GOOD)
    items, peak = peak_of(tmp_path)
    assert told(items, tmp_path) == ["bomb.xml.gz Unreadable: larger than 16,777,216 bytes", "log.xml tenhou-xml"]
    assert peak < 64 * MIB


def test_a_large_file_that_is_no_log_is_skipped_unread(tmp_path: Path) -> None:
    with (tmp_path / "video").open("wb") as file:
        file.truncate(1 << 33)
    intake = Intake(Limits(), None, io.BytesIO())
    assert told(list(intake.items([str(tmp_path)])), tmp_path) == ["video Skipped: no reader recognises it"]
    assert intake.seen < MIB


def test_a_forced_format_is_asked_of_no_file(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_bytes(NO_LOG)
    items = list(Intake(Limits(), named("tenhou-xml"), io.BytesIO()).items([str(tmp_path)]))
    assert items == [Source(f"{tmp_path}/notes.txt", NO_LOG, "tenhou-xml")]


def test_the_bytes_taken_are_those_on_the_disk(tmp_path: Path) -> None:
    content = tar([(f"{number}.xml", GOOD) for number in range(100)], "w:gz")
    (tmp_path / "a.tgz").write_bytes(content)
    intake = Intake(Limits(), None, io.BytesIO())
    assert len(list(intake.items([str(tmp_path)]))) == 100
    assert intake.seen == len(content)
