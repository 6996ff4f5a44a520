"""Wins written into a round: with the value the hand has, or with a claim that a careless server might make."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from replay.gamelog import YAKUMAN_HAN, ClaimedYaku, Discard, Event, GameEnd, Kan, KanType, North, Win
from replay.hand.points import base_points, won_points
from replay.hand.value import HandValue, hand_value
from replay.hand.waits import waits
from replay.judges.claim import YAKUMAN_NAMES
from replay.ruleset.switches import NorthRon, Pao
from replay.settlement.liability import liable_seat
from replay.settlement.riichi import win_deltas, within_means
from replay.simulate.planters.scene import Scene
from replay.table.table import DEPOSIT, Table
from replay.table.winner import held_hand, win_context
from replay.tiles import KIND_OF


def value_of(table: Table, event: Win) -> HandValue | None:
    """What the hand of the win is worth by the table, None if it is not complete."""
    return hand_value(win_context(table, event, held_hand(table, event)))


def bare_win(scene: Scene, table: Table, seat: int, from_seat: int, tile: int) -> Win:
    """A win of the hand at the table that states no value yet, with ura indicators for a riichi winner."""
    plain = Win(seat, from_seat, tile, ())
    ura: tuple[int, ...] | None = None
    if table.seats[seat].riichi and scene.switches.ura_dora:
        known = next((win.ura_indicators for win in table.wins if win.ura_indicators is not None), None)
        ura = known if known is not None else _ura(scene, table)
    return replace(plain, hand=held_hand(table, plain), ura_indicators=ura)


def _ura(scene: Scene, table: Table) -> tuple[int, ...]:
    """Tiles that may lie under the indicators: any that have not come out of the wall."""
    left = [code for code, limit in enumerate(scene.wall.limits) for _ in range(limit - table.seen[code])]
    count = len(table.indicators) if scene.switches.kan_ura else 1
    return tuple(scene.random.sample(left, count))


def right_win(scene: Scene, table: Table, seat: int, from_seat: int, tile: int) -> Win | None:
    """The win with its right value and payments; None if the hand may not win."""
    event = bare_win(scene, table, seat, from_seat, tile)
    value = value_of(table, event)
    if value is None or not value.has_yaku:
        return None
    return settled(scene, table, event, value)


def settled(scene: Scene, table: Table, event: Win, value: HandValue) -> Win:
    """The win with that value and what it moves."""
    switches = scene.switches
    dealer = event.seat == table.start.dealer
    liable, liable_base = None, 0
    if switches.pao is not Pao.NONE:
        found = liable_seat({part.name: part.han for part in value.yaku}, table.seats[event.seat].melds)
        if found is not None and found[0] not in (event.seat, event.from_seat):
            liable, liable_base = found[0], value.base
    return replace(
        event,
        yaku=tuple(ClaimedYaku(part.name, part.han) for part in value.yaku),
        han=value.han,
        fu=value.fu,
        points=won_points(value.base, switches, dealer=dealer, self_draw=event.seat == event.from_seat),
        liable=liable,
        deltas=moved(scene, table, event, value.base, liable=liable, liable_base=liable_base),
    )


def moved(
    scene: Scene,
    table: Table,
    event: Win,
    base: int,
    *,
    honba: int | None = None,
    deposits: int | None = None,
    liable: int | None = None,
    liable_base: int = 0,
) -> tuple[int, ...]:
    """What a hand of that many base points moves, honba and deposits as given or as they are."""
    first = not table.wins
    pot = DEPOSIT * ((table.deposits if first else 0) if deposits is None else deposits)
    due = win_deltas(
        base,
        scene.switches,
        winner=event.seat,
        dealer=table.start.dealer,
        from_seat=None if event.seat == event.from_seat else event.from_seat,
        honba=(table.start.honba if first else 0) if honba is None else honba,
        deposits=pot,
        liable=liable,
        liable_base=liable_base,
    )
    if not scene.switches.score_floor:
        return due
    scores = list(table.scores)
    for win in table.wins:
        for seat, change in enumerate(win.deltas or ()):
            scores[seat] += change
    return within_means(due, scores, deposits=pot)


def claimed_win(
    scene: Scene, table: Table, event: Win, yaku: Sequence[ClaimedYaku], fu: int, *, pays: bool = True
) -> Win:
    """The win with these yaku claimed; han, points and, if `pays`, payments follow from them."""
    han = sum(part.han for part in yaku)
    yakuman = sum(part.han // YAKUMAN_HAN for part in yaku if part.name in YAKUMAN_NAMES)
    base = base_points(han, fu, yakuman, scene.switches)[0]
    dealer = event.seat == table.start.dealer
    points = won_points(base, scene.switches, dealer=dealer, self_draw=event.seat == event.from_seat)
    liable_base = base if event.liable is not None else 0
    deltas = moved(scene, table, event, base, liable=event.liable, liable_base=liable_base) if pays else event.deltas
    return replace(event, yaku=tuple(yaku), han=han, fu=fu, points=points, deltas=deltas)


def offers(scene: Scene) -> Iterator[tuple[int, Table, int, int]]:
    """Every tile somebody could win by ron: the place after it, the table then, whose it is, and the tile."""
    for index, table, _event in scene.moments():
        last = table.last_act
        if table.wins or table.drawn_round is not None or last is None or table.events[-1] is not last:
            continue
        if isinstance(last, Discard):
            yield index, table, last.seat, last.tile
        elif isinstance(last, Kan) and last.type is KanType.ADDED:
            yield index, table, last.seat, last.tiles[0]
        elif isinstance(last, North) and scene.switches.chanpei is not NorthRon.FORBIDDEN:
            yield index, table, last.seat, last.tile


def waiting(table: Table, seat: int) -> tuple[int, ...]:
    """The kinds the seat waits for, nothing when it holds a drawn tile."""
    holder = table.seats[seat]
    return waits(holder.counts(), len(holder.melds))


def wins_of(scene: Scene) -> Iterator[tuple[int, Table, Win]]:
    """The wins of the round with their places and the table before each."""
    for index, table, event in scene.moments():
        if isinstance(event, Win):
            yield index, table, event


def cut(scene: Scene, index: int, *events: Event) -> list[Event]:
    """The round up to the event there, then these."""
    return [*scene.events[:index], *events]


def without_end(events: Sequence[Event]) -> list[Event]:
    """The events without the end of the game."""
    return [event for event in events if not isinstance(event, GameEnd)]


def of_kind(codes: Sequence[int], kinds: Sequence[int]) -> list[int]:
    """Those of the codes that are of one of the kinds."""
    return [code for code in codes if KIND_OF[code] in kinds]
