"""What has been read of one Tenhou log, and where every physical tile is.

Tenhou gives each tile an id, so a reader can follow every tile through the round. What no event can carry of that, one
tile in two places, becomes a remark; the first remark on a tile in a round explains whatever follows from it.
"""

from typing import Final

from replay.formats.tenhou_attributes import ID_CODES, TILE_IDS, MalformedError
from replay.gamelog import Event, GameLog, Header, LogError, Player, Remark, RemarkKind, WallCommitment
from replay.tiles import TEXT_OF

# Where a tile is: at a seat (0-3), not seen yet in this round, or shown to all.
UNSEEN: Final = -1
ON_TABLE: Final = 4
ALL_UNSEEN: Final = [UNSEEN] * TILE_IDS


class Reading:
    """The log as far as it was read."""

    def __init__(self) -> None:
        self.seats = 0  # 0: not stated yet
        self.reds = True
        self.variant = ""
        self.overrides: tuple[tuple[str, str], ...] = ()
        self.players: tuple[str, ...] = ()
        self.commitment: WallCommitment | None = None
        self.rounds: list[list[Event]] = []
        self.events: list[Event] = []  # of the last round
        self.remarks: list[Remark] = []
        self.ended: tuple[int, int] | None = None  # round with the GameEnd, and its events up to that
        self.special_rules = False  # remarked on
        self.opened = False
        self.closed = False
        self.where = [UNSEEN] * TILE_IDS  # of every tile id
        self.clashes: set[int] = set()  # ids remarked on in this round
        self.misled: set[int] = set()  # seats that drew one of them: what they hold instead is not known

    def log(self, source_digest: str, failure: LogError | None) -> GameLog:
        """The log; four seats unless it was stated that there are three."""
        seats = self.seats or 4
        failure = self._end() or failure
        names = self.players[:seats] if len(self.players) >= seats else ()
        header = Header(
            source_digest[:16],
            seats,
            platform="tenhou",
            variant=self.variant,
            overrides=self.overrides,
            players=tuple([Player("", name) for name in names]),
            commitment=self.commitment,
            source_digest=source_digest,
        )
        return GameLog(header, self.rounds, self.remarks, failure)

    def _end(self) -> LogError | None:
        """What is wrong when events follow the end of the game. They are left out: nothing they say can be right."""
        if self.ended is None:
            return None
        index, events = self.ended
        if self.ended == (len(self.rounds) - 1, len(self.rounds[index])):
            return None
        del self.rounds[index + 1 :]
        del self.rounds[index][events:]
        self.remarks = [one for one in self.remarks if (one.round_index or 0, one.event_index or 0) < self.ended]
        return LogError("events stand after the end of the game", f"round {index}, event {events}")

    def in_round(self) -> None:
        """Raises MalformedError before the first round."""
        if not self.rounds:
            raise MalformedError("stands before the first INIT")

    def remark_special_rules(self, text: str) -> None:
        """Remarks, once a game, that the log states rules it does not explain."""
        if not self.special_rules:
            self.special_rules = True
            self.remarks.append(Remark(RemarkKind.UNKNOWN_RULES, None, None, None, text))

    def remark_twice(self, tile: int, seat: int | None, does: str) -> None:
        """Remarks that the next event shows a tile that is somewhere else."""
        if tile in self.clashes:
            if seat is not None:
                self.misled.add(seat)
            return
        place = self.where[tile]
        other = place if 0 <= place < ON_TABLE else None
        has = "which lies on the table" if other is None else f"which seat {other} has"
        self._remark_clash(RemarkKind.TILE_TWICE, tile, seat, f"{does} {self._named(tile)}, {has}", other)

    def remark_not_held(self, tile: int, seat: int, does: str) -> None:
        """Remarks that the next event plays a tile its seat does not have."""
        if tile not in self.clashes and seat not in self.misled:
            text = f"seat {seat} {does} {self._named(tile)}, which it does not have"
            self._remark_clash(RemarkKind.TILE_NOT_HELD, tile, seat, text, None)

    def remark_claim(self, tile: int, seat: int, last: int) -> None:
        """Remarks that the next event claims another physical tile than `last`, discarded and of the same face.

        A claim of another face, or without a discard, shows in the events themselves.
        """
        codes = ID_CODES[self.reds]
        if last >= 0 and self.where[last] == ON_TABLE and codes[last] == codes[tile] and tile not in self.clashes:
            text = f"seat {seat} claims {self._named(tile)}; {self._named(last)} was discarded"
            self._remark_clash(RemarkKind.TILE_NOT_HELD, tile, seat, text, None)
            self.clashes.add(last)  # which of the two is still held is not known

    def _remark_clash(self, kind: RemarkKind, tile: int, seat: int | None, text: str, other: int | None) -> None:
        self.clashes.add(tile)
        self.remarks.append(Remark(kind, len(self.rounds) - 1, len(self.events), seat, text, other))

    def _named(self, tile: int) -> str:
        return f"tile {tile} ({TEXT_OF[ID_CODES[self.reds][tile]]})"
