"""The work of a batch in shards: cut from the sources in their order, the same whenever the sources are the same."""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Final, NamedTuple

from auditor.batch.frames import frames
from auditor.batch.items import Item, Skipped, Source
from auditor.batch.streams import Stream

SHARD_GAMES: Final = 256
SHARD_BYTES: Final = 4 << 20
SHARD_ITEMS: Final = 1024  # of what is no game
CUT: Final = f"{SHARD_GAMES} games, {SHARD_BYTES} bytes, {SHARD_ITEMS} items"
"""How shards are cut. A batch that was cut otherwise cannot be resumed."""


class Shard(NamedTuple):
    """What is audited and committed together."""

    number: int  # from 0, among all shards of the sources
    items: list[Item]


class Portion(NamedTuple):
    """Every `of`-th shard, beginning with the one of the number `first`; what one of several machines does."""

    first: int = 0
    of: int = 1

    def has(self, number: int) -> bool:
        """Whether the shard of that number is in it."""
        return number % self.of == self.first


def shards_of(items: Iterable[Item]) -> Iterator[Shard]:
    """The items in shards. Each has at least one item, and no more than the bounds unless that one is so large."""
    number = games = size = 0
    shard: list[Item] = []
    for item in items:
        more_games, more_bytes = (item.games, len(item.data)) if isinstance(item, Source) else (0, 0)
        full = games + more_games > SHARD_GAMES or size + more_bytes > SHARD_BYTES or len(shard) >= SHARD_ITEMS
        if shard and full:
            yield Shard(number, shard)
            number, games, size, shard = number + 1, 0, 0, []
        shard.append(item)
        games += more_games
        size += more_bytes
    if shard:
        yield Shard(number, shard)


def digest_of(items: Iterable[Item]) -> str:
    """SHA-256 of everything the items say but the rules: what is there, by which name, and what could not be read."""
    total = sha256()
    for item in items:
        if isinstance(item, Source):
            parts = [b"source", _bytes(item.name), _bytes(item.format), b"%d %d" % (item.game, item.byte), item.data]
        else:
            kind = b"skipped" if isinstance(item, Skipped) else b"unreadable"
            parts = [kind, _bytes(item.name), _bytes(item.reason)]
        for part in parts:
            total.update(b"%d:" % len(part))
            total.update(part)
    return total.hexdigest()


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def halves(items: list[Item]) -> tuple[list[Item], list[Item]] | None:
    """The items in two parts, None where they are one game, or nothing that can be cut."""
    if len(items) == 1:
        items = single_games(items[0])
    middle = len(items) // 2
    return (items[:middle], items[middle:]) if middle else None


def single_games(item: Item) -> list[Item]:
    """The item, each of its games alone where they can be told apart."""
    if not isinstance(item, Source) or item.games < 2 or item.format != "paifu":
        return [item]
    left = memoryview(item.data)

    def read(size: int) -> bytes:
        nonlocal left
        taken, left = bytes(left[:size]), left[size:]
        return taken

    return [
        Source(item.name, piece.data, item.format, item.game + piece.game, item.byte + piece.byte, rules=item.rules)
        for piece in frames(Stream(read), len(item.data), most=1)
    ]
