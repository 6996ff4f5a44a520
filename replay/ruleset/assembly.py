"""`Switches` from plain values and back. The one place that spells every switch out, so that mypy sees each type."""

from collections.abc import Mapping
from enum import Enum
from typing import TypeVar

from replay.ruleset.catalogue import SPECS
from replay.ruleset.switches import (
    Bust,
    DeadWait,
    DealerStays,
    DeclinedWins,
    EastAfterDraw,
    Family,
    FuritenScope,
    GameEndCheck,
    GameLength,
    HonbaGrows,
    HorseSuits,
    HorseWind,
    HorseWithoutWall,
    Interrupted,
    KanIndicator,
    Kuikae,
    NorthRon,
    NorthTiming,
    NotenPayment,
    Pao,
    ReplacementOrder,
    RiichiKan,
    SeveralRons,
    Stake,
    Switches,
    Ties,
    TileSet,
    TsumoSplit,
    WestIndicators,
)
from replay.ruleset.values import Value

EnumT = TypeVar("EnumT", bound=Enum)


def plain_values(switches: Switches) -> dict[str, Value]:
    """The plain value of every switch, by name."""
    return {spec.name: _plain(getattr(switches, spec.name)) for spec in SPECS}


def plain_value(switches: Switches, name: str) -> Value:
    """The plain value of one switch."""
    return _plain(getattr(switches, name))


def _plain(value: object) -> Value:
    if isinstance(value, Enum):
        return str(value.value)
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, tuple):
        items: tuple[object, ...] = value
        return tuple(item for item in items if isinstance(item, int))
    raise TypeError(f"a switch cannot hold {value!r}")


def _choice(values: Mapping[str, Value], name: str, members: type[EnumT]) -> EnumT:
    return members(values[name])


def _flag(values: Mapping[str, Value], name: str) -> bool:
    value = values[name]
    if isinstance(value, bool):
        return value
    raise TypeError(f"{name} is no flag: {value!r}")


def _number(values: Mapping[str, Value], name: str) -> int:
    value = values[name]
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise TypeError(f"{name} is no number: {value!r}")


def _number_or_none(values: Mapping[str, Value], name: str) -> int | None:
    return None if values[name] is None else _number(values, name)


def _numbers(values: Mapping[str, Value], name: str) -> tuple[int, ...]:
    value = values[name]
    if isinstance(value, tuple):
        return value
    raise TypeError(f"{name} is no list: {value!r}")


def build_switches(values: Mapping[str, Value]) -> Switches:
    """The typed switches of checked plain values, all of which must be there."""
    red = _numbers(values, "red_fives")
    tanyao = _numbers(values, "tanyao_han")
    return Switches(
        family=_choice(values, "family", Family),
        seats=_number(values, "seats"),
        tiles=_choice(values, "tiles", TileSet),
        red_fives=(red[0], red[1], red[2]),
        dead_wall=_number(values, "dead_wall"),
        kan_shortens_live_wall=_flag(values, "kan_shortens_live_wall"),
        north_shortens_live_wall=_flag(values, "north_shortens_live_wall"),
        dora_stack=_number(values, "dora_stack"),
        ura_offset=_number(values, "ura_offset"),
        replacement_order=_choice(values, "replacement_order", ReplacementOrder),
        replacement_far_end=_flag(values, "replacement_far_end"),
        kan_indicator=_choice(values, "kan_indicator", KanIndicator),
        start_points=_number_or_none(values, "start_points"),
        target_points=_number_or_none(values, "target_points"),
        game_length=_choice(values, "game_length", GameLength),
        extension=_flag(values, "extension"),
        dealer_stop=_flag(values, "dealer_stop"),
        bust=_choice(values, "bust", Bust),
        score_floor=_flag(values, "score_floor"),
        dealer_stays=_choice(values, "dealer_stays", DealerStays),
        honba_grows=_choice(values, "honba_grows", HonbaGrows),
        ties=_choice(values, "ties", Ties),
        deposits_to_first=_flag(values, "deposits_to_first"),
        final_return=_number_or_none(values, "final_return"),
        final_rounding=_flag(values, "final_rounding"),
        uma=_numbers(values, "uma"),
        chi=_flag(values, "chi"),
        kuikae=_choice(values, "kuikae", Kuikae),
        last_discard_calls=_flag(values, "last_discard_calls"),
        last_tile_kan=_flag(values, "last_tile_kan"),
        kan_limit=_number(values, "kan_limit"),
        kokushi_robs_concealed_kan=_flag(values, "kokushi_robs_concealed_kan"),
        any_hand_robs_added_kan=_flag(values, "any_hand_robs_added_kan"),
        last_replacement_acts=_flag(values, "last_replacement_acts"),
        north_dora=_flag(values, "north_dora"),
        north_timing=_choice(values, "north_timing", NorthTiming),
        north_last_tile=_flag(values, "north_last_tile"),
        north_in_riichi_drawn_only=_flag(values, "north_in_riichi_drawn_only"),
        chanpei=_choice(values, "chanpei", NorthRon),
        north_breaks_first_round=_flag(values, "north_breaks_first_round"),
        north_interrupts=_choice(values, "north_interrupts", Interrupted),
        north_breaks_tenhou=_flag(values, "north_breaks_tenhou"),
        north_ron_ippatsu=_flag(values, "north_ron_ippatsu"),
        north_replacement_rinshan=_flag(values, "north_replacement_rinshan"),
        north_triplet_yaku=_flag(values, "north_triplet_yaku"),
        north_triplet_beside_north=_flag(values, "north_triplet_beside_north"),
        north_pair_pinfu=_flag(values, "north_pair_pinfu"),
        north_pair_tanyao=_flag(values, "north_pair_tanyao"),
        west_indicators=_choice(values, "west_indicators", WestIndicators),
        riichi_points=_number(values, "riichi_points"),
        riichi_live_tiles=_number(values, "riichi_live_tiles"),
        riichi_kan=_choice(values, "riichi_kan", RiichiKan),
        riichi_deposit_when_ronned=_flag(values, "riichi_deposit_when_ronned"),
        ura_dora=_flag(values, "ura_dora"),
        kan_dora=_flag(values, "kan_dora"),
        kan_ura=_flag(values, "kan_ura"),
        dora_skips_missing=_flag(values, "dora_skips_missing"),
        furiten=_choice(values, "furiten", FuritenScope),
        tanyao_han=(tanyao[0], tanyao[1]),
        double_riichi_han=_number(values, "double_riichi_han"),
        sankantsu_han=_number(values, "sankantsu_han"),
        blessings=_flag(values, "blessings"),
        double_yakuman=_flag(values, "double_yakuman"),
        counted_yakuman=_flag(values, "counted_yakuman"),
        kiriage=_flag(values, "kiriage"),
        renhou=_flag(values, "renhou"),
        double_wind_pair_fu=_number(values, "double_wind_pair_fu"),
        rinshan_tsumo_fu=_flag(values, "rinshan_tsumo_fu"),
        pinfu_tsumo=_flag(values, "pinfu_tsumo"),
        chankan_yaku=_flag(values, "chankan_yaku"),
        last_replacement_is_haitei=_flag(values, "last_replacement_is_haitei"),
        dead_wait=_choice(values, "dead_wait", DeadWait),
        tsumo_split=_choice(values, "tsumo_split", TsumoSplit),
        honba_tsumo=_number(values, "honba_tsumo"),
        honba_ron=_number(values, "honba_ron"),
        noten_pool=_number(values, "noten_pool"),
        noten_payment=_choice(values, "noten_payment", NotenPayment),
        several_rons=_choice(values, "several_rons", SeveralRons),
        pao=_choice(values, "pao", Pao),
        nagashi=_flag(values, "nagashi"),
        nine_terminals=_flag(values, "nine_terminals"),
        four_kans=_flag(values, "four_kans"),
        four_winds=_flag(values, "four_winds"),
        four_riichi=_flag(values, "four_riichi"),
        triple_ron=_flag(values, "triple_ron"),
        declined_wins=_choice(values, "declined_wins", DeclinedWins),
        robbing_is_discard_win=_flag(values, "robbing_is_discard_win"),
        inferred_declines=_flag(values, "inferred_declines"),
        quads_as_pairs=_flag(values, "quads_as_pairs"),
        added_kong_stake=_choice(values, "added_kong_stake", Stake),
        late_added_kong_pays=_flag(values, "late_added_kong_pays"),
        robbed_kong_paid=_flag(values, "robbed_kong_paid"),
        kong_kept=_flag(values, "kong_kept"),
        horse_wind=_choice(values, "horse_wind", HorseWind),
        horse_suits=_choice(values, "horse_suits", HorseSuits),
        horse_without_wall=_choice(values, "horse_without_wall", HorseWithoutWall),
        east_after_draw=_choice(values, "east_after_draw", EastAfterDraw),
        game_end_check=_choice(values, "game_end_check", GameEndCheck),
        early_end=_flag(values, "early_end"),
    )
