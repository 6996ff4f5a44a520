"""Pao ignored or put on the wrong seat: PAY011, and of PAY002 and PAY003 what pao explains."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from replay.gamelog import Win
from replay.hand.points import YAKUMAN
from replay.simulate.planters.aftermath import resettled
from replay.simulate.planters.composed import Play
from replay.simulate.planters.scene import Edit, Scene, Way
from replay.simulate.planters.winning import moved, value_of, wins_of


def fed_dragons(scene: Scene, *, self_draw: bool) -> tuple[Play, int, Win] | None:
    """A round up to a win with three called dragon sets, its winner, and the win with its right payments.

    The seat after the winner has given all three sets; of a ron another discards.
    """
    winner = scene.random.choice(list(scene.seats))
    feeder = scene.next_seat(winner)
    play = Play(scene, {winner: "556677z123z789s9p"}, "567z9p", keep="567z9p")
    for dragon, wind in (("5z", "1z"), ("6z", "2z"), ("7z", "3z")):
        play.turns_until(feeder)
        play.go(dragon)
        play.pon(winner)
        play.discard(wind)
    if self_draw:
        play.turns_until(winner)
        play.draw("9p")
    else:
        play.turns_until(scene.next_seat(feeder))
        play.go("9p")
    win = play.right_win(winner)
    return None if win is None or win.liable is None else (play, winner, win)


def pao_ignored_staged(*, self_draw: bool) -> Way:
    """The seat that gave the last dragon set is not liable: the discarder, or everybody, pays."""

    def way(scene: Scene) -> Iterator[Edit]:
        staged = fed_dragons(scene, self_draw=self_draw)
        if staged is not None:
            play, winner, win = staged
            plain = moved(scene, play.table, win, YAKUMAN)
            yield play.ended_by(replace(win, deltas=plain, liable=None), winner)

    return way


def another_liable_staged(*, self_draw: bool) -> Way:
    """Another seat is named as liable, and pays, or does not pay."""

    def way(scene: Scene) -> Iterator[Edit]:
        staged = fed_dragons(scene, self_draw=self_draw)
        if staged is not None:
            play, winner, win = staged
            for seat in scene.others(winner):
                if seat not in (win.liable, win.from_seat):
                    wrong = replace(win, liable=seat)
                    yield play.ended_by(wrong, winner)
                    paid = moved(scene, play.table, win, YAKUMAN, liable=seat, liable_base=YAKUMAN)
                    yield play.ended_by(replace(wrong, deltas=paid), winner)

    return way


def somebody_liable(scene: Scene) -> Iterator[Edit]:
    """A seat is named as liable for a hand that makes nobody liable."""
    for index, table, event in wins_of(scene):
        value = value_of(table, event)
        if value is None or event.liable is not None:
            continue
        for seat in scene.others(event.seat):
            if seat != event.from_seat:
                yield resettled(scene, index, replace(event, liable=seat), event.seat, follows=False)
                paid = moved(scene, table, event, value.base, liable=seat, liable_base=value.base)
                wrong = replace(event, liable=seat, deltas=paid)
                yield resettled(scene, index, wrong, event.seat, follows=True)


WAYS: Final[dict[str, tuple[Way, ...]]] = {
    "PAY011": (
        another_liable_staged(self_draw=True),
        another_liable_staged(self_draw=False),
        somebody_liable,
    ),
}
"""The ways of each code."""
