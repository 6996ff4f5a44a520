"""One round of an mjai log: the messages from `start_kyoku` on -> events."""

from typing import Final

from replay.formats.json_values import MOST, Json, integer, items, text, told
from replay.formats.mjai_draws import reason_of
from replay.formats.mjai_values import REASONS, WINDS, Message, tiles
from replay.gamelog import (
    DISCARDS,
    DRAWS,
    Chi,
    ClaimedYaku,
    DrawReason,
    Event,
    Indicator,
    Kan,
    KanType,
    LogError,
    North,
    Pon,
    Riichi,
    RiichiAccepted,
    RoundDrawn,
    RoundEnd,
    RoundStart,
    Win,
)
from replay.hand.names import YAKU_OF_TEXT
from replay.tiles import NORTH, code_counts

NONE: Final = -1

_SEVEN_PAIRS_FU: Final = 25
_MOST_YAKU: Final = 64
_DEPOSIT: Final = 1000  # that a riichi takes from the scores where none are stated with it


class Round:
    """A round as far as it was read; `events` are complete at any time."""

    def __init__(self, start: Message) -> None:
        """Raises LogError when the message lacks what a round has to start with."""
        self.seats = start.seats
        first = _start(start)
        self.events: list[Event] = [first]
        self.held = [code_counts(hand) for hand in first.hands]
        self.unsure = [False] * self.seats  # it played a tile it did not have
        self.drawn = [NONE] * self.seats  # the tile just drawn, NONE after anything else
        self.replaces = [False] * self.seats  # its next draw is a replacement
        self.riichi = [False] * self.seats
        self.from_seat = NONE  # who set out the last tile others could win on
        self.offered = NONE  # that tile
        self.points: list[int] | None = list(first.scores)  # a seat; None where the log no longer says
        self.stated: tuple[int, ...] | None = None  # the scores stated beside what the last result paid
        self.seat_wind = [(seat - first.dealer) % self.seats for seat in range(self.seats)]

    def close(self) -> None:
        """The scores stated beside the payments of the result follow it. Nothing may be added after that."""
        if self.stated is not None:
            self.events.append(RoundEnd(self.stated))
            self.stated = None

    def add(self, kind: str, message: Message) -> None:
        """Adds what the message says. Raises LogError naming the member that is wrong."""
        if kind == "tsumo":
            self._draw(message.seat("actor"), message.tile("pai"))
        elif kind == "dahai":
            seat, code = message.seat("actor"), message.tile("pai")
            self._set_out(seat, (code,), DISCARDS[message.flag("tsumogiri")][seat][code])
        elif kind in ("chi", "pon", "daiminkan"):
            self._claim(kind, message)
        elif kind == "ankan":
            own = message.consumed(4)
            self._set_out(message.seat("actor"), own, Kan(message.seat("actor"), KanType.CONCEALED, own))
        elif kind == "kakan":
            added = (message.tile("pai"),)
            self._set_out(message.seat("actor"), added, Kan(message.seat("actor"), KanType.ADDED, added))
        elif kind in ("kita", "nukidora"):
            code = message.tile("pai") if message.has("pai") else NORTH
            self._set_out(message.seat("actor"), (code,), North(message.seat("actor"), code))
        elif kind == "dora":
            self.events.append(Indicator(message.tile("dora_marker")))
        elif kind == "reach":
            self.riichi[message.seat("actor")] = True
            self.events.append(Riichi(message.seat("actor")))
        elif kind == "reach_accepted":
            self._accept(message.seat("actor"), message.points("scores") if message.has("scores") else None)
        elif kind == "hora":
            self._win(message)
        elif kind == "ryukyoku":
            self._drawn_round(message)
        else:
            raise LogError(f"there is no message {told(kind)}", "type")

    def _draw(self, seat: int, code: int) -> None:
        self.held[seat][code] += 1
        self.drawn[seat] = code
        self.events.append(DRAWS[self.replaces[seat]][seat][code])
        self.replaces[seat] = False

    def _leave(self, seat: int, own: tuple[int, ...]) -> None:
        """Tiles leave the hand."""
        for code in own:
            self.held[seat][code] -= 1
            if self.held[seat][code] < 0:
                self.unsure[seat] = True
        self.drawn[seat] = NONE

    def _set_out(self, seat: int, own: tuple[int, ...], event: Event) -> None:
        """The seat puts tiles on the table, the last of which others may win on."""
        self._leave(seat, own)
        self.from_seat = seat
        self.offered = own[-1]
        self.replaces[seat] = isinstance(event, (Kan, North))
        self.events.append(event)

    def _claim(self, kind: str, message: Message) -> None:
        seat, from_seat, code = message.seat("actor"), message.seat("target"), message.tile("pai")
        if seat == from_seat:
            raise LogError(f"seat {seat} claims its own tile", "target")
        own = message.consumed(3 if kind == "daiminkan" else 2)
        event: Event
        if kind == "chi":
            event = Chi(seat, from_seat, code, own)
        elif kind == "pon":
            event = Pon(seat, from_seat, code, own)
        else:
            event = Kan(seat, KanType.OPEN, own, code, from_seat)
        self._leave(seat, own)
        self.replaces[seat] = kind == "daiminkan"
        self.events.append(event)

    def _accept(self, seat: int, scores: tuple[int, ...] | None) -> None:
        self.events.append(RiichiAccepted(seat, scores))
        if scores is not None:
            self.points = list(scores)
        elif self.points is not None:
            self.points[seat] -= _DEPOSIT

    def _paid(self, message: Message) -> tuple[int, ...] | None:
        """What a result moves: as stated, else the difference of the scores stated before and after it."""
        deltas = message.points("deltas") if message.has("deltas") else None
        scores = message.points("scores") if message.has("scores") else None
        before = self.points
        self.stated = None
        self.points = None
        if deltas is None and scores is not None and before is not None:
            deltas = tuple([score - had for score, had in zip(scores, before, strict=True)])
            if max([abs(delta) for delta in deltas]) > MOST:
                raise LogError("points that no game moves", "scores")
        elif scores is not None:
            self.stated = scores
        if scores is not None:
            self.points = list(scores)
        elif deltas is not None and before is not None:
            self.points = [had + delta for had, delta in zip(before, deltas, strict=True)]
        return deltas

    def _win(self, message: Message) -> None:
        seat, from_seat = message.seat("actor"), message.seat("target")
        self_drawn = seat == from_seat
        code = message.tile("pai") if message.has("pai") else self.drawn[seat] if self_drawn else self.offered
        if code == NONE:
            raise LogError("a win without a tile that could be won on", "pai")
        hand = self._hand(message, seat, code, self_drawn=self_drawn)
        ura: tuple[int, ...] | None = None
        for name in ("ura_markers", "uradora_markers", "uradora_marker"):
            if self.riichi[seat] and message.has(name):
                ura = message.tiles(name)
        yaku = _yaku(message.found["yaku"]) if message.has("yaku") else None
        han = message.count("fan") if message.has("fan") else message.count("han") if message.has("han") else None
        points = message.count("hora_points") if message.has("hora_points") else None
        fu = _fu(message.count("fu")) if message.has("fu") else None
        deltas = self._paid(message)
        self.events.append(Win(seat, from_seat, code, hand, yaku, han, fu, points, ura, None, deltas))

    def _hand(self, message: Message, seat: int, code: int, *, self_drawn: bool) -> tuple[int, ...]:
        """The hand that is shown, else the one that was played, which is none after a tile the seat did not have."""
        if message.has("hora_tehais"):
            shown = message.tiles("hora_tehais")
            return (*shown, code) if len(shown) % 3 == 1 else shown
        if self.unsure[seat]:
            return ()
        held = tuple([one for one, count in enumerate(self.held[seat]) for _ in range(count)])
        return held if self_drawn else (*held, code)

    def _drawn_round(self, message: Message) -> None:
        deltas = self._paid(message)
        if message.has("reason"):
            written = text(message.found["reason"], "reason")
            if written not in REASONS:
                raise LogError(f"{told(written)} is no end of a round", "reason")
            reason = REASONS[written]
        else:
            reason = reason_of(self.events, self.seats, deltas)
        tenpai: tuple[int, ...] | None = None
        hands: tuple[tuple[int, ...] | None, ...] | None = None
        if message.has("tenpais") and reason in (DrawReason.EXHAUSTIVE, DrawReason.NAGASHI):
            flags = message.by_seat("tenpais")
            if not all(isinstance(one, bool) for one in flags):
                raise LogError("true or false is expected for every actor", "tenpais")
            tenpai = tuple([seat for seat, one in enumerate(flags) if one is True])
            if message.has("tehais"):
                shown = message.by_seat("tehais")
                hands = tuple([tiles(hand, "tehais") if seat in tenpai else None for seat, hand in enumerate(shown)])
        seat_declares = reason is DrawReason.NINE_TERMINALS and message.has("actor")
        self.events.append(RoundDrawn(reason, message.seat("actor") if seat_declares else None, tenpai, hands, deltas))


def _start(message: Message) -> RoundStart:
    wind = text(message.found.get("bakaze"), "bakaze")
    if wind not in WINDS:
        raise LogError(f"there is no wind {told(wind)}", "bakaze")
    number = integer(message.found.get("kyoku"), "kyoku")
    if not 1 <= number <= message.seats:
        raise LogError(f"there is no round {number}", "kyoku")
    return RoundStart(
        WINDS[wind],
        number,
        message.count("honba"),
        message.count("kyotaku"),
        message.seat("oya"),
        message.points("scores"),
        tuple([tiles(hand, "tehais") for hand in message.by_seat("tehais")]),
        (message.tile("dora_marker"),) if message.has("dora_marker") else (),
    )


def _fu(written: int) -> int:
    """The fu as they count: some producers write them before they are rounded up."""
    return written if written == _SEVEN_PAIRS_FU else (written + 9) // 10 * 10


def _yaku(value: Json) -> tuple[ClaimedYaku, ...]:
    """The yaku of a list of name and han, named as tenhou.net/6 names them."""
    entries = items(value, "yaku")
    if len(entries) > _MOST_YAKU:
        raise LogError(f"{len(entries)} yaku", "yaku")
    yaku: list[ClaimedYaku] = []
    for entry in entries:
        pair = items(entry, "yaku")
        if len(pair) != 2:
            raise LogError("not a name and its han", "yaku")
        written = text(pair[0], "yaku")
        name = YAKU_OF_TEXT.get(written, "")
        if not name or name in ("seat_wind", "prevailing_wind"):
            raise LogError(f"there is no yaku {told(written)}", "yaku")
        han = integer(pair[1], "yaku")
        if not 0 <= han <= _MOST_YAKU:
            raise LogError(f"{han} han", "yaku")
        yaku.append(ClaimedYaku(name, han))
    return tuple(yaku)
