"""Events and tiles as people say them."""

from collections.abc import Sequence

from replay.gamelog import (
    Chi,
    Discard,
    Draw,
    Event,
    FuritenFlag,
    GameEnd,
    HorseDraw,
    Indicator,
    Kan,
    KanType,
    KongPayment,
    North,
    Offer,
    Pon,
    Riichi,
    RiichiAccepted,
    RoundDrawn,
    RoundEnd,
    RoundStart,
    Win,
    WinDeclined,
)
from replay.tiles import TEXT_OF, format_tiles


def points(numbers: Sequence[int]) -> str:
    """Points a seat, such as ``25,000 24,000 26,000``."""
    return " ".join(f"{number:,}" for number in numbers)


def event_text(event: Event) -> str:
    """What happened, in a few words."""
    if isinstance(event, Draw):
        return f"seat {event.seat} draws {TEXT_OF[event.tile]}{' as a replacement' if event.replacement else ''}"
    if isinstance(event, Discard):
        return f"seat {event.seat} discards {TEXT_OF[event.tile]}{', just drawn' if event.drawn else ''}"
    if isinstance(event, (Chi, Pon)):
        call = "chi" if isinstance(event, Chi) else "pon"
        own = format_tiles(event.tiles)
        return f"seat {event.seat} calls {call}: {TEXT_OF[event.claimed]} from seat {event.from_seat} with {own}"
    if isinstance(event, Kan):
        return _kan_text(event)
    if isinstance(event, North):
        return f"seat {event.seat} sets a North aside"
    if isinstance(event, Riichi):
        return f"seat {event.seat} declares riichi"
    if isinstance(event, RiichiAccepted):
        return f"seat {event.seat} pays its deposit"
    if isinstance(event, Indicator):
        return f"the indicator {TEXT_OF[event.tile]} is turned"
    if isinstance(event, Win):
        how = "by self-draw" if event.seat == event.from_seat else f"by ron from seat {event.from_seat}"
        return f"seat {event.seat} wins {how} on {TEXT_OF[event.tile]}"
    return _rare_text(event)


def _kan_text(event: Kan) -> str:
    tiles = format_tiles(event.tiles)
    if event.type is KanType.CONCEALED:
        return f"seat {event.seat} declares a concealed kan of {tiles}"
    if event.type is KanType.ADDED:
        return f"seat {event.seat} adds {tiles} to its pon"
    claimed = "?" if event.claimed is None else TEXT_OF[event.claimed]
    return f"seat {event.seat} calls kan: {claimed} from seat {event.from_seat} with {tiles}"


def _rare_text(event: Event) -> str:
    if isinstance(event, RoundStart):
        return f"the round starts; seat {event.dealer} deals"
    if isinstance(event, RoundDrawn):
        return f"the round is drawn: {event.reason.value.replace('_', ' ')}"
    if isinstance(event, KongPayment):
        return "the kong is paid"
    if isinstance(event, HorseDraw):
        return f"the horse {TEXT_OF[event.tile]} is drawn"
    if isinstance(event, WinDeclined):
        return f"seat {event.seat} declines to win"
    if isinstance(event, Offer):
        kinds = ", ".join(kind.value.replace("_", " ") for kind in event.kinds)
        return f"seat {event.seat} is offered {kinds or 'nothing'}"
    if isinstance(event, FuritenFlag):
        return f"the platform marks seat {event.seat} as {'no longer ' if event.clear else ''}furiten"
    if isinstance(event, RoundEnd):
        return f"the round ends with {points(event.scores)}"
    if isinstance(event, GameEnd):
        return f"the game ends with {points(event.scores)}"
    return type(event).__name__
