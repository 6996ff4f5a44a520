"""Games that are in the store already, as sources of a batch."""

from collections.abc import Callable, Iterator

from sqlalchemy import Engine

from auditor.batch.items import Item, Skipped, Source, Unreadable
from auditor.store.again import StoredGame, Wanted, stored_games
from auditor.store.records import unpacked
from replay.formats.native_frame import varint


def stored_items(engine: Engine, wanted: Wanted, count: Callable[[], None]) -> Iterator[Item]:
    """The stored games, each to be audited by the rules of its last audit. `count` is told of each."""
    for game in stored_games(engine, wanted):
        count()
        yield _item(game)


def _item(game: StoredGame) -> Item:
    name = f"{game.source} (stored as {game.digest[:16]})"
    if game.log is None:
        return Skipped(name, "its log could not be kept")
    try:
        log = unpacked(game.log)
    except ValueError as error:
        return Unreadable(name, f"{error}: see auditor db verify")
    return Source(name, varint(len(log)) + log, "paifu", rules=game.rules or "")
