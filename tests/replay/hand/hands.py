"""Won hands written as text, for tables."""

from dataclasses import replace

from replay.hand.context import WinContext
from replay.hand.meld import Meld, MeldType
from replay.hand.points import ron_points, tsumo_points
from replay.hand.value import HandValue, hand_value
from replay.ruleset.loader import preset
from replay.ruleset.switches import Switches
from replay.tiles import KIND_OF, parse_tiles

TENHOU = preset("tenhou").switches
SANMA = preset("tenhou-sanma").switches
DOUBLE = replace(TENHOU, double_yakuman=True)
KANSAI = preset("kansai-north-red").switches

WINDS = "ESWN"
MELD_TYPES = {
    "chi": MeldType.CHI,
    "pon": MeldType.PON,
    "ankan": MeldType.CONCEALED_KAN,
    "kan": MeldType.OPEN_KAN,
    "kakan": MeldType.ADDED_KAN,
}


def meld(text: str) -> Meld:
    """The meld of a text such as ``"pon 555z"``, called from seat 0."""
    word, tiles = text.split()
    codes = tuple(parse_tiles(tiles))
    type_ = MELD_TYPES[word]
    return Meld(type_, min(KIND_OF[code] for code in codes), codes, None if type_ is MeldType.CONCEALED_KAN else 0)


def win(
    hand: str,
    tile: str,
    by: str = "ron",
    flags: str = "",
    *,
    melds: tuple[str, ...] = (),
    seat: str = "S",
    prevailing: str = "E",
    switches: Switches = TENHOU,
    indicators: str = "",
    ura: str = "",
    norths: int = 0,
) -> WinContext:
    """A win on `tile` by "ron" or "tsumo"; `flags` are names of facts of WinContext, with spaces between."""
    words = set(flags.split())
    known = ["riichi", "double_riichi", "ippatsu", "rinshan", "chankan", "north_ron", "last_tile", "first_turn"]
    assert words <= set(known), words
    winning = parse_tiles(tile)[0]
    return WinContext(
        (*parse_tiles(hand), winning),
        winning,
        switches,
        seat_wind=WINDS.index(seat),
        prevailing_wind=WINDS.index(prevailing),
        self_draw={"ron": False, "tsumo": True}[by],
        melds=tuple(map(meld, melds)),
        indicators=tuple(parse_tiles(indicators)),
        ura_indicators=tuple(parse_tiles(ura)),
        norths=norths,
        riichi="riichi" in words,
        double_riichi="double_riichi" in words,
        ippatsu="ippatsu" in words,
        rinshan="rinshan" in words,
        chankan="chankan" in words,
        north_ron="north_ron" in words,
        last_tile="last_tile" in words,
        first_turn="first_turn" in words,
    )


def value(context: WinContext) -> HandValue:
    """Its value; the hand must be complete."""
    found = hand_value(context)
    assert found is not None
    return found


def yaku(context: WinContext) -> dict[str, int]:
    """Han by name, dora too."""
    return {part.name: part.han for part in value(context).yaku}


def payments(context: WinContext) -> tuple[int, ...]:
    """Ron: one number. Tsumo: of the dealer and of the others, or of everyone if the dealer won."""
    base = value(context).base
    if not context.self_draw:
        return (ron_points(base, dealer=context.dealer),)
    dealers, others = tsumo_points(base, context.switches, dealer=context.dealer)
    return (others,) if context.dealer else (dealers, others)
