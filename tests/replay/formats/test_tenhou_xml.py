"""Small Tenhou logs, tag by tag: what each becomes, and that nothing ever breaks out."""

import pytest

from replay.formats.tenhou_xml import looks_like, read
from replay.gamelog import (
    Chi,
    ClaimedYaku,
    Discard,
    Draw,
    DrawReason,
    Event,
    GameEnd,
    GameLog,
    Header,
    Indicator,
    Kan,
    KanType,
    LogError,
    North,
    Player,
    Pon,
    Remark,
    RemarkKind,
    Riichi,
    RiichiAccepted,
    RoundDrawn,
    RoundStart,
    WallCommitment,
    Win,
)
from replay.tiles import RED_5M, RED_5P, RED_5S, parse_tiles
from tests.replay.formats.call_bits import added_bits, chi_bits, pon_bits
from tests.replay.formats.tenhou_texts import DIGEST, GOOD3, HEAD, HEAD3, HEAD4, INIT3, INIT4, WIN4


def game(*tags: str, head: str = HEAD4) -> GameLog:
    """The log of a whole text with these tags in its first round."""
    log = read(head + "".join(tags) + "</mjloggm>", DIGEST)
    assert log.failure is None
    return log


def events(*tags: str, head: str = HEAD4) -> list[Event]:
    """The events these tags become in a log without remarks."""
    log = game(*tags, head=head)
    assert log.remarks == []
    (first,) = log.rounds
    return first[1:]


def header(*tags: str) -> Header:
    """The header of a log without rounds."""
    return game(*tags, head=HEAD).header


def tiles(text: str) -> tuple[int, ...]:
    return tuple(parse_tiles(text))


def test_a_three_player_game() -> None:
    log = read(GOOD3, DIGEST)
    assert (log.failure, log.remarks) == (None, [])
    yaku = ClaimedYaku("riichi", 1), ClaimedYaku("menzen_tsumo", 1), ClaimedYaku("pinfu", 1), ClaimedYaku("ura_dora", 0)
    assert log.rounds == [
        [
            RoundStart(
                0,
                1,
                0,
                0,
                0,
                (35_000, 35_000, 35_000),
                (tiles("1119p12345678s4z"), tiles("999m12340567p55z"), tiles("9m99p112233s1234z")),
                (32,),
            ),
            Draw(0, 30, False),
            North(0, 30),
            Draw(0, 17, True),
            Discard(0, 17, True),
            Draw(1, 16, False),
            Riichi(1),
            Discard(1, 31, False),
            RiichiAccepted(1, (35_000, 34_000, 35_000)),
            Draw(2, 15, False),
            Discard(2, 29, False),
            Draw(0, 13, False),
            Discard(0, 30, False),
            Draw(1, 31, False),
            Win(1, 1, 31, tiles("999m123405678p55z"), yaku, 3, 30, 4000, (32,), None, (-2000, 5000, -2000)),
            GameEnd((33_000, 39_000, 33_000), None, (-70, 495, -420)),
        ]
    ]


def test_a_four_player_round_start() -> None:
    hands = ((0, 1, 2, 3, RED_5M, *range(5, 13)), tuple(range(13)), tuple(range(13)), tuple(range(13)))
    start = RoundStart(1, 3, 2, 1, 2, (25_000, 24_000, 26_300, 24_700), hands, (32,))
    assert game().rounds == [[start]]


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        # drawn: the very tile, not one like it, and no call or discard in between
        ("<T52/><D52/>", [Draw(0, RED_5P, False), Discard(0, RED_5P, True)]),
        ("<T53/><T52/><D53/>", [Draw(0, 13, False), Draw(0, RED_5P, False), Discard(0, 13, False)]),
        ("<T88/><U52/><D88/>", [Draw(0, RED_5S, False), Draw(1, RED_5P, False), Discard(0, RED_5S, False)]),
        ("<T52/><D0/><D52/>", [Draw(0, RED_5P, False), Discard(0, 0, False), Discard(0, RED_5P, False)]),
        ('<T52/><DORA hai="131"/><D52/>', [Draw(0, RED_5P, False), Indicator(32), Discard(0, RED_5P, True)]),
        ('<T52/><UN n1="back"/><D52/>', [Draw(0, RED_5P, False), Discard(0, RED_5P, True)]),
        ("<W60 /><G60 />", [Draw(3, 15, False), Discard(3, 15, True)]),
        # riichi
        (
            '<U60/><REACH who="1" step="1"/><E60/><REACH who="1" ten="250,230,263,247" step="2"/>',
            [Draw(1, 15, False), Riichi(1), Discard(1, 15, True), RiichiAccepted(1, (25_000, 23_000, 26_300, 24_700))],
        ),
        ('<REACH step="1" who="3" /><REACH who="2" step="2" />', [Riichi(3), RiichiAccepted(2, None)]),
        # claims
        (
            f'<F2/><N who="3" m="{chi_bits(0, 0, (2, 3, 3))}" /><G3/>',
            [Discard(2, 0, False), Chi(3, 2, 0, (1, 2)), Discard(3, 0, False)],
        ),
        (
            f'<T80/><T81/><W82/><G82/><N who="0" m="{pon_bits(20, 2, 3, 3)}"/><D0/><T83/>'
            f'<N who="0" m="{added_bits(20, 2, 3, 3)}" /><T60/><DORA hai="131" /><D60/>',
            [
                Draw(0, 20, False),
                Draw(0, 20, False),
                Draw(3, 20, False),
                Discard(3, 20, True),
                Pon(0, 3, 20, (20, 20)),
                Discard(0, 0, False),
                Draw(0, 20, False),
                Kan(0, KanType.ADDED, (20,)),
                Draw(0, 15, True),
                Indicator(32),
                Discard(0, 15, True),
            ],
        ),
        (
            f'<V88/><V89/><V90/><T91/><D91/><N who="2" m="{91 << 8 | 2}" /><V60/><F2/>',
            [
                Draw(2, RED_5S, False),
                Draw(2, 22, False),
                Draw(2, 22, False),
                Draw(0, 22, False),
                Discard(0, 22, True),
                Kan(2, KanType.OPEN, (RED_5S, 22, 22), 22, 0),
                Draw(2, 15, True),
                Discard(2, 0, False),
            ],
        ),
        (
            f'<W88/><W89/><W90/><W91/><N who="3" m="{88 << 8}" /><DORA hai="131" /><UN n0="back"/><W60/><W61/>',
            [
                Draw(3, RED_5S, False),
                Draw(3, 22, False),
                Draw(3, 22, False),
                Draw(3, 22, False),
                Kan(3, KanType.CONCEALED, (RED_5S, 22, 22, 22)),
                Indicator(32),
                Draw(3, 15, True),
                Draw(3, 15, False),
            ],
        ),
        # replacement: the next draw, whatever seat; a discard ends the wait
        (
            '<T120/><N who="0" m="30752"/><U60/>',
            [Draw(0, 30, False), North(0, 30), Draw(1, 15, True)],
        ),
        (
            '<T120/><N who="0" m="30752"  /><D0/><U60/>',
            [Draw(0, 30, False), North(0, 30), Discard(0, 0, False), Draw(1, 15, False)],
        ),
    ],
)
def test_play(tags: str, expected: list[Event]) -> None:
    assert events(tags) == expected


def test_a_replacement_is_not_awaited_into_the_next_round() -> None:
    log = game('<T120/><N who="0" m="30752"/>', WIN4, INIT4, "<T60/>")
    assert log.rounds[1][1] == Draw(0, 15, False)


@pytest.mark.parametrize(
    ("attributes", "seats", "variant", "overrides"),
    [
        ('type="9"', 4, "tenhou", {"game_length": "south"}),
        ('type="1" lobby="0"', 4, "tenhou", {"game_length": "east"}),
        ('type="169"', 4, "tenhou", {"game_length": "south"}),
        ('type="41"', 4, "tenhou", {"game_length": "south"}),
        ('type="7"', 4, "tenhou", {"game_length": "east", "red_fives": "[0, 0, 0]", "tanyao_han": "[0, 1]"}),
        ('type="185"', 3, "tenhou-sanma", {"game_length": "south"}),
        ('type="23"', 3, "tenhou-sanma", {"game_length": "east", "red_fives": "[0, 0, 0]", "tanyao_han": "[0, 1]"}),
    ],
)
def test_what_go_states(attributes: str, seats: int, variant: str, overrides: dict[str, str]) -> None:
    stated = header(f"<GO {attributes}/>")
    assert (stated.seats, stated.variant, dict(stated.overrides)) == (seats, variant, overrides)


def test_a_table_without_reds_has_no_red_codes() -> None:
    log = game("<T52/><D52/>", head=f'{HEAD}<GO type="11"/>{INIT4}')
    start, draw, discard = log.rounds[0]
    assert isinstance(start, RoundStart)
    assert start.hands[0] == tuple(range(13))
    assert (draw, discard) == (Draw(0, 13, False), Discard(0, 13, True))


def test_header() -> None:
    stated = header(
        '<SHUFFLE seed="mt19937ar-sha512-n288-base64,AAECAw==" ref=""/><GO type="185" lobby="0"/>'
        '<UN n0="%E5%A4%A9" n1="b%20c" n2="d&amp;" n3="" dan="18,18,18,0" rate="1.0,1.0,1.0,1.0" sx="M,M,F,C"/>'
        '<TAIKYOKU oya="0"/><UN n1="later"/>'
    )
    assert (stated.game_id, stated.source_digest, stated.platform) == (DIGEST[:16], DIGEST, "tenhou")
    assert stated.players == (Player("", "天"), Player("", "b c"), Player("", "d&amp;"))
    assert stated.commitment == WallCommitment("mt19937ar-sha512-n288-base64", seed="AAECAw==")


def test_a_log_without_statements() -> None:
    three, four = game(head=HEAD + INIT3).header, game(head=HEAD + INIT4).header
    assert (three.seats, three.variant, three.overrides, three.players, three.commitment) == (3, "", (), (), None)
    assert (four.seats, four.variant, four.overrides, four.players, four.commitment) == (4, "", (), (), None)


def test_what_no_store_takes_is_replaced_in_a_name() -> None:
    assert header('<UN n0="a%00" n1="b" n2="" n3="d"/>').players[0] == Player("", "a\ufffd")
    assert header('<UN n0="a\ud800" n1="%ff" n2="" n3="d"/>').players[:2] == (Player("", "a?"), Player("", "\ufffd"))


def test_names_that_are_too_few_are_no_names() -> None:
    assert header('<UN n0="a" n1="b" n2="c"/>').players == ()


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (f'{HEAD}<TAIKYOKU oya="0"/><BYE who="2"/>{INIT4}', (None, None)),
        (f'{HEAD4}<BYE who="2" />', (0, 0)),
        (f'{HEAD4}<T52/><D52/><BYE who="2"/><U53/>', (0, 2)),
        (f'{HEAD4}{WIN4}<BYE who="2"/>{INIT4}', (0, 1)),
        (f'{HEAD4}{WIN4}{INIT4}<T52/><BYE who="2"/>', (1, 1)),
    ],
)
def test_a_disconnect(text: str, place: tuple[int | None, int | None]) -> None:
    remark = Remark(RemarkKind.DISCONNECTED, *place, 2, "seat 2 disconnected")
    assert game(head=text).remarks == [remark]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f'{HEAD}<GO type="1569"/>{INIT4}', "GO type 1569 states rules of its own, not which"),
        (f'{HEAD}<GO type="9" csrule="1,2"/>{INIT4}', "GO states csrule: rules of its own, not which"),
        (
            HEAD + INIT4.replace("oya", 'chip="0,0,0,0" oya') + INIT4.replace("oya", 'chip="0,0,0,0" oya'),
            "INIT states chip: rules of its own, not which",
        ),
        (HEAD4 + WIN4.replace("who", 'chip="1,1" who', 1), "AGARI states chip: rules of its own, not which"),
        (
            f'{HEAD4}<RYUUKYOKU ba="0,0" sc="1,0,1,0,1,0,1,0,0,0,0,0,0,0,0,0" ratio="5000,10" />',
            "RYUUKYOKU states ratio: rules of its own, not which",
        ),
    ],
)
def test_special_rules_are_remarked_on_once(text: str, why: str) -> None:
    assert game(head=text).remarks == [Remark(RemarkKind.UNKNOWN_RULES, None, None, None, why)]


def win(attributes: str) -> Win:
    (event,) = events(f"<AGARI {attributes} />")
    assert isinstance(event, Win)
    return event


WON = 'hai="16,20" machi="16" ten="40,2600,0" yaku="8,1" doraHai="130" who="1" fromWho="0" sc="1,-26,1,26,1,0,1,0"'


def test_wins() -> None:
    ron = Win(1, 0, RED_5M, (RED_5M, 5), (ClaimedYaku("tanyao", 1),), 1, 40, 2600, None, None, (-2600, 2600, 0, 0))
    assert win(WON) == ron
    assert win(WON.replace('fromWho="0"', 'fromWho="1"')).from_seat == 1
    assert win(WON + ' paoWho="3"').liable == 3
    assert win(WON + ' doraHaiUra="88,0"').ura_indicators == (RED_5S, 0)
    counted = win(WON.replace('"8,1"', '"21,2,35,6,52,4,54,1,53,2"'))
    assert counted.yaku == tuple(
        ClaimedYaku(name, han)
        for name, han in (("double_riichi", 2), ("chinitsu", 6), ("dora", 4), ("red_five", 1), ("ura_dora", 2))
    )
    assert counted.han == 15


def test_yakuman_are_thirteen_han_each() -> None:
    double = win(WON.replace('yaku="8,1"', 'yakuman="39,42"').replace("40,2600", "0,64000"))
    assert double.yaku == (ClaimedYaku("daisangen", 13), ClaimedYaku("tsuuiisou", 13))
    assert (double.han, double.fu, double.points) == (26, 0, 64_000)


def test_two_rons_and_the_end_stay_in_order() -> None:
    last = WIN4.replace('who="1"', 'who="3"').replace(" />", ' owari="218,-38.2,282,8.2,263,-3.7,247,33.7" />')
    first, second, end = events(WIN4, last)
    assert isinstance(first, Win)
    assert isinstance(second, Win)
    assert (first.seat, second.seat) == (1, 3)
    assert end == GameEnd((21_800, 28_200, 26_300, 24_700), None, (-382, 82, -37, 337))


def test_entries_of_a_fourth_seat_and_chips_are_dropped() -> None:
    drawn = '<RYUUKYOKU sc="350,-10,350,20,350,-10{}" owari="340,-20.0,370,40.0,340,-20.0{}"/>'
    short = events(drawn.format("", ""), head=HEAD3)
    assert short == [
        RoundDrawn(DrawReason.EXHAUSTIVE, None, (), (None, None, None), (-1000, 2000, -1000)),
        GameEnd((34_000, 37_000, 34_000), None, (-200, 400, -200)),
    ]
    assert events(drawn.format(",0,0", ",0,0.0"), head=HEAD3) == short
    assert events(drawn.format(",0,0" + ",0,1" * 4, ",0,0.0" + ",0,1" * 4), head=HEAD3) == short


@pytest.mark.parametrize(
    ("attributes", "reason", "seat", "tenpai"),
    [
        ("", DrawReason.EXHAUSTIVE, None, (0, 2)),
        (' type="nm"', DrawReason.NAGASHI, None, (0, 2)),
        (' type="yao9"', DrawReason.NINE_TERMINALS, None, None),
        (' type="kaze4"', DrawReason.FOUR_WINDS, None, None),
        (' type="reach4"', DrawReason.FOUR_RIICHI, None, None),
        (' type="ron3"', DrawReason.TRIPLE_RON, None, None),
        (' type="kan4"', DrawReason.FOUR_KANS, None, None),
    ],
)
def test_drawn_rounds(attributes: str, reason: DrawReason, seat: int | None, tenpai: tuple[int, ...] | None) -> None:
    shown = ((0, RED_5P), None, (1,), None)
    assert events(f'<RYUUKYOKU{attributes} ba="0,0" sc="1,15,1,-15,1,15,1,-15" hai0="0,52" hai2="6" />') == [
        RoundDrawn(reason, seat, tenpai, shown, (1500, -1500, 1500, -1500))
    ]


def test_who_declares_nine_terminals() -> None:
    (drawn,) = events('<RYUUKYOKU type="yao9" ba="0,0" sc="1,0,1,0,1,0,1,0" hai3="0,52" />')
    assert drawn == RoundDrawn(DrawReason.NINE_TERMINALS, 3, None, (None, None, None, (0, RED_5P)), (0, 0, 0, 0))


TWICE, NOT_HELD = RemarkKind.TILE_TWICE, RemarkKind.TILE_NOT_HELD


@pytest.mark.parametrize(
    ("tags", "remarks"),
    [
        ("<T52/><U52/>", [Remark(TWICE, 0, 2, 1, "seat 1 draws tile 52 (0p), which seat 0 has", 0)]),
        ("<T1/>", [Remark(TWICE, 0, 1, 0, "seat 0 draws tile 1 (1m), which seat 1 has", 1)]),
        ("<T52/><D52/><U52/>", [Remark(TWICE, 0, 3, 1, "seat 1 draws tile 52 (0p), which lies on the table")]),
        ("<T130/>", [Remark(TWICE, 0, 1, 0, "seat 0 draws tile 130 (6z), which lies on the table")]),
        ('<DORA hai="4"/>', [Remark(TWICE, 0, 1, None, "the new indicator is tile 4 (2m), which seat 0 has", 0)]),
        ("<D53/>", [Remark(NOT_HELD, 0, 1, 0, "seat 0 discards tile 53 (5p), which it does not have")]),
        ("<D1/>", [Remark(NOT_HELD, 0, 1, 0, "seat 0 discards tile 1 (1m), which it does not have")]),
        ("<D0/><D0/>", [Remark(NOT_HELD, 0, 2, 0, "seat 0 discards tile 0 (1m), which it does not have")]),
        (
            '<N who="1" m="30752"/>',
            [Remark(NOT_HELD, 0, 1, 1, "seat 1 sets out tile 120 (4z), which it does not have")],
        ),
        (
            f'<T80/><T81/><T82/><N who="0" m="{80 << 8}" />',
            [Remark(NOT_HELD, 0, 4, 0, "seat 0 sets out tile 83 (3s), which it does not have")],
        ),
        (
            f'<F2/><N who="3" m="{chi_bits(0, 0, (1, 3, 3))}" />',
            [Remark(NOT_HELD, 0, 2, 3, "seat 3 claims tile 1 (1m); tile 2 (1m) was discarded")],
        ),
        # of another face than the discard: the events themselves say so
        (f'<F6/><N who="3" m="{chi_bits(0, 0, (2, 3, 3))}" />', []),
        (f'<F18/><N who="3" m="{chi_bits(4, 0, (0, 3, 3))}" />', []),
        (f'<N who="3" m="{chi_bits(0, 0, (2, 3, 3))}" />', []),
        (f'<V54/><N who="3" m="{chi_bits(0, 0, (2, 3, 3))}" />', []),
        # one remark a tile: the later ones follow from it
        ("<T52/><U52/><D52/><E52/>", [Remark(TWICE, 0, 2, 1, "seat 1 draws tile 52 (0p), which seat 0 has", 0)]),
        (
            "<D53/><T53/><U54/><T54/>",
            [
                Remark(NOT_HELD, 0, 1, 0, "seat 0 discards tile 53 (5p), which it does not have"),
                Remark(TWICE, 0, 4, 0, "seat 0 draws tile 54 (5p), which seat 1 has", 1),
            ],
        ),
        # and a new round begins anew
        (
            f"<T52/>{WIN4}{INIT4}<T52/><U52/>",
            [Remark(TWICE, 1, 2, 1, "seat 1 draws tile 52 (0p), which seat 0 has", 0)],
        ),
        (
            f"<D53/>{WIN4}{INIT4}<D53/>",
            [Remark(NOT_HELD, at, 1, 0, "seat 0 discards tile 53 (5p), which it does not have") for at in (0, 1)],
        ),
        # shown hands are not followed
        ('<RYUUKYOKU sc="1,0,1,0,1,0,1,0" hai0="1,1,130" />', []),
    ],
)
def test_physical_tiles(tags: str, remarks: list[Remark]) -> None:
    assert game(tags).remarks == remarks


def test_a_tile_drawn_twice_is_still_a_draw_and_its_discard_no_drawn_one() -> None:
    log = game("<T52/><D52/><D52/>")
    assert log.rounds[0][1:] == [Draw(0, RED_5P, False), Discard(0, RED_5P, True), Discard(0, RED_5P, False)]


@pytest.mark.parametrize(
    ("old", "new", "remarks"),
    [
        ("1,5,9", "0,5,9", [Remark(TWICE, 0, 0, 1, "seat 1 is dealt tile 0 (1m), which seat 0 has", 0)]),
        ("1,5,9", "5,5,9", [Remark(TWICE, 0, 0, 1, "seat 1 is dealt tile 5 (2m), which seat 1 has", 1)]),
        ("4,130", "4,51", [Remark(TWICE, 0, 0, None, "the indicator is tile 51 (4p), which seat 3 has", 3)]),
        (
            "1,5,9",
            "0,4,0",
            [
                Remark(TWICE, 0, 0, 1, "seat 1 is dealt tile 0 (1m), which seat 0 has", 0),
                Remark(TWICE, 0, 0, 1, "seat 1 is dealt tile 4 (2m), which seat 0 has", 0),
            ],
        ),
    ],
)
def test_a_deal_of_tiles_twice(old: str, new: str, remarks: list[Remark]) -> None:
    assert game(head=HEAD + INIT4.replace(old, new, 1)).remarks == remarks


@pytest.mark.parametrize(
    "text",
    [
        GOOD3.replace("/>", " />"),
        GOOD3.replace(" />", "/>"),
        GOOD3.replace("><", ">\n  <"),
        GOOD3.replace("><", ">\r\n\t<") + "\n",
        GOOD3.replace("/>", "  />"),
        GOOD3.replace("/>", "\n/>"),
        GOOD3.replace('="', ' = "').replace(" who", "\n who"),
        GOOD3.replace('"', "'"),
        GOOD3.replace("<T69/>", "<T69></T69>").replace("<D69/>", "<D69>\n</D69>"),
        GOOD3.replace('who="0" m="31520"', 'm="31520" who="0"'),
        GOOD3.replace("<N ", "<N\n"),
        '\ufeff<?xml version="1.0" encoding="UTF-8"?>\n' + GOOD3,
        " \r\n" + GOOD3,
        GOOD3.replace("<T69/>", '<T69/><NEWS from="2031" text="a/b>c"/><T/><Txy/><note:x/>'),
        GOOD3.replace("<INIT ", '<INIT new="1" '),
        GOOD3.replace('hai3=""', 'hai3="" shuffle="mt19937ar,9762A9AB,FFA43517"'),
    ],
)
def test_other_spellings_of_the_same_log(text: str) -> None:
    assert text != GOOD3
    assert read(text, DIGEST) == read(GOOD3, DIGEST)


@pytest.mark.parametrize(
    ("head", "known"),
    [
        (HEAD, True),
        ("\ufeff" + HEAD, True),
        ('<?xml version="1.0"?>\n<mjloggm ver="2.3"><SHUF', True),
        ("<mjloggm>", True),
        ("", False),
        ("<mjlog", False),
        ("<mjloggmx>", False),
        ('{"title": "<mjloggm>"}', False),
        ("<html><mjloggm ", False),
        ('<?xml version="1.0"?><html>', False),
    ],
)
def test_recognition(head: str, known: bool) -> None:
    assert looks_like(head) is known
    if not known:
        with pytest.raises(LogError, match="byte 0: not a Tenhou mjlog"):
            read(head, DIGEST)
