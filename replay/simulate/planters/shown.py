"""Faults of the platform itself: what it offers, what it does not offer, whom it shows as furiten.

The games have every offer and every flag (`replay.simulate.recording`), so that what is not there is not legal.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from replay.gamelog import (
    Chi,
    Discard,
    Draw,
    DrawReason,
    Event,
    FuritenFlag,
    Kan,
    KanType,
    North,
    Offer,
    OfferKind,
    Pon,
    Riichi,
    RoundDrawn,
    Win,
    WinDeclined,
)
from replay.hand.shenzhen import winning_kinds
from replay.hand.waits import waits
from replay.ruleset.switches import Family, SeveralRons
from replay.simulate.planters.scene import Edit, Scene, Way
from replay.simulate.planters.winning import right_win
from replay.table.table import Table
from replay.tiles import KIND_OF

CLAIMS: Final = (OfferKind.CHI, OfferKind.PON, OfferKind.OPEN_KAN)
KANS: Final = {
    KanType.CONCEALED: OfferKind.CONCEALED_KAN,
    KanType.OPEN: OfferKind.OPEN_KAN,
    KanType.ADDED: OfferKind.ADDED_KAN,
}


@dataclass(frozen=True)
class _Shown:
    """An act, and what was shown after it. `end` is the place of the next event that is more than a record."""

    place: int
    act: Draw | Discard | Chi | Pon | Kan | North
    end: int
    table: Table  # as it is after the act; it changes as the search goes on
    offers: dict[int, int]  # places of the offers by seat
    furiten_before: frozenset[int]  # as shown before the act
    furiten: frozenset[int]

    def kinds(self, scene: Scene, seat: int) -> tuple[OfferKind, ...]:
        """What the seat is offered."""
        place = self.offers.get(seat)
        event = None if place is None else scene.events[place]
        return event.kinds if isinstance(event, Offer) else ()


def _acts(scene: Scene) -> Iterator[_Shown]:
    """Every act but the last, with what was shown after it."""
    act: Draw | Discard | Chi | Pon | Kan | North | None = None
    place = 0
    offers: dict[int, int] = {}
    before: frozenset[int] = frozenset()
    furiten: frozenset[int] = frozenset()
    for index, table, event in scene.moments():
        if isinstance(event, Offer):
            offers[event.seat] = index
        elif isinstance(event, FuritenFlag):
            furiten = furiten - {event.seat} if event.clear else furiten | {event.seat}
        else:
            if act is not None:
                yield _Shown(place, act, index, table, offers, before, furiten)
            act = event if isinstance(event, (Draw, Discard, Chi, Pon, Kan, North)) else None
            place, offers, before = index, {}, furiten


# Offers that the rules forbid


def _with_offer(scene: Scene, shown: _Shown, seat: int, kind: OfferKind) -> Edit:
    """The seat is offered that too."""
    place = shown.offers.get(seat)
    if place is None:
        place = shown.place + 1
        return Edit(scene.inserted(place, Offer(seat, (kind,))), place, seat)
    return Edit(scene.replaced(place, Offer(seat, (*shown.kinds(scene, seat), kind))), place, seat)


def own_act_offered(*kinds: OfferKind) -> Way:
    """After its draw a seat is offered what its hand or the moment forbids."""

    def way(scene: Scene) -> Iterator[Edit]:
        for shown in _acts(scene):
            if isinstance(shown.act, Draw):
                for kind in kinds:
                    if kind not in shown.kinds(scene, shown.act.seat):
                        yield _with_offer(scene, shown, shown.act.seat, kind)

    return way


def offered_to_another(*kinds: OfferKind) -> Way:
    """A seat is offered what only the one that has drawn may do."""

    def way(scene: Scene) -> Iterator[Edit]:
        for shown in _acts(scene):
            if isinstance(shown.act, (Draw, Discard)):
                for seat in scene.others(shown.act.seat):
                    yield _with_offer(scene, shown, seat, scene.random.choice(kinds))

    return way


def offered_after_call(*kinds: OfferKind) -> Way:
    """A seat that has called is offered what takes a draw."""

    def way(scene: Scene) -> Iterator[Edit]:
        for shown in _acts(scene):
            if isinstance(shown.act, (Chi, Pon)):
                for kind in kinds:
                    yield _with_offer(scene, shown, shown.act.seat, kind)

    return way


def call_offered(scene: Scene) -> Iterator[Edit]:
    """A seat is offered a call of a discard, or of a North, that it may not call."""
    for shown in _acts(scene):
        if isinstance(shown.act, (Discard, North)) and shown.table.abort_due is None:
            for seat in scene.others(shown.act.seat):
                for kind in CLAIMS:
                    if kind not in shown.kinds(scene, seat):
                        yield _with_offer(scene, shown, seat, kind)


def incomplete_ron_offered(scene: Scene) -> Iterator[Edit]:
    """A seat is offered to win on a tile that does not complete its hand."""
    for shown, seat, tile in _on_offer(scene):
        if KIND_OF[tile] not in _waiting(scene, shown.table, seat):
            yield _with_offer(scene, shown, seat, OfferKind.RON)


def ron_without_yaku_offered(scene: Scene) -> Iterator[Edit]:
    """A seat that is not furiten is offered to win with a hand without a yaku."""
    if scene.switches.family is Family.RIICHI:
        for shown, seat, tile in _on_offer(scene):
            complete = KIND_OF[tile] in _waiting(scene, shown.table, seat)
            if complete and seat not in shown.furiten_before:
                yield _with_offer(scene, shown, seat, OfferKind.RON)


def barred_ron_offered(scene: Scene) -> Iterator[Edit]:
    """A seat is offered a win that furiten, or a win it has declined, forbids."""
    for shown, seat, tile in _on_offer(scene):
        if not isinstance(shown.act, Discard) or KIND_OF[tile] not in _waiting(scene, shown.table, seat):
            continue
        if scene.switches.family is Family.RIICHI:
            if seat not in shown.furiten_before:
                continue
            if right_win(scene, shown.table, seat, shown.act.seat, tile) is None:
                continue
        yield _with_offer(scene, shown, seat, OfferKind.RON)


def _on_offer(scene: Scene) -> Iterator[tuple[_Shown, int, int]]:
    """Each tile that others could win, with each seat that is not offered to."""
    for shown in _acts(scene):
        act = shown.act
        if isinstance(act, (Discard, North, Kan)) and not (isinstance(act, Kan) and act.type is KanType.OPEN):
            tile = act.tiles[0] if isinstance(act, Kan) else act.tile
            for seat in scene.others(act.seat):
                if OfferKind.RON not in shown.kinds(scene, seat):
                    yield shown, seat, tile


def _waiting(scene: Scene, table: Table, seat: int) -> tuple[int, ...]:
    holder = table.seats[seat]
    if scene.switches.family is Family.SHENZHEN:
        quads = scene.switches.quads_as_pairs
        return winning_kinds(holder.counts(), len(holder.melds), quads_as_pairs=quads)
    return waits(holder.counts(), len(holder.melds))


# Offers that are not made


def not_offered(*kinds: OfferKind) -> Way:
    """A seat is not offered what it may do, and does not do it."""

    def way(scene: Scene) -> Iterator[Edit]:
        for shown in _acts(scene):
            following = scene.events[shown.end]
            for seat, place in shown.offers.items():
                offered = shown.kinds(scene, seat)
                for kind in kinds:
                    if kind in offered and not _explains(scene, following, seat, kind):
                        left = tuple(other for other in offered if other is not kind)
                        if left:
                            yield Edit(scene.replaced(place, Offer(seat, left)), shown.end, seat)
                        else:
                            yield Edit(scene.without(place), shown.end - 1, seat)

    return way


def _explains(scene: Scene, following: Event, seat: int, kind: OfferKind) -> bool:
    """Whether what follows shows that the seat had the offer, or leaves it without a use."""
    if _does(following) == (seat, kind):
        return True
    if kind is OfferKind.RON:
        if scene.switches.family is Family.SHENZHEN:  # who passes by is barred, which only the offer tells
            return not (isinstance(following, WinDeclined) and following.seat == seat)
        return scene.switches.several_rons is SeveralRons.NEAREST and isinstance(following, Win)
    if kind not in CLAIMS:
        return False
    if isinstance(following, (Win, RoundDrawn)):
        return True
    return kind is OfferKind.CHI and isinstance(following, (Pon, Kan))


def _does(event: Event) -> tuple[int | None, OfferKind] | None:
    """Who does what by the event, as offers name it."""
    if isinstance(event, Win):
        return event.seat, OfferKind.TSUMO if event.seat == event.from_seat else OfferKind.RON
    if isinstance(event, RoundDrawn):
        return (event.seat, OfferKind.NINE_TERMINALS) if event.reason is DrawReason.NINE_TERMINALS else None
    if isinstance(event, Kan):
        return event.seat, KANS[event.type]
    for kind, made in ((OfferKind.CHI, Chi), (OfferKind.PON, Pon), (OfferKind.NORTH, North)):
        if isinstance(event, made):
            return event.seat, kind
    return (event.seat, OfferKind.RIICHI) if isinstance(event, Riichi) else None


# Flags of furiten


def _flagged(wanted: Callable[[_Shown, int], bool], *, clear: bool) -> Way:
    def way(scene: Scene) -> Iterator[Edit]:
        for shown in _acts(scene):
            for seat in scene.seats:
                if _is_settled(shown, seat) and wanted(shown, seat):
                    yield Edit(scene.inserted(shown.end, FuritenFlag(seat, clear=clear)), shown.end, seat)

    return way


def _is_settled(shown: _Shown, seat: int) -> bool:
    """Whether the act leaves no doubt what the seat waits for."""
    return seat != shown.act.seat or isinstance(shown.act, Discard)


def flag_lost(*, clear: bool) -> Way:
    """A change of who is shown as furiten is left out."""

    def way(scene: Scene) -> Iterator[Edit]:
        for shown in _acts(scene):
            for place in range(shown.place + 1, shown.end):
                flag = scene.events[place]
                if isinstance(flag, FuritenFlag) and flag.clear is clear and _is_settled(shown, flag.seat):
                    yield Edit(scene.without(place), shown.end - 1, flag.seat)

    return way


shown_wrongly: Final = _flagged(lambda shown, seat: seat not in shown.furiten, clear=False)
cleared_early: Final = _flagged(lambda shown, seat: seat in shown.furiten, clear=True)

OF_BOTH: Final[dict[str, tuple[Way, ...]]] = {
    "TRN011": (offered_to_another(OfferKind.DISCARD),),
    "CAL017": (call_offered,),
    "CAL018": (not_offered(OfferKind.PON), not_offered(OfferKind.OPEN_KAN)),
    "CAL019": (
        own_act_offered(OfferKind.CONCEALED_KAN, OfferKind.ADDED_KAN),
        offered_after_call(OfferKind.CONCEALED_KAN, OfferKind.ADDED_KAN),
    ),
    "CAL020": (not_offered(OfferKind.CONCEALED_KAN), not_offered(OfferKind.ADDED_KAN)),
    "FUR007": (barred_ron_offered,),
    "WIN016": (own_act_offered(OfferKind.TSUMO), incomplete_ron_offered),
    "WIN017": (not_offered(OfferKind.RON), not_offered(OfferKind.TSUMO)),
}
"""The ways of each code in games of either family."""

WAYS: Final[dict[str, tuple[Way, ...]]] = {
    **OF_BOTH,
    "CAL018": (*OF_BOTH["CAL018"], not_offered(OfferKind.CHI)),
    "WIN016": (*OF_BOTH["WIN016"], ron_without_yaku_offered),
    "NOR009": (own_act_offered(OfferKind.NORTH), offered_after_call(OfferKind.NORTH)),
    "NOR010": (not_offered(OfferKind.NORTH),),
    "RII012": (own_act_offered(OfferKind.RIICHI), offered_to_another(OfferKind.RIICHI)),
    "RII013": (not_offered(OfferKind.RIICHI),),
    "END015": (own_act_offered(OfferKind.NINE_TERMINALS),),
    "END016": (not_offered(OfferKind.NINE_TERMINALS),),
    "FUR005": (shown_wrongly, flag_lost(clear=True)),
    "FUR006": (cleared_early, flag_lost(clear=False)),
}
"""The ways of each code in a riichi game."""
