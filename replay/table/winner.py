"""The winning hand as the table shows it, and everything about the win that its value depends on."""

from replay.gamelog import Chi, Event, Kan, KanType, North, Pon, Win
from replay.hand.context import WinContext
from replay.ruleset.switches import Interrupted
from replay.table.table import REPLACE, Table


def robbed_act(table: Table) -> Event | None:
    """The kan or North whose tile a ron takes now; a second ron takes the tile of the first."""
    return table.last_act if table.phase == REPLACE else table.robbed


def winning_tile_on_offer(table: Table, event: Win) -> int | None:
    """The code of the tile that the win takes by the table: drawn, discarded, or of a kan or North; None: none."""
    if event.seat == event.from_seat:
        return table.drawn if table.drawn >= 0 else None
    robbed = robbed_act(table)
    if isinstance(robbed, Kan):
        # Which of the equal tiles of a kan is won does not matter but for a red five.
        return event.tile if event.tile in robbed.tiles or event.tile == robbed.claimed else robbed.tiles[0]
    if isinstance(robbed, North):
        return robbed.tile
    return table.last_discard.tile if table.last_discard is not None else None


def place_on_offer(table: Table) -> int:
    """The place of the act that offers a tile now."""
    act = table.last_act
    if isinstance(act, (Chi, Pon)) or (isinstance(act, Kan) and act.type is KanType.OPEN):
        act = table.last_discard  # the call has to give way
    for place in range(len(table.events) - 1, -1, -1):
        if table.events[place] is act:
            return place
    return len(table.events)


def held_hand(table: Table, event: Win) -> tuple[int, ...]:
    """The concealed tiles of the winner with the winning tile, by the table."""
    tiles = table.seats[event.seat].tiles
    hand = [code for code, count in enumerate(tiles) for _ in range(count)]
    if event.seat != event.from_seat:
        hand.append(event.tile)
    return tuple(hand)


def win_context(table: Table, event: Win, hand: tuple[int, ...]) -> WinContext:
    """What the value of `hand` depends on. `table` is before the win (or after an earlier win on the same tile)."""
    winner = table.seats[event.seat]
    switches = table.switches
    self_draw = event.seat == event.from_seat
    robbed = None if self_draw else robbed_act(table)
    kan_robbed, north_robbed = isinstance(robbed, Kan), isinstance(robbed, North)
    # A kan or North interrupts only when it was not robbed (N22).
    interrupts = kan_robbed or (
        north_robbed
        and switches.north_ron_ippatsu
        and switches.north_breaks_first_round
        and switches.north_interrupts is Interrupted.EVERYBODY
    )
    interrupted = max(table.call_before if interrupts else table.last_call, winner.interrupted)
    fresh_riichi = winner.riichi and len(winner.river) == winner.riichi_place + 1
    replaced = table.replaced
    rinshan = self_draw and (
        isinstance(replaced, Kan) or (isinstance(replaced, North) and switches.north_replacement_rinshan)
    )
    return WinContext(
        hand,
        event.tile,
        switches,
        seat_wind=(event.seat - table.start.dealer) % switches.seats,
        prevailing_wind=table.start.prevailing_wind,
        self_draw=self_draw,
        melds=tuple(winner.melds),
        riichi=winner.riichi,
        double_riichi=winner.double_riichi,
        ippatsu=fresh_riichi and interrupted < winner.riichi_event,
        rinshan=rinshan,
        chankan=kan_robbed,
        north_ron=north_robbed,
        last_tile=table.live <= 0,
        first_turn=not winner.river and (interrupted < 0 or _keeps_tenhou(table, event)),
        norths=winner.norths,
        indicators=tuple(table.indicators) if switches.kan_dora else tuple(table.indicators[:1]),
        ura_indicators=_ura(table, event),
    )


def _keeps_tenhou(table: Table, event: Win) -> bool:
    """Whether only Norths came before the dealer's win, and they do not end his tenhou."""
    dealer = table.start.dealer
    return not table.switches.north_breaks_tenhou and event.seat == dealer and not table.kan_owners


def _ura(table: Table, event: Win) -> tuple[int, ...]:
    """The ura indicators that count: those the log shows, for a riichi winner, as many as the ruleset allows."""
    if not table.switches.ura_dora or not table.seats[event.seat].riichi or event.ura_indicators is None:
        return ()
    return event.ura_indicators if table.switches.kan_ura else event.ura_indicators[:1]
