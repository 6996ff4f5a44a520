"""Wins that are none, or not with this hand: WIN001 to WIN006."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from replay.gamelog import ClaimedYaku, Draw, Event, Kan, KanType, North, RiichiAccepted, Win
from replay.hand.waits import is_complete
from replay.ruleset.switches import NorthRon, SeveralRons
from replay.simulate.planters.aftermath import played_on, resettled
from replay.simulate.planters.composed import Play
from replay.simulate.planters.furiten import reasons
from replay.simulate.planters.scene import Edit, Scene, Way, with_dealt
from replay.simulate.planters.winning import (
    bare_win,
    claimed_win,
    cut,
    offers,
    settled,
    value_of,
    waiting,
    wins_of,
)
from replay.table.table import DEPOSIT, DISCARD, Table
from replay.tiles import KIND_OF, KINDS, NORTH, RED_OF, code_counts, kind_counts, parse_tiles

LITTLE: Final = (ClaimedYaku("tanyao", 1),)
"""What a server claims that does not look at the hand."""


def _without(hand: tuple[int, ...], code: int) -> tuple[int, ...]:
    place = hand.index(code)
    return hand[:place] + hand[place + 1 :]


def _others(event: Win) -> list[int]:
    """The codes of the hand that are not the winning tile's."""
    return sorted({code for code in event.hand if KIND_OF[code] != KIND_OF[event.tile]})


# WIN001


def shown_hand_changed(scene: Scene) -> Iterator[Edit]:
    """One tile of the shown hand is another one, which no one has seen."""
    for index, _table, event in wins_of(scene):
        others = _others(event)
        if others:
            code = scene.random.choice(others)
            tile = scene.spare_tile(but_not=(KIND_OF[code],))
            if tile is not None:
                shown = replace(event, hand=tuple(sorted((*_without(event.hand, code), tile))))
                yield resettled(scene, index, shown, event.seat, follows=False)


def shown_hand_short(scene: Scene) -> Iterator[Edit]:
    """A tile of the hand is not shown."""
    for index, _table, event in wins_of(scene):
        hand = _without(event.hand, scene.random.choice(event.hand))
        yield resettled(scene, index, replace(event, hand=hand), event.seat, follows=False)


def shown_hand_long(scene: Scene) -> Iterator[Edit]:
    """The hand is shown with a tile of a meld, or with any other."""
    for index, _table, event in wins_of(scene):
        tile = scene.spare_tile()
        if tile is not None:
            yield resettled(scene, index, replace(event, hand=(*event.hand, tile)), event.seat, follows=False)


def red_five_shown(scene: Scene) -> Iterator[Edit]:
    """An ordinary five is shown as a red one, which is claimed and paid, or a red one as ordinary."""
    for index, table, event in wins_of(scene):
        value = value_of(table, event)
        if value is None or value.yakuman:
            continue
        for code in _others(event):
            kind = KIND_OF[code]
            other = RED_OF[kind] if code < KINDS else kind
            if other < 0 or not scene.wall.limits[other] or not scene.wall.limits[code]:
                continue
            hand = tuple(sorted((*_without(event.hand, code), other)))
            reds = sum(1 for code in hand if code >= KINDS)
            reds += sum(1 for meld in table.seats[event.seat].melds for code in meld.tiles if code >= KINDS)
            yaku = [part for part in event.yaku or () if part.name != "red_five"]
            if reds:
                yaku.append(ClaimedYaku("red_five", reds))
            shown = claimed_win(scene, table, replace(event, hand=hand), yaku, value.fu)
            yield resettled(scene, index, shown, event.seat, follows=True)


# WIN002


def winning_tile_of_the_hand(scene: Scene) -> Iterator[Edit]:
    """The win is logged on another tile of the winner's hand."""
    for index, _table, event in wins_of(scene):
        for code in _others(event):
            yield resettled(scene, index, replace(event, tile=code), event.seat, follows=False)


def winning_tile_of_the_wait(scene: Scene) -> Iterator[Edit]:
    """The win is logged on another tile that the hand waits for, hand and payment following."""
    for index, table, event in wins_of(scene):
        hand = _without(event.hand, event.tile) if event.tile in event.hand else event.hand
        if event.seat == event.from_seat:
            continue
        for kind in waiting(table, event.seat):
            if kind != KIND_OF[event.tile] and scene.wall.limits[kind]:
                other = replace(event, tile=kind, hand=tuple(sorted((*hand, kind))))
                value = value_of(table, other)
                if value is not None and value.has_yaku:
                    yield resettled(scene, index, settled(scene, table, other, value), event.seat, follows=True)


def winning_tile_red(scene: Scene) -> Iterator[Edit]:
    """The winning tile is a five, and logged as red, or the other way round."""
    for index, table, event in wins_of(scene):
        kind = KIND_OF[event.tile]
        other = RED_OF[kind] if event.tile < KINDS else kind
        robbed = isinstance(table.last_act, Kan) and event.seat != event.from_seat
        if other >= 0 and scene.wall.limits[other] and not robbed:
            yield resettled(scene, index, replace(event, tile=other), event.seat, follows=False)


# WIN003


def ron_without_a_hand(scene: Scene) -> Iterator[Edit]:
    """A seat wins on a discard that does not complete its hand."""
    for index, table, source, tile in offers(scene):
        for seat in scene.others(source):
            if KIND_OF[tile] not in waiting(table, seat):
                yield _claimed(scene, table, index, bare_win(scene, table, seat, source, tile))


def tsumo_without_a_hand(scene: Scene) -> Iterator[Edit]:
    """A seat wins by its own draw, which does not complete its hand."""
    for index, table, _event in scene.moments():
        if table.phase == DISCARD and table.drawn >= 0 and table.events[-1] is table.last_act:
            seat = table.turn
            if not is_complete(table.seats[seat].counts(), len(table.seats[seat].melds)):
                yield _claimed(scene, table, index, bare_win(scene, table, seat, seat, table.drawn))


def _claimed(scene: Scene, table: Table, index: int, event: Win) -> Edit:
    """The round that ends with this win, which is claimed at random."""
    claim = claimed_win(scene, table, event, LITTLE, scene.random.choice((30, 40)))
    return played_on(scene, cut(scene, index, claim), index, event.seat)


def dealt_otherwise(scene: Scene) -> Iterator[Edit]:
    """One tile that the winner held from the deal to the win is another one, and the hand is not complete."""
    for index, table, event in wins_of(scene):
        holder = table.seats[event.seat]
        dealt = scene.start.hands[event.seat]
        drawn = {other.tile for other in table.events if isinstance(other, Draw) and other.seat == event.seat}
        if holder.riichi or len(list(wins_of(scene))) > 1:
            continue
        for code in _others(event):
            tile = scene.spare_tile(but_not=(*(KIND_OF[c] for c in event.hand), *holder.meld_kinds()), quiet=True)
            if tile is None or code in drawn or event.hand.count(code) != dealt.count(code):
                continue
            hand = tuple(sorted((*_without(event.hand, code), tile)))
            if is_complete(kind_counts(code_counts(hand)), len(holder.melds)):
                continue
            events = scene.replaced(index, replace(event, hand=hand))
            events[0] = with_dealt(scene.start, event.seat, dealt.index(code), tile)
            yield Edit(events, index, event.seat)


def four_as_two_pairs_staged(scene: Scene) -> Iterator[Edit]:
    """Four of a kind are taken for two of seven pairs."""
    winner = scene.random.choice(list(scene.seats))
    play = Play(scene, {winner: "1111p3344s5566s7z"}, "7z", keep="7z")
    play.turns_until(winner)
    play.draw("7z")
    yield _composed(play, winner, (ClaimedYaku("menzen_tsumo", 1), ClaimedYaku("chiitoitsu", 2)), 25)


def _composed(play: Play, winner: int, yaku: tuple[ClaimedYaku, ...], fu: int) -> Edit:
    claim = claimed_win(play.scene, play.table, play.bare_win(winner), yaku, fu)
    return play.ended_by(claim, winner)


# WIN004


def complete_without_yaku(scene: Scene) -> Iterator[Edit]:
    """A seat takes a tile that completes its hand, which has no yaku."""
    for index, table, source, tile in offers(scene):
        for seat in scene.others(source):
            waits = waiting(table, seat)
            if KIND_OF[tile] in waits and not reasons(table, seat, waits):
                yield from _worthless(scene, table, index, bare_win(scene, table, seat, source, tile))


def drawn_without_yaku(scene: Scene) -> Iterator[Edit]:
    """A seat wins by its own draw with an open hand without a yaku."""
    for index, table, _event in scene.moments():
        if table.phase == DISCARD and table.drawn >= 0 and table.events[-1] is table.last_act:
            seat = table.turn
            if is_complete(table.seats[seat].counts(), len(table.seats[seat].melds)):
                yield from _worthless(scene, table, index, bare_win(scene, table, seat, seat, table.drawn))


def _worthless(scene: Scene, table: Table, index: int, event: Win) -> Iterator[Edit]:
    """The round that ends with this win, by its dora alone or by a yaku that is not there."""
    value = value_of(table, event)
    if value is not None and not value.has_yaku:
        dora = tuple(ClaimedYaku(part.name, part.han) for part in value.yaku)
        for yaku in (dora, (*LITTLE, *dora)) if dora else (LITTLE,):
            claim = claimed_win(scene, table, event, yaku, value.fu)
            yield played_on(scene, cut(scene, index, claim), index, event.seat)


NO_YAKU_ON_2S: Final = "123789p456s99p13s"


def ron_without_yaku_staged(scene: Scene) -> Iterator[Edit]:
    """A closed hand without riichi and without a yaku wins by ron."""
    winner = scene.random.choice(list(scene.seats))
    play = Play(scene, {winner: NO_YAKU_ON_2S}, "2s", keep="2s")
    play.go(*[""] * scene.switches.seats)
    play.turns_until(scene.next_seat(winner))
    play.go("2s")
    yield _composed(play, winner, (ClaimedYaku("dora", 1),), 40)


def ron_with_norths_staged(scene: Scene) -> Iterator[Edit]:
    """A hand with nothing but a North set aside wins by ron (N6)."""
    if scene.switches.north_dora:
        winner = scene.random.choice(list(scene.seats))
        play = Play(scene, {winner: NO_YAKU_ON_2S}, "2s4z", keep="2s")
        play.turns_until(winner)
        play.draw("4z")
        play.add(North(winner, NORTH))
        play.go("", "2s")
        yield _composed(play, winner, (ClaimedYaku("north_dora", 1),), 40)


def riichi_not_declared(scene: Scene) -> Iterator[Edit]:
    """The riichi that was a winner's only yaku was never declared, and its deposit not paid: the sum is the same."""
    for index, table, event in wins_of(scene):
        holder = table.seats[event.seat]
        accepted = [place for place, act in enumerate(table.events) if isinstance(act, RiichiAccepted)]
        mine = [place for place in accepted if _seat_of(table.events[place]) == event.seat]
        if not holder.riichi or not mine or event.deltas is None or table.wins or mine[-1] != accepted[-1]:
            continue
        declared = holder.riichi_event
        shift = [DEPOSIT if seat == event.seat else 0 for seat in scene.seats]
        win = replace(event, deltas=tuple(due - moved for due, moved in zip(event.deltas, shift, strict=True)))
        events = scene.replaced(index, win)
        events = [act for place, act in enumerate(events) if place not in (declared, mine[-1])]
        place = index - 2
        plain = _table_before(scene, events, place)
        value = value_of(plain, win)
        if value is not None and not value.has_yaku and not reasons(plain, win.seat, waiting(plain, win.seat)):
            yield Edit(events, place, event.seat)


def _seat_of(event: Event) -> int:
    assert isinstance(event, RiichiAccepted)
    return event.seat


def _table_before(scene: Scene, events: list[Event], place: int) -> Table:
    table = Table(scene.switches, scene.wall, scene.start)
    other = Scene(events, scene.switches, scene.wall, scene.random, has_next=False)
    for index, now, _event in other.moments():
        if index == place:
            return now
    return table


# WIN005


HAKU_ON_6P: Final = "555z234s678s99p57p"


def concealed_kan_robbed_staged(scene: Scene) -> Iterator[Edit]:
    """A concealed kan is robbed by an ordinary hand."""
    winner = scene.random.choice(list(scene.seats))
    other = scene.next_seat(winner)
    play = Play(scene, {winner: HAKU_ON_6P, other: "666p"}, "6p", keep="6p")
    play.turns_until(other)
    play.draw("6p")
    play.add(Kan(other, KanType.CONCEALED, tuple(parse_tiles("6666p"))))
    win = play.right_win(winner)
    if win is not None:
        yield play.ended_by(win, winner)


def open_kan_robbed_staged(scene: Scene) -> Iterator[Edit]:
    """An open kan is robbed."""
    winner = scene.random.choice(list(scene.seats))
    first = scene.next_seat(winner)
    second = scene.next_seat(first)
    play = Play(scene, {winner: HAKU_ON_6P, second: "666p"}, "6p", keep="6p")
    play.turns_until(first)
    play.go("6p")
    play.open_kan(second)
    win = play.right_win(winner)
    if win is not None:
        yield play.ended_by(win, winner)


def orphans_rob_concealed_kan_staged(scene: Scene) -> Iterator[Edit]:
    """Thirteen orphans rob a concealed kan where the rules do not let them."""
    if not scene.switches.kokushi_robs_concealed_kan:
        winner = scene.random.choice(list(scene.seats))
        other = scene.next_seat(winner)
        play = Play(scene, {winner: "19m19p19s1123456z", other: "777z"}, "7z", keep="7z")
        play.go(*[""] * scene.switches.seats)
        play.turns_until(other)
        play.draw("7z")
        play.add(Kan(other, KanType.CONCEALED, tuple(parse_tiles("7777z"))))
        win = play.right_win(winner)
        if win is not None:
            yield play.ended_by(win, winner)


def north_robbed_staged(scene: Scene) -> Iterator[Edit]:
    """A North set aside is won where the rules forbid it."""
    if scene.switches.north_dora and scene.switches.chanpei is NorthRon.FORBIDDEN:
        winner = scene.random.choice(list(scene.seats))
        other = scene.next_seat(winner)
        play = Play(scene, {winner: "555z234s678s44z99p"}, "4z", keep="4z9p")
        play.turns_until(other)
        play.draw("4z")
        play.add(North(other, NORTH))
        win = play.right_win(winner)
        if win is not None:
            yield play.ended_by(win, winner)


# WIN006


def one_winner_too_many_staged(scene: Scene) -> Iterator[Edit]:
    """More seats win on one discard than the rules allow."""
    most = {SeveralRons.NEAREST: 1, SeveralRons.TWO: 2, SeveralRons.ALL: scene.switches.seats - 1}
    allowed = most[scene.switches.several_rons]
    if allowed >= scene.switches.seats - 1:
        return
    source = scene.random.choice(list(scene.seats))
    winners = [(source + step) % scene.switches.seats for step in range(1, allowed + 2)]
    hands = ("555z234s678s99p57p", "666z123s789s11p57p", "777z234s678s22p57p")
    play = Play(scene, dict(zip(winners, hands, strict=False)), "6p", keep="6p")
    play.turns_until(source)
    play.go("6p")
    for winner in winners[:-1]:
        win = play.right_win(winner)
        if win is None:
            return
        play.add(win)
    last = play.right_win(winners[-1])
    if last is not None:
        yield play.ended_by(last, winners[-1])


WAYS: Final[dict[str, tuple[Way, ...]]] = {
    "WIN001": (shown_hand_changed, shown_hand_short, shown_hand_long, red_five_shown),
    "WIN002": (winning_tile_of_the_hand, winning_tile_of_the_wait, winning_tile_red),
    "WIN003": (ron_without_a_hand, tsumo_without_a_hand, dealt_otherwise, four_as_two_pairs_staged),
    "WIN004": (
        complete_without_yaku,
        drawn_without_yaku,
        riichi_not_declared,
        ron_without_yaku_staged,
        ron_with_norths_staged,
    ),
    "WIN005": (
        concealed_kan_robbed_staged,
        open_kan_robbed_staged,
        orphans_rob_concealed_kan_staged,
        north_robbed_staged,
    ),
    "WIN006": (one_winner_too_many_staged,),
}
"""The ways of each code."""
