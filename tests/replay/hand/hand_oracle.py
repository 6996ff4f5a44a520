"""Values of random won hands beside those of the `mahjong` and `riichienv` packages.

``python -m tests.replay.hand.hand_oracle [hands]`` compares many (100,000 three- and four-player hands each unless
told) and lists every class of disagreement; the test beside it compares a few thousand. Known differences: riichienv
prefers a counted yakuman to a real one, takes any kokushi of the first draw as waiting for thirteen tiles, and always
counts double yakuman (which is undone here).
"""

import random
import sys
from collections import Counter

import riichienv  # type: ignore[import-untyped] # it has no types
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.meld import Meld as OtherMeld

from replay.hand.meld import MeldType
from replay.hand.names import PREVAILING_WIND, SEAT_WIND
from replay.hand.points import ron_points, tsumo_points
from replay.hand.value import HandValue, hand_value
from replay.hand.waits import waits
from replay.tiles import EAST, code_counts, format_tiles, kind_counts
from tests.replay.hand.random_wins import RandomWin, code_of, random_win

# Names of the `mahjong` package.
MAHJONG_NAMES = {
    "Menzen Tsumo": "menzen_tsumo",
    "Riichi": "riichi",
    "Double Riichi": "double_riichi",
    "Ippatsu": "ippatsu",
    "Chankan": "chankan",
    "Rinshan Kaihou": "rinshan",
    "Haitei Raoyue": "haitei",
    "Houtei Raoyui": "houtei",
    "Pinfu": "pinfu",
    "Tanyao": "tanyao",
    "Iipeiko": "iipeikou",
    "Yakuhai (haku)": "haku",
    "Yakuhai (hatsu)": "hatsu",
    "Yakuhai (chun)": "chun",
    **{f"Yakuhai (seat wind {name.rpartition('_')[2]})": name for name in SEAT_WIND},
    **{f"Yakuhai (round wind {name.rpartition('_')[2]})": name for name in PREVAILING_WIND},
    "Sanshoku Doujun": "sanshoku_doujun",
    "Ittsu": "ittsu",
    "Chantai": "chanta",
    "Honroutou": "honroutou",
    "Toitoi": "toitoi",
    "San Ankou": "sanankou",
    "San Kantsu": "sankantsu",
    "Sanshoku Doukou": "sanshoku_doukou",
    "Chiitoitsu": "chiitoitsu",
    "Shou Sangen": "shousangen",
    "Honitsu": "honitsu",
    "Junchan": "junchan",
    "Ryanpeikou": "ryanpeikou",
    "Chinitsu": "chinitsu",
    "Kokushi Musou": "kokushi",
    "Kokushi Musou Juusanmen Matchi": "kokushi_13",
    "Chuuren Poutou": "chuuren",
    "Daburu Chuuren Poutou": "junsei_chuuren",
    "Suu Ankou": "suuankou",
    "Suu Ankou Tanki": "suuankou_tanki",
    "Daisangen": "daisangen",
    "Shousuushii": "shousuushi",
    "Dai Suushii": "daisuushi",
    "Ryuuiisou": "ryuuiisou",
    "Suu Kantsu": "suukantsu",
    "Tsuu Iisou": "tsuuiisou",
    "Chinroutou": "chinroutou",
    "Tenhou": "tenhou",
    "Chiihou": "chiihou",
    "Dora": "dora",
    "Aka Dora": "red_five",
    "Ura Dora": "ura_dora",
}

MAHJONG_MELDS = {
    MeldType.CHI: OtherMeld.CHI,
    MeldType.PON: OtherMeld.PON,
    MeldType.CONCEALED_KAN: OtherMeld.KAN,
    MeldType.OPEN_KAN: OtherMeld.KAN,
    MeldType.ADDED_KAN: OtherMeld.SHOUMINKAN,
}

# Names of riichienv's (Mahjong Soul's) numbers; it gives no han a yaku.
RIICHIENV_NAMES = {
    **dict(enumerate(("menzen_tsumo", "riichi", "chankan", "rinshan", "haitei", "houtei", "haku", "hatsu", "chun"), 1)),
    **dict(enumerate(("tanyao", "iipeikou", "pinfu", "chanta", "ittsu", "sanshoku_doujun", "double_riichi"), 12)),
    **dict(enumerate(("sanshoku_doukou", "sankantsu", "toitoi", "sanankou", "shousangen", "honroutou"), 19)),
    **dict(enumerate(("chiitoitsu", "junchan", "honitsu", "ryanpeikou", "chinitsu", "ippatsu"), 25)),
    **dict(enumerate(("dora", "red_five", "ura_dora", "north_dora", "tenhou", "chiihou", "daisangen", "suuankou"), 31)),
    **dict(enumerate(("tsuuiisou", "ryuuiisou", "chinroutou", "kokushi", "shousuushi", "suukantsu", "chuuren"), 39)),
    **dict(enumerate(("junsei_chuuren", "suuankou_tanki", "kokushi_13", "daisuushi"), 47)),
}

DOUBLE = {"junsei_chuuren", "suuankou_tanki", "kokushi_13", "daisuushi"}

RIICHIENV_MELDS = {
    MeldType.CHI: riichienv.MeldType.Chi,
    MeldType.PON: riichienv.MeldType.Pon,
    MeldType.CONCEALED_KAN: riichienv.MeldType.Ankan,
    MeldType.OPEN_KAN: riichienv.MeldType.Daiminkan,
    MeldType.ADDED_KAN: riichienv.MeldType.Kakan,
}


def mahjong_value(win: RandomWin) -> HandResponse:
    """The answer of the `mahjong` package."""
    context = win.context
    three = context.switches.seats == 3
    options = OptionalRules(has_open_tanyao=True, has_aka_dora=True, has_double_yakuman=False, is_three_player=three)
    config = HandConfig(
        is_tsumo=context.self_draw,
        is_riichi=context.riichi and not context.double_riichi,
        is_daburu_riichi=context.double_riichi,
        is_ippatsu=context.ippatsu,
        is_rinshan=context.rinshan,
        is_chankan=context.chankan,
        is_haitei=context.last_tile and context.self_draw,
        is_houtei=context.last_tile and not context.self_draw,
        is_tenhou=context.first_turn and context.dealer,
        is_chiihou=context.first_turn and not context.dealer,
        player_wind=EAST + context.seat_wind,
        round_wind=EAST + context.prevailing_wind,
        options=options,
        num_nuki_dora=context.norths,
    )
    melds = [
        OtherMeld(MAHJONG_MELDS[meld.type], tiles, opened=meld.is_open)
        for meld, tiles in zip(context.melds, win.melds, strict=True)
    ]
    return HandCalculator.estimate_hand_value(
        win.concealed + [tile for tiles in win.melds for tile in tiles],
        win.winning_tile,
        melds=melds,
        dora_indicators=win.indicators,
        ura_dora_indicators=win.ura_indicators,
        config=config,
    )


def riichienv_value(win: RandomWin) -> riichienv.WinResult:
    """The answer of riichienv."""
    context = win.context
    three = context.switches.seats == 3
    conditions = riichienv.Conditions(
        tsumo=context.self_draw,
        riichi=context.riichi,
        double_riichi=context.double_riichi,
        ippatsu=context.ippatsu,
        haitei=context.last_tile and context.self_draw,
        houtei=context.last_tile and not context.self_draw,
        rinshan=context.rinshan,
        chankan=context.chankan,
        tsumo_first_turn=context.first_turn,
        player_wind=context.seat_wind,
        round_wind=context.prevailing_wind,
        kita_count=context.norths,
        is_sanma=three,
        num_players=context.switches.seats,
    )
    evaluator = riichienv.HandEvaluator3P if three else riichienv.HandEvaluator
    waiting = sorted(win.concealed)
    waiting.remove(win.winning_tile)
    return evaluator(waiting, _riichienv_melds(win)).calc(
        win.winning_tile, win.indicators, conditions, win.ura_indicators
    )


def _riichienv_melds(win: RandomWin) -> list[riichienv.Meld]:
    return [
        riichienv.Meld(RIICHIENV_MELDS[meld.type], sorted(tiles), meld.is_open)
        for meld, tiles in zip(win.context.melds, win.melds, strict=True)
    ]


def own_answer(win: RandomWin, value: HandValue | None) -> tuple[dict[str, int], int, tuple[int, int]] | None:
    """Yaku with han (Norths among the dora), fu and payments, as the `mahjong` package tells them."""
    if value is None or not value.has_yaku:
        return None
    yaku: Counter[str] = Counter()
    for part in value.yaku:
        yaku["dora" if part.name == "north_dora" else part.name] += part.han
    dealer = win.context.dealer
    if win.context.self_draw:
        dealers, others = tsumo_points(value.base, win.context.switches, dealer=dealer)
        return dict(yaku), value.fu, (others, others) if dealer else (dealers, others)
    return dict(yaku), value.fu, (ron_points(value.base, dealer=dealer), 0)


def _with_doubles(value: HandValue) -> HandValue:
    """The value of a hand under double yakuman, which riichienv always counts."""
    doubles = sum(1 for part in value.yaku if part.name in DOUBLE)
    base = value.base + 8000 * doubles
    return HandValue(value.yaku, value.han, value.fu, value.limit, value.yakuman, base, has_yaku=value.has_yaku)


def mahjong_disagreement(win: RandomWin, value: HandValue | None) -> str:
    """What the `mahjong` package says differently; empty if nothing. A yakuman's fu are not compared."""
    own = own_answer(win, value)
    other = mahjong_value(win)
    if other.error:
        return "" if own is None else f"mahjong: {other.error}"
    if own is None or value is None:
        return f"mahjong sees a win: {sorted(MAHJONG_NAMES[part.name] for part in other.yaku or ())}"
    assert other.yaku is not None
    assert other.cost is not None
    names: Counter[str] = Counter()
    for part in other.yaku:
        names[MAHJONG_NAMES[part.name]] += part.han_open if other.is_open_hand and part.han_open else part.han_closed
    yaku, fu, points = own
    parts = []
    if yaku != dict(names):
        parts.append(
            f"yaku {sorted(set(yaku.items()) - set(names.items()))} -> {sorted(set(names.items()) - set(yaku.items()))}"
        )
    if not value.yakuman and fu != other.fu:
        parts.append(f"fu {fu} -> {other.fu}")
    if points != (other.cost["main"], other.cost["additional"]):
        parts.append(f"points {points} -> {other.cost['main'], other.cost['additional']}")
    return "mahjong: " + ", ".join(parts) if parts else ""


def riichienv_disagreement(win: RandomWin, value: HandValue | None) -> str:
    """What riichienv says differently; empty if nothing. A yakuman's fu are not compared."""
    own = own_answer(win, value and _with_doubles(value))
    other = riichienv_value(win)
    if not other.is_win:
        return "" if own is None else "riichienv: no win"
    numbers = list(other.yaku)
    names = set()
    for number in numbers:
        if number == 10:
            names.add(SEAT_WIND[win.context.seat_wind])
        elif number == 11:
            names.add(PREVAILING_WIND[win.context.prevailing_wind])
        else:
            names.add(RIICHIENV_NAMES[number])
    if own is None or value is None:
        return f"riichienv sees a win: {sorted(names)}"
    points = (other.tsumo_agari_oya, other.tsumo_agari_ko) if win.context.self_draw else (other.ron_agari, 0)
    if win.context.self_draw and win.context.dealer:
        points = (points[1], points[1])
    yaku = {part.name for part in value.yaku}
    parts = []
    if yaku != names:
        parts.append(f"yaku {sorted(yaku - names)} -> {sorted(names - yaku)}")
    if not value.yakuman and value.han != other.han:
        parts.append(f"han {value.han} -> {other.han}")
    if not value.yakuman and value.fu != other.fu:
        parts.append(f"fu {value.fu} -> {other.fu}")
    if own[2] != points:
        parts.append(f"points {own[2]} -> {points}")
    return "riichienv: " + ", ".join(parts) if parts else ""


def describe(win: RandomWin) -> str:
    """The hand on one line, for people."""
    context = win.context
    melds = " ".join(f"{meld.type.value}:{format_tiles(meld.tiles)}" for meld in context.melds)
    how = "tsumo" if context.self_draw else "ron"
    return (
        f"{context.switches.seats}p {format_tiles(context.concealed)} {melds} {how} "
        f"{format_tiles((context.winning_tile,))} seat {context.seat_wind} round {context.prevailing_wind} "
        f"indicators {format_tiles(context.indicators)} norths {context.norths}"
        f"{' riichi' * context.riichi}{' rinshan' * context.rinshan}{' first' * context.first_turn}"
    )


def waits_disagreement(win: RandomWin) -> str:
    """What riichienv says differently of the waits before the winning tile. It leaves out a kind held four times."""
    tiles = win.concealed.copy()
    tiles.remove(win.winning_tile)
    counts = kind_counts(code_counts([code_of(tile) for tile in tiles]))
    own = {kind for kind in waits(counts, len(win.melds)) if counts[kind] < 4}
    other = set(riichienv.HandEvaluator(sorted(tiles), _riichienv_melds(win)).get_waits())
    return "" if own == other else f"riichienv: waits {sorted(own - other)} -> {sorted(other - own)}"


def main(hands: int) -> None:
    """Compares and measures; writes every class of disagreement with one hand of it."""
    for seats in (3, 4):
        rng = random.Random(seats)
        wins = [random_win(rng, seats) for _ in range(hands)]
        values = [hand_value(win.context) for win in wins]
        for compare in (mahjong_disagreement, riichienv_disagreement):
            differences = [compare(win, value) for win, value in zip(wins, values, strict=True)]
            _write_classes(f"{seats} players, {compare.__name__}", wins, differences)
        _write_classes(f"{seats} players, waits", wins, [waits_disagreement(win) for win in wins])


def _write_classes(title: str, wins: list[RandomWin], differences: list[str]) -> None:
    classes = Counter(filter(None, differences))
    sys.stdout.write(f"{title}: {classes.total()} of {len(wins)} differ\n")
    for difference, count in classes.most_common():
        example = wins[differences.index(difference)]
        sys.stdout.write(f"  {count} x {difference}\n      {describe(example)}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
