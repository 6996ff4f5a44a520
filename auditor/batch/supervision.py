"""The shards of a batch audited by an engine, in their order, whatever becomes of its workers.

A part whose worker died, or failed in another way that no audit of a game should, is tried again, because workers are
killed from outside too. When that happens again it is cut in two, and so on down to the one game that does it; that
game is given up, and nothing else is.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from auditor.batch.audits import Request
from auditor.batch.engines import Engine, EngineFailed
from auditor.batch.items import Item
from auditor.batch.parts import Part, condemned, joined
from auditor.batch.shards import Shard, digest_of, halves

DEATHS: Final = 2  # of the workers of a part before it is cut in two
LAST_DEATHS: Final = 3  # of one game, alone, before it is given up
IN_A_ROW: Final = 64
"""So many failures and nothing done in between are no matter of a game: then none is given up for it."""
AHEAD: Final = 3
"""Shards under way or waiting for an earlier one, a worker: what bounds memory."""


class Audited(NamedTuple):
    """A shard, and what came of it."""

    number: int
    part: Part


class _Piece:
    """Items of a shard that are audited together."""

    def __init__(self, items: list[Item], deaths: int = 0) -> None:
        self.items = items
        self.deaths = deaths
        self.part: Part | None = None

    def answered(self, part: Part) -> None:
        """That is what came of it; its items are no longer needed."""
        self.part = part
        self.items = []


class _Work:
    """A shard under way."""

    def __init__(self, shard: Shard) -> None:
        self.number = shard.number
        self.digest = ""  # of its items, once they are in several pieces
        self.pieces = [_Piece(shard.items)]

    def audited(self) -> Audited | None:
        """What came of the shard, None as long as a piece of it is under way."""
        parts = [piece.part for piece in self.pieces if piece.part is not None]
        if len(parts) < len(self.pieces):
            return None
        return Audited(self.number, parts[0] if len(parts) == 1 else joined(self.digest, parts))

    def after_death(self, piece: _Piece, fault: str) -> list[_Piece]:
        """What is to be tried in place of a piece whose worker died while it was at it; none: it is given up."""
        piece.deaths += 1
        if piece.deaths < DEATHS:
            return [piece]
        two = halves(piece.items)
        if two is not None:
            # Whoever it is has died twice by now: a half is cut at its first death.
            self.digest = self.digest or digest_of(piece.items)
            parts = [_Piece(half, DEATHS - 1) for half in two]
        elif piece.deaths < LAST_DEATHS:
            return [piece]
        else:
            piece.answered(condemned(piece.items, fault))
            return []
        place = self.pieces.index(piece)
        self.pieces[place : place + 1] = parts
        return parts


def supervised(shards: Iterable[Shard], request: Request, engine: Engine) -> Iterator[Audited]:
    """What came of each shard, in their order. Raises EngineFailed when nothing can be audited any more."""
    waiting = iter(shards)
    ahead: deque[_Work] = deque()
    to_give: deque[tuple[_Work, _Piece]] = deque()
    given: dict[int, tuple[_Work, _Piece]] = {}
    key = in_a_row = 0
    more = True
    while True:
        while more and len(ahead) < AHEAD * engine.workers + 1 and not (given and not engine.room):
            shard = next(waiting, None)
            if shard is None:
                more = False
                break
            work = _Work(shard)
            ahead.append(work)
            to_give.append((work, work.pieces[0]))
            key = _give(engine, to_give, given, key, request)
        key = _give(engine, to_give, given, key, request)
        if not ahead:
            return
        while ahead and (done := ahead[0].audited()) is not None:
            ahead.popleft()
            yield done
            del done
        if not given:
            continue
        for answer in engine.answers():
            work, piece = given.pop(answer.key)
            if answer.part is not None:
                piece.answered(answer.part)
                in_a_row = 0
            else:
                in_a_row += 1
                if in_a_row >= IN_A_ROW:
                    fault = answer.fault.rstrip().rpartition("\n")[2]
                    raise EngineFailed(f"{IN_A_ROW} parts failed one after another, whatever was in them: {fault}")
                # In front: what was begun first has to be committed first.
                again = work.after_death(piece, answer.fault)
                to_give.extendleft((work, one) for one in reversed(again))


def _give(
    engine: Engine,
    to_give: deque[tuple[_Work, _Piece]],
    given: dict[int, tuple[_Work, _Piece]],
    key: int,
    request: Request,
) -> int:
    """The next key, when the engine has been given all that it takes."""
    while to_give and engine.room:
        work, piece = to_give.popleft()
        given[key] = (work, piece)
        engine.give(key, piece.items, request)
        key += 1
    return key
