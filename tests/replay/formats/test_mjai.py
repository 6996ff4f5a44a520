"""mjai logs: every message becomes what it means."""

import json

import pytest

from bench.mjai import mjai_of
from replay.engine import audit
from replay.findings import Severity
from replay.formats.json_values import Json
from replay.formats.mjai import looks_like, read
from replay.formats.mjai_values import CODE_OF, REASONS
from replay.gamelog import (
    Chi,
    ClaimedYaku,
    Discard,
    Draw,
    DrawReason,
    Event,
    GameEnd,
    GameLog,
    Indicator,
    Kan,
    KanType,
    North,
    Player,
    Pon,
    RemarkKind,
    Riichi,
    RiichiAccepted,
    RoundDrawn,
    RoundEnd,
    RoundStart,
    Win,
)
from replay.ruleset.choose import NoRuleset, choose
from replay.ruleset.loader import preset
from replay.simulate.play import play_games
from replay.tiles import CODES, parse_tiles
from tests.replay.formats.mjai_texts import (
    DIGEST,
    GOOD3,
    HANDS3,
    HANDS4,
    Line,
    dahai,
    kyoku,
    pai,
    pais,
    say,
    text_of,
    tsumo,
)


def game_of(text: str) -> GameLog:
    """The log of the text, which is read to its end."""
    log = read(text, DIGEST)
    assert log.failure is None
    return log


def events_of(*lines: Line, start: "Line | None" = None) -> list[Event]:
    """What follows the start of the round of these messages."""
    (events,) = game_of(text_of(start or kyoku(), *lines)).rounds
    return events[1:]


def tiles(text: str) -> tuple[int, ...]:
    return tuple(parse_tiles(text))


def tile(text: str) -> int:
    return parse_tiles(text)[0]


def test_every_tile_has_a_name() -> None:
    assert sorted(CODE_OF.values()) == list(range(CODES))
    names = {"1m": "1m", "9s": "9s", "5mr": "0m", "5sr": "0s", "E": "1z", "N": "4z", "P": "5z", "F": "6z", "C": "7z"}
    assert {name: CODE_OF[name] for name in names} == {name: tile(text) for name, text in names.items()}


def test_the_header() -> None:
    header = game_of(GOOD3).header
    assert (header.game_id, header.source_digest) == (DIGEST[:16], DIGEST)
    assert (header.seats, header.platform, header.variant) == (3, "mjai", "")
    assert header.players == (Player("", "A"), Player("", "B"), Player("", "C"))
    assert header.overrides == (("game_length", "south"), ("red_fives", "[0, 1, 1]"))
    with pytest.raises(NoRuleset):
        choose(header, None, None, ())
    assert choose(header, "tenhou-sanma", None, ()).name == "tenhou-sanma"


@pytest.mark.parametrize(
    ("said", "hands", "overrides"),
    [
        ({}, HANDS4, ()),
        ({"kyoku_first": 4}, HANDS4, (("game_length", "east"),)),
        ({"aka_flag": True}, HANDS4, (("red_fives", "[1, 1, 1]"),)),
        ({"aka_flag": False}, HANDS4, (("red_fives", "[0, 0, 0]"),)),
        ({"aka_flag": False}, HANDS3, (("red_fives", "[0, 0, 0]"),)),
    ],
)
def test_what_it_states_of_rules(
    said: dict[str, Json], hands: tuple[str, ...], overrides: tuple[tuple[str, str], ...]
) -> None:
    assert game_of(text_of(say("start_game", **said), kyoku(hands), begin=False)).header.overrides == overrides


@pytest.mark.parametrize("names", [[], ["A", "B"], None])
def test_too_few_names_are_none(names: Json) -> None:
    assert game_of(text_of(say("start_game", names=names), kyoku(), begin=False)).header.players == ()


def test_the_start_of_a_round() -> None:
    text = text_of(kyoku(HANDS4, wind=1, number=3, dealer=2, honba=1, deposits=2, scores=(1, 2, 3, 4)))
    assert game_of(text).rounds == [[RoundStart(1, 3, 1, 2, 2, (1, 2, 3, 4), tuple(map(tiles, HANDS4)), (tile("8p"),))]]


def test_seat_0_deals_first() -> None:
    log = game_of(
        text_of(
            say("start_game", names=["A", "B", "C"]),
            kyoku(dealer=2, scores=(10, 20, 30)),
            tsumo(2, "1p"),
            dahai(2, "1p", drawn=True),
            say("ryukyoku", deltas=[1, 2, 3], tenpais=[True, False, False]),
            begin=False,
        )
    )
    assert [player.name for player in log.header.players] == ["C", "A", "B"]
    start, *rest = log.rounds[0]
    assert isinstance(start, RoundStart)
    assert (start.dealer, start.scores) == (0, (30, 10, 20))
    assert start.hands == (tiles(HANDS3[2]), tiles(HANDS3[0]), tiles(HANDS3[1]))
    assert rest == [
        Draw(0, tile("1p"), False),
        Discard(0, tile("1p"), True),
        RoundDrawn(DrawReason.EXHAUSTIVE, None, (1,), None, (3, 1, 2)),
    ]


def test_a_fourth_place_that_is_empty() -> None:
    start = kyoku(scores=(1, 2, 3, 0), tehais=[*[pais(hand) for hand in HANDS3], []])
    log = game_of(text_of(start, say("ryukyoku", deltas=[0, 0, 0, 0])))
    assert log.header.seats == 3
    assert isinstance(log.rounds[0][0], RoundStart)
    assert log.rounds[0][0].scores == (1, 2, 3)


def test_calls_kans_and_norths() -> None:
    found = events_of(
        tsumo(0, "5z"),
        dahai(0, "1z"),
        say("pon", actor=1, target=0, pai="E", consumed=["E", "E"]),
        dahai(1, "2p"),
        say("chi", actor=2, target=1, pai="2p", consumed=["1p", "3p"]),
        dahai(2, "4s"),
        say("daiminkan", actor=0, target=2, pai="4s", consumed=["4s", "4s", "4s"]),
        tsumo(0, "9m"),
        say("dora", dora_marker="1m"),
        say("kakan", actor=0, pai="C", consumed=["C", "C", "C"]),
        tsumo(0, "4z"),
        say("kita", actor=0),
        tsumo(0, "4z"),
        say("nukidora", actor=0, pai="N"),
        tsumo(0, "0s"),
        say("ankan", actor=0, consumed=["5sr", "5s", "5s", "5s"]),
        tsumo(0, "1m"),
        dahai(0, "1m", drawn=True),
        tsumo(1, "1m"),
    )
    assert found == [
        Draw(0, tile("5z"), False),
        Discard(0, tile("1z"), False),
        Pon(1, 0, tile("1z"), tiles("11z")),
        Discard(1, tile("2p"), False),
        Chi(2, 1, tile("2p"), tiles("13p")),
        Discard(2, tile("4s"), False),
        Kan(0, KanType.OPEN, tiles("444s"), tile("4s"), 2),
        Draw(0, tile("9m"), True),
        Indicator(tile("1m")),
        Kan(0, KanType.ADDED, tiles("7z")),
        Draw(0, tile("4z"), True),
        North(0, tile("4z")),
        Draw(0, tile("4z"), True),
        North(0, tile("4z")),
        Draw(0, tile("0s"), True),
        Kan(0, KanType.CONCEALED, tiles("0555s")),
        Draw(0, tile("1m"), True),
        Discard(0, tile("1m"), True),
        Draw(1, tile("1m"), False),
    ]


def test_riichi() -> None:
    assert events_of(
        say("reach", actor=1), say("reach_accepted", actor=1), say("reach_accepted", actor=2, scores=[1, 2, 3])
    ) == [Riichi(1), RiichiAccepted(1), RiichiAccepted(2, (1, 2, 3))]


def test_a_ron_that_states_little() -> None:
    assert events_of(tsumo(0, "8p"), dahai(0, "8p", drawn=True), say("hora", actor=1, target=0))[-1] == Win(
        1, 0, tile("8p"), (*sorted(tiles(HANDS3[1])), tile("8p"))
    )


def test_a_self_draw_that_states_little() -> None:
    assert events_of(tsumo(1, "8p"), say("hora", actor=1, target=1))[-1] == Win(
        1, 1, tile("8p"), tuple(sorted(tiles(HANDS3[1] + "8p")))
    )


def test_a_win_that_states_everything() -> None:
    assert events_of(
        say("reach", actor=1),
        dahai(0, "8p"),
        say(
            "hora",
            actor=1,
            target=0,
            pai="8p",
            hora_tehais=pais(HANDS3[1]),
            uradora_marker=["1p"],
            yaku=[["立直", 1], ["ドラ", 2]],
            fan=3,
            fu=38,
            hora_points=5200,
            deltas=[-5200, 6200, 0],
            scores=[29_800, 41_200, 35_000],
        ),
        say("end_kyoku"),
        say("end_game"),
    )[-2:] == [
        Win(
            1,
            0,
            tile("8p"),
            (*tiles(HANDS3[1]), tile("8p")),
            (ClaimedYaku("riichi", 1), ClaimedYaku("dora", 2)),
            3,
            40,
            5200,
            (tile("1p"),),
            None,
            (-5200, 6200, 0),
        ),
        RoundEnd((29_800, 41_200, 35_000)),
    ]


@pytest.mark.parametrize(("written", "fu"), [(20, 20), (25, 25), (26, 30), (30, 30), (38, 40), (110, 110)])
def test_fu_are_rounded_up(written: int, fu: int) -> None:
    win = events_of(tsumo(1, "8p"), say("hora", actor=1, target=1, fu=written))[-1]
    assert isinstance(win, Win)
    assert win.fu == fu


@pytest.mark.parametrize("name", ["ura_markers", "uradora_markers", "uradora_marker"])
def test_ura_indicators_are_those_of_winners_in_riichi(name: str) -> None:
    won: Line = {**say("hora", actor=1, target=1), name: ["1p"]}
    declared = events_of(say("reach", actor=1), tsumo(1, "8p"), won)[-1]
    silent = events_of(tsumo(1, "8p"), won)[-1]
    assert isinstance(declared, Win)
    assert isinstance(silent, Win)
    assert (declared.ura_indicators, silent.ura_indicators) == ((tile("1p"),), None)


def test_a_hand_that_cannot_be_known_is_not_stated() -> None:
    win = events_of(dahai(1, "1z"), tsumo(1, "8p"), say("hora", actor=1, target=1))[-1]
    assert isinstance(win, Win)
    assert win.hand == ()


@pytest.mark.parametrize(
    "offer", [say("kita", actor=0), say("kakan", actor=0, pai="N", consumed=["N"] * 3), dahai(0, "4z")]
)
def test_a_ron_is_on_what_was_set_out(offer: Line) -> None:
    win = events_of(offer, say("hora", actor=1, target=0))[-1]
    assert isinstance(win, Win)
    assert (win.from_seat, win.tile) == (0, tile("4z"))


def test_payments_from_the_scores_before_and_after() -> None:
    found = events_of(
        say("reach", actor=2),
        dahai(2, "8s"),
        say("reach_accepted", actor=2),
        dahai(0, "8p"),
        say("hora", actor=1, target=0, scores=[33_000, 38_000, 34_000]),
        say("hora", actor=2, target=0, scores=[32_000, 38_000, 35_000]),
    )
    assert [event.deltas for event in found if isinstance(event, Win)] == [(-2000, 3000, 0), (-1000, 0, 1000)]
    silent = say("hora", actor=1, target=0)
    found = events_of(dahai(0, "8p"), silent, say("hora", actor=2, target=0, scores=[1, 2, 3]), say("end_game"))
    # What the first moved is not known, so neither is what the second did.
    assert [event.deltas for event in found if isinstance(event, Win)] == [None, None]
    assert found[-1] == RoundEnd((1, 2, 3))


def test_scores_stated_with_a_deposit_count() -> None:
    found = events_of(
        say("reach_accepted", actor=2, scores=[35_000, 35_000, 33_000]),
        say("ryukyoku", scores=[34_000, 37_000, 32_000]),
    )
    assert found[-1] == RoundDrawn(DrawReason.EXHAUSTIVE, None, None, None, (-1000, 2000, -1000))


@pytest.mark.parametrize(("written", "reason"), REASONS.items())
def test_reasons(written: str, reason: DrawReason) -> None:
    found = events_of(say("ryukyoku", reason=written, deltas=[0, 0, 0]))
    assert found == [RoundDrawn(reason, None, None, None, (0, 0, 0))]


def test_a_drawn_round_that_shows_hands() -> None:
    shown = say("ryukyoku", reason="fanpai", tenpais=[False, True, False], tehais=[["?"], pais(HANDS3[1]), ["?"]])
    assert events_of(shown) == [RoundDrawn(DrawReason.EXHAUSTIVE, None, (1,), (None, tiles(HANDS3[1]), None), None)]


def test_who_declares_nine_terminals() -> None:
    assert events_of(say("ryukyoku", reason="kyushukyuhai", actor=1)) == [RoundDrawn(DrawReason.NINE_TERMINALS, 1)]


RIICHI3 = [say("reach_accepted", actor=actor) for actor in range(3)]
WINDS4 = [line for actor in range(4) for line in (tsumo(actor, "1z"), dahai(actor, "1z", drawn=True))]
KANS4 = [say("ankan", actor=actor, consumed=pais("1111p")) for actor in (0, 0, 1, 1)]
FULL = [tsumo(0, "1p"), dahai(0, "1p", drawn=True)] * 70


@pytest.mark.parametrize(
    ("before", "deltas", "reason"),
    [
        ([tsumo(0, "1z")], [0, 0, 0, 0], DrawReason.NINE_TERMINALS),
        ([tsumo(0, "1z")], None, DrawReason.NINE_TERMINALS),
        ([tsumo(0, "1z")], [3000, -1000, -1000, -1000], DrawReason.EXHAUSTIVE),
        ([tsumo(0, "1z")], [8000, -4000, -2000, -2000], DrawReason.NAGASHI),
        ([tsumo(0, "1z"), dahai(0, "1z", drawn=True)], [0, 0, 0, 0], DrawReason.TRIPLE_RON),
        ([say("pon", actor=1, target=0, pai="E", consumed=["E", "E"]), tsumo(2, "1z")], None, DrawReason.EXHAUSTIVE),
        (WINDS4, None, DrawReason.FOUR_WINDS),
        ([*WINDS4[:-2], tsumo(3, "2z"), dahai(3, "2z")], None, DrawReason.TRIPLE_RON),
        ([*WINDS4[:-2], tsumo(3, "2z"), dahai(3, "2z"), tsumo(0, "1z")], None, DrawReason.EXHAUSTIVE),
        ([*WINDS4, *WINDS4, tsumo(0, "1z")], None, DrawReason.EXHAUSTIVE),
        ([*RIICHI3, say("reach_accepted", actor=3)], [0, 0, 0, 0], DrawReason.FOUR_RIICHI),
        (RIICHI3, [0, 0, 0, 0], DrawReason.EXHAUSTIVE),
        (KANS4, None, DrawReason.FOUR_KANS),
        (KANS4[:3], None, DrawReason.TRIPLE_RON),
        ([*KANS4, *FULL], [0, 0, 0, 0], DrawReason.EXHAUSTIVE),
        ([*RIICHI3, say("reach_accepted", actor=3), *FULL], [0, 0, 0, 0], DrawReason.EXHAUSTIVE),
    ],
)
def test_reasons_that_are_not_stated(before: list[Line], deltas: Json, reason: DrawReason) -> None:
    drawn = events_of(*before, say("ryukyoku", deltas=deltas), start=kyoku(HANDS4))[-1]
    assert isinstance(drawn, RoundDrawn)
    assert drawn.reason is reason


def test_the_end_of_the_game() -> None:
    assert game_of(GOOD3).rounds[-1][-1] == GameEnd((34_000, 49_000, 22_000))
    open_log = game_of(text_of(kyoku(), say("ryukyoku", deltas=[0, 0, 0]), say("end_game")))
    assert isinstance(open_log.rounds[-1][-1], RoundDrawn)


def test_rounds_without_indicators_are_remarked() -> None:
    start = {name: value for name, value in kyoku().items() if name != "dora_marker"}
    log = game_of(text_of(start))
    assert isinstance(log.rounds[0][0], RoundStart)
    assert log.rounds[0][0].indicators == ()
    assert [remark.kind for remark in log.remarks] == [RemarkKind.UNKNOWN_RULES]
    assert game_of(GOOD3).remarks == []


def test_what_says_nothing_is_passed_over() -> None:
    text = text_of(say("hello"), kyoku(), say("none"), say("end_kyoku"), say("end_kyoku"))
    assert len(game_of(text.replace("\n", "\r\n\n")).rounds[0]) == 1


@pytest.mark.parametrize(
    ("head", "it_is"),
    [
        (GOOD3, True),
        ('{"type":"start_game"}', True),
        ('\ufeff\n {"names":["a"],"type" : "start_game"', True),
        (json.dumps(kyoku()), True),
        ('{"type":"start_game"', True),
        ('{"a":1}\n{"type":"start_game"}', False),
        ('{"type":"tsumo"}', False),
        ('[{"type":"start_game"}]', False),
        ('{"header":{}}', False),
        ("", False),
    ],
)
def test_is_recognised(head: str, it_is: bool) -> None:
    assert looks_like(head) is it_is


@pytest.mark.parametrize("variant", ["tenhou", "tenhou-sanma", "riichi-city-sanma"])
def test_games_written_as_mjai_are_the_same(variant: str) -> None:
    """What mjai states of a simulated game is read as it was played, and judged without a finding."""
    rules = preset(variant)
    for game in play_games(rules, 12, 4):
        log = game_of(mjai_of(game))
        assert [plain(events) for events in log.rounds] == [plain(events) for events in game.rounds]
        found = audit(log, choose(log.header, variant, None, ())).findings
        assert [finding.code.id for finding in found if finding.severity is not Severity.NOTICE] == []


def plain(events: list[Event]) -> list[object]:
    """What mjai states of the events."""
    return [
        (event.seat, event.from_seat, event.tile, event.hand and tuple(sorted(event.hand)), event.deltas)
        if isinstance(event, Win)
        else (event.reason, event.deltas)
        if isinstance(event, RoundDrawn)
        else event.seat
        if isinstance(event, RiichiAccepted)
        else event
        for event in events
        if not isinstance(event, (GameEnd, RoundEnd))
    ]


def test_tiles_may_be_of_any_kind() -> None:
    for name in CODE_OF:
        found = events_of(say("tsumo", actor=0, pai=name))
        assert found == [Draw(0, CODE_OF[name], False)]
    assert pai("0m") == "5mr"
