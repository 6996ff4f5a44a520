"""The files in tar and zip archives, read in place: nothing is extracted, a member's name is only a name."""

import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from typing import BinaryIO, Final

from auditor.batch.items import Item, Limits, Skipped, Unreadable
from auditor.batch.streams import PIECE, CannotRead, Scale, Stream

ReadMember = Callable[[str, Stream], Iterator[Item]]
"""Makes items of the member of a name and its content."""

BLOCK: Final = tarfile.BLOCKSIZE
ZIP: Final = (b"PK\x03\x04", b"PK\x05\x06")
TAR_HEADER_BYTES: Final = 1 << 16  # of a long name or an extended header
ZIP_DIRECTORY_BYTES: Final = 32 << 20  # some 400,000 members, held in memory
ENCRYPTED: Final = 1  # bit of a zip member's flags
DAMAGED: Final = (zipfile.BadZipFile, NotImplementedError, OSError, EOFError, ValueError, struct.error, zlib.error)


def is_zip(head: bytes) -> bool:
    """Whether data that begins so is a zip archive."""
    return head.startswith(ZIP)


def is_tar(head: bytes) -> bool:
    """Whether the first block is a tar header: its checksum is right, whatever the dialect."""
    try:
        return tarfile.TarInfo.frombuf(head[:BLOCK], "utf-8", "surrogateescape").chksum > 0
    except tarfile.HeaderError:
        return False


class _Forward:
    """A stream as the file a TarFile reads: it can go forward only, and never reads much for a header."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.place = 0

    def tell(self) -> int:
        return self.place

    def read(self, size: int) -> bytes:
        if not 0 <= size <= TAR_HEADER_BYTES:
            raise CannotRead(f"damaged tar: a header of {size:,} bytes at byte {self.place:,}")
        data = self.stream.exactly(size)
        self.place += len(data)
        return data

    def seek(self, place: int) -> None:
        if place < self.place:
            raise CannotRead(f"damaged tar: a header leads back from byte {self.place:,} to {place:,}")
        while self.place < place:
            piece = self.stream.read(min(place - self.place, PIECE))
            if not piece:
                raise CannotRead("damaged tar: it ends in the middle of a member")
            self.place += len(piece)


def tar_items(name: str, stream: Stream, read_member: ReadMember) -> Iterator[Item]:
    """Items of the regular files of a tar, in the order stored; links and devices are skipped.

    A damaged header ends the archive with an Unreadable that names it; what stands before it is kept.
    """
    file = _Forward(stream)
    try:
        tar = _open_tar(file)
        member = tar.next()
        while member is not None:
            yield from _tar_member(f"{name}!{member.name}", member, file, read_member)
            file.seek(tar.offset)
            member = _next_member(tar)
    except CannotRead as error:
        yield Unreadable(name, str(error))


def _open_tar(file: _Forward) -> tarfile.TarFile:
    try:
        return tarfile.TarFile(fileobj=file, mode="r", errors="surrogateescape")  # type: ignore[arg-type]
    except (tarfile.TarError, ValueError, RecursionError) as error:
        raise CannotRead(f"damaged tar: {error}") from error


def _next_member(tar: tarfile.TarFile) -> tarfile.TarInfo | None:
    """The next member, None at the end mark. `TarFile.next` would take a damaged header for the end."""
    place = tar.offset
    try:
        return tarfile.TarInfo.fromtarfile(tar)
    except tarfile.EOFHeaderError:  # type: ignore[attr-defined] # typeshed does not list it
        return None
    except tarfile.EmptyHeaderError as error:  # type: ignore[attr-defined]
        raise CannotRead("damaged tar: it ends without an end mark") from error
    except (tarfile.TarError, ValueError, RecursionError) as error:
        raise CannotRead(f"damaged tar: {error or 'no header'} at byte {place:,}") from error


def _tar_member(name: str, member: tarfile.TarInfo, file: _Forward, read_member: ReadMember) -> Iterator[Item]:
    if member.isdir():
        return
    if not member.isreg() or member.issparse():
        yield Skipped(name, "not a regular file")
        return
    file.seek(member.offset_data)
    end = file.place + member.size

    def read(size: int) -> bytes:
        if file.place >= end:
            return b""
        piece = file.stream.read(min(size, end - file.place))
        file.place += len(piece)
        if not piece:
            raise CannotRead("the archive ends in the middle of it")
        return piece

    yield from read_member(name, Stream(read))


class _Bounded:
    """A file as a ZipFile reads it, which takes the size of the directory from the archive and reads it at once."""

    def __init__(self, file: BinaryIO) -> None:
        self.seek = file.seek
        self.tell = file.tell
        self.seekable = file.seekable
        self._file = file

    def read(self, size: int = -1) -> bytes:
        if size > ZIP_DIRECTORY_BYTES:
            raise CannotRead(f"its directory is larger than {ZIP_DIRECTORY_BYTES:,} bytes; use tar")
        return self._file.read(size if size >= 0 else ZIP_DIRECTORY_BYTES)


def zip_items(
    name: str, file: BinaryIO, limits: Limits, read_member: ReadMember, seen: Callable[[int], None]
) -> Iterator[Item]:
    """Items of the files of a zip archive, in the order of its directory. `file` can seek.

    `seen` is told the packed size of each member. Links are skipped; a member that is damaged, encrypted or packed by
    anything but deflate is Unreadable.
    """
    try:
        size = file.seek(0, 2)
        archive = zipfile.ZipFile(_Bounded(file))
    except CannotRead as error:
        yield Unreadable(name, str(error))
        return
    except DAMAGED as error:
        yield Unreadable(name, f"damaged zip: {error}")
        return
    scale = Scale(lambda: size, limits)  # members may overlap: all of them are weighed against the whole file
    for member in archive.infolist():
        seen(member.compress_size)
        if not member.filename.endswith("/"):  # is_dir stumbles over an empty name
            yield from _zip_member(f"{name}!{member.filename}", archive, member, scale, read_member)
        if scale.broken:
            yield Unreadable(name, "what follows was not read")
            return


def _zip_member(
    name: str, archive: zipfile.ZipFile, member: zipfile.ZipInfo, scale: Scale, read_member: ReadMember
) -> Iterator[Item]:
    if stat.S_IFMT(member.external_attr >> 16) not in (0, stat.S_IFREG):
        yield Skipped(name, "not a regular file")
        return
    if member.flag_bits & ENCRYPTED:
        yield Unreadable(name, "encrypted")
        return
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        # The others are unpacked without a bound.
        yield Unreadable(name, f"packed by method {member.compress_type}; deflate is read")
        return
    try:
        with archive.open(member) as content:

            def read(size: int) -> bytes:
                try:
                    return scale.weigh(content.read(size))
                except DAMAGED as error:
                    raise CannotRead(f"damaged zip member: {error}") from error

            yield from read_member(name, Stream(read))
    except DAMAGED as error:
        yield Unreadable(name, f"damaged zip member: {error}")
