"""What one seat does in a round of a tenhou.net/6 log: its draws and discards cut into turns.

A turn begins with a draw or claim and ends with a discard; kans and Norths with their replacements are inside it. So
far as one seat goes there is only one way to read the two lists, and so its hand is known at every point. In which
order the turns of all seats follow each other is the question of `tenhou_json_order`.
"""

import re
from typing import Final

from replay.formats.foreign_text import shown
from replay.formats.json_values import Json
from replay.formats.tenhou_json_calls import NONE, Call, claim, own_kan
from replay.formats.tenhou_json_values import CODE_OF, tile
from replay.gamelog import DISCARDS, DRAWS, Event, Kan, LogError, North, Riichi
from replay.tiles import NORTH, code_counts

_DRAWN: Final = 60
_KAN_GAP: Final = 0  # stands in the list of discards where an open kan discards nothing
_NORTH: Final = "f44"
_RIICHI: Final = re.compile("r([1-6][0-9])")


class Turn:
    """One turn. Tiles are codes, NONE where there is none."""

    __slots__ = ("claims", "discard", "drawn", "events", "follows", "offered", "place", "riichi")

    def __init__(self, follows: int, place: str) -> None:
        self.follows = follows  # the seat whose turn was before it
        self.place = place  # of its draw or claim
        self.claims = False
        self.events: list[Event] = []
        self.drawn = NONE  # the drawn tile it still has
        self.discard = NONE  # NONE: the round ends within the turn
        self.offered = NONE  # what others could win on at its end: the discard, or the tile of a kan or North
        self.riichi = False


class SeatTurns:
    """The turns of a seat, and its concealed tiles at the end of the round."""

    def __init__(self, seat: int, seats: int, hand: tuple[int, ...]) -> None:
        self.seat = seat
        self.seats = seats
        self.turns: list[Turn] = []
        self.held = code_counts(hand)
        self.riichi = False
        self.unsure = False  # it played a tile it did not have

    def concealed(self) -> tuple[int, ...]:
        """The concealed tiles at the end, sorted; none when they are not known."""
        if self.unsure:
            return ()
        return tuple([code for code, count in enumerate(self.held) for _ in range(count)])

    def play(self, code: int) -> None:
        """One tile leaves the hand."""
        self.held[code] -= 1
        if self.held[code] < 0:
            self.unsure = True


def read_turns(seat: int, seats: int, hand: tuple[int, ...], draws: list[Json], discards: list[Json]) -> SeatTurns:
    """The turns of a seat. Raises LogError where the two lists do not fit each other."""
    found = SeatTurns(seat, seats, hand)
    taken = given = 0
    while taken < len(draws):
        turn = Turn((seat - 1) % seats, f"seat {seat}, draw {taken + 1}")
        if found.turns and found.turns[-1].discard == NONE:
            raise LogError("a draw after one that nothing was discarded for", turn.place)
        found.turns.append(turn)
        replaces = _take(found, turn, draws[taken])
        taken += 1
        if replaces and given < len(discards):
            if discards[given] != _KAN_GAP or isinstance(discards[given], bool):
                raise LogError("0 is expected after an open kan", f"seat {seat}, discard {given + 1}")
            given += 1
        while True:
            if not replaces:
                if given == len(discards):
                    break
                replaces = _give(found, turn, discards[given], f"seat {seat}, discard {given + 1}")
                given += 1
                if not replaces:
                    break
            if taken == len(draws):
                break
            _draw(found, turn, draws[taken], f"seat {seat}, draw {taken + 1}", replacement=True)
            taken += 1
            replaces = False
    if given < len(discards):
        raise LogError("a discard for which nothing was drawn", f"seat {seat}, discard {given + 1}")
    return found


def _take(found: SeatTurns, turn: Turn, entry: Json) -> bool:
    """Begins a turn with a draw or a claim. True when a replacement follows."""
    if not isinstance(entry, str):
        _draw(found, turn, entry, turn.place, replacement=False)
        return False
    call = claim(entry, found.seat, found.seats, turn.place)
    turn.claims = True
    turn.follows = call.from_seat
    _set_out(found, turn, call)
    return isinstance(call.event, Kan)


def _draw(found: SeatTurns, turn: Turn, entry: Json, place: str, *, replacement: bool) -> None:
    if replacement and isinstance(entry, str):
        raise LogError(f"a replacement is expected, not {shown(entry)!r}", place)
    code = tile(entry, place)
    found.held[code] += 1
    turn.drawn = code
    turn.offered = NONE
    turn.events.append(DRAWS[replacement][found.seat][code])


def _set_out(found: SeatTurns, turn: Turn, call: Call) -> None:
    for code in call.own:
        found.play(code)
    turn.events.append(call.event)
    turn.drawn = NONE


def _give(found: SeatTurns, turn: Turn, entry: Json, place: str) -> bool:
    """Takes the next of the discards into the turn. True for a kan or North, after which a replacement follows."""
    seat = found.seat
    if isinstance(entry, str):
        if entry == _NORTH:
            turn.offered = NORTH
            _set_out(found, turn, Call(North(seat, NORTH), (NORTH,), NONE))
            return True
        riichi = _RIICHI.fullmatch(entry)
        if riichi is None:
            call = own_kan(entry, seat, found.seats, place)
            turn.offered = call.own[-1]
            _set_out(found, turn, call)
            return True
        turn.events.append(Riichi(seat))
        turn.riichi = found.riichi = True
        entry = int(riichi[1])
    drawn = isinstance(entry, int) and entry == _DRAWN
    if drawn and turn.drawn == NONE:
        raise LogError("60 without a drawn tile", place)
    code = turn.drawn if drawn else CODE_OF.get(entry, NONE) if isinstance(entry, int) else NONE
    if code == NONE:
        code = tile(entry, place)  # says what is wrong
    found.play(code)
    turn.events.append(DISCARDS[drawn][seat][code])
    turn.discard = turn.offered = code
    turn.drawn = NONE
    return False
