"""The winning hand as the table shows it, and everything about the win that its value depends on."""

from replay.gamelog import Event, Kan, North, Win
from replay.hand.context import WinContext
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
        # A concealed kan shows four equal tiles; which of them is won does not matter but for a red five.
        return event.tile if event.tile in robbed.tiles else robbed.tiles[0]
    if isinstance(robbed, North):
        return robbed.tile
    return table.last_discard.tile if table.last_discard is not None else None


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
    interrupts = kan_robbed or (north_robbed and switches.north_breaks_first_round)
    interrupted = table.call_before if interrupts else table.last_call
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
        first_turn=not winner.river and interrupted < 0,
        norths=winner.norths,
        indicators=tuple(table.indicators) if switches.kan_dora else tuple(table.indicators[:1]),
        ura_indicators=_ura(table, event),
    )


def _ura(table: Table, event: Win) -> tuple[int, ...]:
    """The ura indicators that count: those the log shows, for a riichi winner, as many as the ruleset allows."""
    if not table.switches.ura_dora or not table.seats[event.seat].riichi or event.ura_indicators is None:
        return ()
    return event.ura_indicators if table.switches.kan_ura else event.ura_indicators[:1]
