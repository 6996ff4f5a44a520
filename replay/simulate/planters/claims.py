"""Wins whose value is counted wrongly: WIN007 to WIN015.

A wrong claim is planted with nothing following from it, with everything that is said of the value following, with the
payments following, and with payments that later scores do not know of.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from replay.gamelog import YAKUMAN_HAN, ClaimedYaku, Win
from replay.hand.names import DORA_NAMES
from replay.hand.points import won_points
from replay.hand.value import HandValue
from replay.hand.yaku import YAKU
from replay.hand.yakuman import YAKUMAN
from replay.ruleset.switches import SeveralRons
from replay.simulate.planters.aftermath import may_be_short, resettled
from replay.simulate.planters.composed import Play
from replay.simulate.planters.scene import Edit, Scene, Way
from replay.simulate.planters.winning import claimed_win, moved, settled, value_of, wins_of
from replay.table.table import Table

Claim = tuple[ClaimedYaku, ...]
Miscount = Callable[[Scene, Win, HandValue], Iterator[Claim]]
"""Wrong lists of yaku for a win whose own list is right."""

OPEN_HAN: Final = {yaku.name: yaku.open.han for yaku in YAKU}
CLOSED_HAN: Final = {yaku.name: yaku.closed.han for yaku in YAKU}
LIMIT_NAMES: Final = tuple(yakuman.name for yakuman in YAKUMAN)
STEPS: Final = (
    ("riichi", "double_riichi"),
    ("iipeikou", "ryanpeikou"),
    ("chanta", "junchan"),
    ("honitsu", "chinitsu"),
    ("sanshoku_doujun", "sanshoku_doukou"),
    ("chanta", "honroutou"),
)
"""A yaku and one that is worth more and easily taken for it."""
FEW: Final = 3
"""How many wrong lists of one kind are tried for a win."""


def counted(scene: Scene) -> Iterator[tuple[int, Table, Win, HandValue]]:
    """The wins that state their value, with the value of the hand."""
    for index, table, event in wins_of(scene):
        value = value_of(table, event)
        if value is not None and event.yaku is not None and event.deltas is not None:
            yield index, table, event, value


def miscounted(lists: Miscount) -> Way:
    """Wins with such lists of yaku, in every degree of following."""

    def way(scene: Scene) -> Iterator[Edit]:
        for index, table, event, value in counted(scene):
            for yaku in lists(scene, event, value):
                paid = claimed_win(scene, table, event, yaku, value.fu)
                yield from _followed(scene, index, replace(event, yaku=yaku), paid)

    return way


def _followed(scene: Scene, index: int, said: Win, paid: Win) -> Iterator[Edit]:
    """The edits for a wrong word, and for all that is said, paid and carried on because of it."""
    seat = said.seat
    yield resettled(scene, index, said, seat, follows=False)
    yield resettled(scene, index, replace(paid, deltas=said.deltas), seat, follows=False)
    if paid.deltas != said.deltas:
        yield resettled(scene, index, paid, seat, follows=True)
        yield resettled(scene, index, paid, seat, follows=False)


# Lists with a yaku too many, or too few


def invented(scene: Scene, event: Win, value: HandValue) -> Iterator[Claim]:
    """A yaku that is not there is counted."""
    if value.yakuman:
        return
    there = {part.name for part in value.yaku}
    greater = {other for one, other in STEPS if one in there} | {one for one, other in STEPS if other in there}
    names = [name for name in CLOSED_HAN if name not in there and name not in greater and name not in DORA_NAMES]
    for name in scene.random.sample(names, FEW):
        yield (ClaimedYaku(name, CLOSED_HAN[name]), *(event.yaku or ()))


def invented_limit(scene: Scene, event: Win, value: HandValue) -> Iterator[Claim]:
    """A yakuman that is not there is counted."""
    there = {part.name for part in value.yaku}
    name = scene.random.choice([name for name in LIMIT_NAMES if name not in there])
    more = event.yaku or () if value.yakuman else ()
    yield (*more, ClaimedYaku(name, YAKUMAN_HAN))


def greater_for_lesser(scene: Scene, event: Win, value: HandValue) -> Iterator[Claim]:
    """A yaku is taken for one that is worth more."""
    for lesser, greater in STEPS:
        if CLOSED_HAN[greater] > CLOSED_HAN[lesser]:
            yield from _taken_for(event, value, lesser, greater)


def lesser_for_greater(scene: Scene, event: Win, value: HandValue) -> Iterator[Claim]:
    """A yaku is taken for one that is worth less."""
    for lesser, greater in STEPS:
        if CLOSED_HAN[greater] > CLOSED_HAN[lesser]:
            yield from _taken_for(event, value, greater, lesser)


def _taken_for(event: Win, value: HandValue, name: str, other: str) -> Iterator[Claim]:
    there = {part.name: part.han for part in value.yaku}
    if name in there and other not in there:
        han = (CLOSED_HAN if there[name] == CLOSED_HAN[name] else OPEN_HAN)[other]
        yield tuple(ClaimedYaku(other, han) if part.name == name else part for part in event.yaku or ())


def left_out(scene: Scene, event: Win, value: HandValue) -> Iterator[Claim]:
    """A yaku that is there is not counted."""
    for yaku in event.yaku or ():
        if yaku.han and yaku.name not in DORA_NAMES:
            yield _with(event, yaku, 0)


def limit_left_out(scene: Scene, event: Win, value: HandValue) -> Iterator[Claim]:
    """A yakuman is counted as an ordinary hand."""
    if value.yakuman:
        yield (ClaimedYaku("toitoi", 2),)


# Lists with the wrong han


def other_han(scene: Scene, event: Win, value: HandValue) -> Iterator[Claim]:
    """A yaku is counted with a han more or less, a yakuman twice."""
    for yaku in event.yaku or ():
        if yaku.name in DORA_NAMES or not yaku.han:
            continue
        if value.yakuman:
            yield _with(event, yaku, 2 * yaku.han)
            continue
        yield _with(event, yaku, yaku.han + 1)
        if yaku.han > 1:
            yield _with(event, yaku, yaku.han - 1)


def closed_han_when_open(scene: Scene, event: Win, value: HandValue) -> Iterator[Claim]:
    """A yaku of an open hand is counted as in a closed one."""
    for yaku in event.yaku or ():
        closed = CLOSED_HAN.get(yaku.name, 0)
        if not value.yakuman and yaku.name not in DORA_NAMES and 0 < yaku.han < closed:
            yield _with(event, yaku, closed)


def dora_miscounted(*names: str) -> Miscount:
    """These dora are counted once more or less."""

    def lists(scene: Scene, event: Win, value: HandValue) -> Iterator[Claim]:
        if not value.yakuman:
            for yaku in event.yaku or ():
                if yaku.name in names and yaku.han:
                    yield _with(event, yaku, yaku.han + 1)
                    yield _with(event, yaku, yaku.han - 1)

    return lists


def dora_invented(name: str) -> Miscount:
    """A hand without these dora is counted with one or two."""

    def lists(scene: Scene, event: Win, value: HandValue) -> Iterator[Claim]:
        if not value.yakuman and all(yaku.name != name or not yaku.han for yaku in event.yaku or ()):
            others = tuple(yaku for yaku in event.yaku or () if yaku.name != name)
            yield (*others, ClaimedYaku(name, scene.random.choice((1, 2))))

    return lists


def _with(event: Win, changed: ClaimedYaku, han: int) -> Claim:
    """The list with other han for one entry, or without it."""
    parts = [ClaimedYaku(part.name, han) if part is changed else part for part in event.yaku or ()]
    return tuple(part for part in parts if part.han)


def ura_indicators_added(scene: Scene) -> Iterator[Edit]:
    """One ura indicator more than there are indicators is turned."""
    for index, _table, event in wins_of(scene):
        tile = scene.spare_tile()
        if event.ura_indicators and tile is not None:
            more = replace(event, ura_indicators=(*event.ura_indicators, tile))
            yield resettled(scene, index, more, event.seat, follows=False)


def ura_indicator_lost(scene: Scene) -> Iterator[Edit]:
    """A riichi winner is not shown all the ura indicators."""
    for index, _table, event in wins_of(scene):
        if event.ura_indicators:
            less = replace(event, ura_indicators=event.ura_indicators[:-1])
            yield resettled(scene, index, less, event.seat, follows=False)


def other_ura_of_second_staged(scene: Scene) -> Iterator[Edit]:
    """The second of two winners in riichi is shown other ura indicators than the first."""
    switches = scene.switches
    source = scene.random.choice(list(scene.seats))
    first = scene.next_seat(source)
    second = scene.next_seat(first)
    enough = min(scene.start.scores[first], scene.start.scores[second]) >= switches.riichi_points
    if switches.several_rons is SeveralRons.NEAREST or not switches.ura_dora or not enough:
        return
    play = Play(scene, {first: "555z234s678s99p57p", second: "666z123s789s11p57p"}, "6p", keep="6p")
    play.turns_until(first)
    play.declared_riichi()
    play.declared_riichi()
    play.turns_until(source)
    play.go("6p")
    one = play.right_win(first)
    if one is None or one.ura_indicators is None:
        return
    play.add(one)
    tile = scene.random.choice(
        [code for code, count in enumerate(play.pool) if count and code not in one.ura_indicators]
    )
    other = replace(play.bare_win(second), ura_indicators=(tile,))
    value = value_of(play.table, other)
    if value is not None:
        yield play.ended_by(settled(scene, play.table, other, value), second)


# Fu, sum and points


def fu_miscounted(scene: Scene) -> Iterator[Edit]:
    """Other fu are counted."""
    for index, table, event, value in counted(scene):
        if value.yakuman or event.fu is None:
            continue
        for fu in {20, 25, 30, value.fu - 10, value.fu + 10} - {value.fu}:
            if fu >= 20 and abs(fu - value.fu) <= 10:
                paid = claimed_win(scene, table, event, event.yaku or (), fu)
                yield from _followed(scene, index, replace(event, fu=fu), paid)


def han_misadded(scene: Scene) -> Iterator[Edit]:
    """The han of a right list are added up wrongly."""
    for index, table, event, value in counted(scene):
        if event.han is None:
            continue
        for han in (value.han + 1, value.han - 1):
            if value.yakuman or han < 1:
                continue
            sum_ = (ClaimedYaku("", han),)
            paid = replace(claimed_win(scene, table, event, sum_, value.fu), yaku=event.yaku)
            yield from _followed(scene, index, replace(event, han=han), paid)


def points_of_another_hand(scene: Scene) -> Iterator[Edit]:
    """The points are those of a hand that is worth more or less, or of the dealer's."""
    for index, table, event, value in counted(scene):
        if event.points is None:
            continue
        self_draw = event.seat == event.from_seat
        dealer = event.seat == table.start.dealer
        for base in {value.base * 2, value.base // 2, 2000, 3000, value.base} - {0}:
            for as_dealer in (dealer, not dealer):
                points = won_points(base, scene.switches, dealer=as_dealer, self_draw=self_draw)
                if points == event.points:
                    continue
                said = replace(event, points=points)
                if as_dealer is dealer and event.liable is None:
                    yield from _followed(scene, index, said, replace(said, deltas=moved(scene, table, event, base)))
                else:
                    yield resettled(scene, index, said, event.seat, follows=False)


def points_not_rounded(scene: Scene) -> Iterator[Edit]:
    """The points of a ron are not rounded, or to another hundred."""
    for index, _table, event, _value in counted(scene):
        if event.points is None or event.liable is not None or event.seat == event.from_seat:
            continue
        if may_be_short(scene, scene.events):
            continue
        for change in (-100, 100, -20):
            said = replace(event, points=event.points + change)
            deltas = list(event.deltas or ())
            deltas[event.seat] += change
            deltas[event.from_seat] -= change
            yield from _followed(scene, index, said, replace(said, deltas=tuple(deltas)))


WAYS: Final[dict[str, tuple[Way, ...]]] = {
    "WIN007": (miscounted(invented), miscounted(invented_limit), miscounted(greater_for_lesser)),
    "WIN008": (miscounted(left_out), miscounted(limit_left_out), miscounted(lesser_for_greater)),
    "WIN009": (miscounted(other_han), miscounted(closed_han_when_open)),
    "WIN010": (miscounted(dora_miscounted("dora", "north_dora")), miscounted(dora_invented("dora"))),
    "WIN011": (
        miscounted(dora_miscounted("ura_dora")),
        miscounted(dora_invented("ura_dora")),
        ura_indicators_added,
        ura_indicator_lost,
        other_ura_of_second_staged,
    ),
    "WIN012": (miscounted(dora_miscounted("red_five")), miscounted(dora_invented("red_five"))),
    "WIN013": (fu_miscounted,),
    "WIN014": (han_misadded,),
    "WIN015": (points_of_another_hand, points_not_rounded),
}
"""The ways of each code."""
