"""What is malformed is refused with a reason and a place."""

from collections.abc import Callable

import pytest

from auditor.v1 import game_log_pb2 as pb
from auditor.wire import decode_game, encode_game, from_json
from replay.gamelog import (
    Draw,
    Event,
    GameEnd,
    GameLog,
    Header,
    KongPayment,
    LogError,
    North,
    Remark,
    RemarkKind,
    Riichi,
    RoundEnd,
    RoundStart,
    WinDeclined,
)
from tests.auditor.wire.reference_writer import as_the_reference, event_message
from tests.auditor.wire.samples import EVENTS, HEADER, SCORES, START, everything, three_players


def message(*events: Event) -> pb.GameLog:
    """A four-player log of one round, to be spoilt."""
    return pb.GameLog.FromString(encode_game(GameLog(HEADER, [[START, *events]])))


def refusal(game: pb.GameLog) -> tuple[str, str]:
    with pytest.raises(LogError) as caught:
        decode_game(game.SerializeToString())
    return caught.value.reason, caught.value.place


def sample(kind: str) -> Event:
    """The fullest sample of the event."""
    return max((event for event in EVENTS if type(event).__name__ == kind), key=lambda event: len(repr(event)))


ENTIRE = GameEnd(SCORES, (1, 2, 3, 4), (0, 0, 0, 0))

Spoil = Callable[[pb.GameEvent], object]

EVENT_CASES: list[tuple[str, Spoil, str]] = [
    ("Draw", lambda e: e.draw.ClearField("seat"), "the seat is missing"),
    ("Draw", lambda e: setattr(e.draw, "seat", 4), "there is no seat 4 among 4 seats"),
    ("Draw", lambda e: e.draw.ClearField("tile"), "the tile is missing"),
    ("Draw", lambda e: setattr(e.draw, "tile", 38), "there is no tile 38"),
    ("Draw", lambda e: setattr(e.draw, "tile", -1), "there is no tile -1"),
    ("Draw", lambda e: e.Clear(), "an event of no known kind"),
    ("Discard", lambda e: e.discard.ClearField("seat"), "the seat is missing"),
    ("Discard", lambda e: setattr(e.discard, "seat", 2**32 - 1), "there is no seat 4294967295 among 4 seats"),
    ("Discard", lambda e: setattr(e.discard, "tile", 99), "there is no tile 99"),
    ("Chi", lambda e: e.chi.ClearField("seat"), "the seat is missing"),
    ("Chi", lambda e: e.chi.ClearField("from_seat"), "the seat it comes from is missing"),
    ("Chi", lambda e: setattr(e.chi, "from_seat", 5), "there is no seat it comes from 5 among 4 seats"),
    ("Chi", lambda e: e.chi.ClearField("claimed"), "the claimed tile is missing"),
    ("Chi", lambda e: e.chi.ClearField("tiles"), "0 tiles of the hand where 1 to 8 can be"),
    ("Chi", lambda e: e.chi.tiles.extend([pb.TILE_EAST] * 7), "9 tiles of the hand where 1 to 8 can be"),
    ("Chi", lambda e: e.chi.tiles.__setitem__(1, pb.TILE_UNSPECIFIED), "there is no tile 0 for the tiles of the hand"),
    ("Pon", lambda e: e.pon.ClearField("seat"), "the seat is missing"),
    ("Pon", lambda e: e.pon.ClearField("from_seat"), "the seat it comes from is missing"),
    ("Pon", lambda e: e.pon.ClearField("claimed"), "the claimed tile is missing"),
    ("Pon", lambda e: e.pon.ClearField("tiles"), "0 tiles of the hand where 1 to 8 can be"),
    ("Kan", lambda e: e.kan.ClearField("seat"), "the seat is missing"),
    ("Kan", lambda e: e.kan.ClearField("type"), "the type of kan is missing"),
    ("Kan", lambda e: setattr(e.kan, "type", 4), "there is no type of kan 4"),
    ("Pon", lambda e: e.pon.tiles.extend([pb.TILE_EAST] * 7), "9 tiles of the hand where 1 to 8 can be"),
    ("Kan", lambda e: e.kan.ClearField("tiles"), "0 tiles of the hand where 1 to 8 can be"),
    ("Kan", lambda e: e.kan.tiles.extend([pb.TILE_EAST] * 5), "9 tiles of the hand where 1 to 8 can be"),
    ("Kan", lambda e: setattr(e.kan, "claimed", 1), "a claimed tile in a kan that is concealed"),
    ("Kan", lambda e: setattr(e.kan, "from_seat", 0), "a claimed tile in a kan that is concealed"),
    ("North", lambda e: e.north.ClearField("seat"), "the seat is missing"),
    ("North", lambda e: e.north.ClearField("tile"), "the tile is missing"),
    ("Riichi", lambda e: e.riichi.ClearField("seat"), "the seat is missing"),
    ("RiichiAccepted", lambda e: e.riichi_accepted.ClearField("seat"), "the seat is missing"),
    ("RiichiAccepted", lambda e: e.riichi_accepted.scores.values.append(1), "5 scores for 4 seats"),
    ("RiichiAccepted", lambda e: e.riichi_accepted.scores.ClearField("values"), "0 scores for 4 seats"),
    ("Indicator", lambda e: e.indicator.ClearField("tile"), "the tile is missing"),
    ("Win", lambda e: e.win.ClearField("seat"), "the seat is missing"),
    ("Win", lambda e: e.win.ClearField("from_seat"), "the seat it comes from is missing"),
    ("Win", lambda e: e.win.ClearField("tile"), "the tile is missing"),
    ("Win", lambda e: e.win.hand.extend([pb.TILE_EAST] * 123), "137 tiles of the hand where 0 to 136 can be"),
    ("Win", lambda e: e.win.yaku.yaku.add(name="riichi"), "the han is missing"),
    ("Win", lambda e: e.win.yaku.yaku.add(han=1), "the name of a yaku is missing"),
    ("Win", lambda e: e.win.yaku.yaku.add(han=1, name="a\0"), "the name of a yaku has a NUL character"),
    ("Win", lambda e: [e.win.yaku.yaku.add() for _ in range(64)], "67 yaku"),
    ("Win", lambda e: setattr(e.win, "liable", 4), "there is no liable seat 4 among 4 seats"),
    ("Win", lambda e: e.win.deltas.values.pop(), "3 deltas for 4 seats"),
    (
        "Win",
        lambda e: e.win.ura_indicators.tiles.append(pb.Tile.ValueType(50)),
        "there is no tile 50 for the ura indicators",
    ),
    ("RoundDrawn", lambda e: e.round_drawn.ClearField("reason"), "the reason is missing"),
    ("RoundDrawn", lambda e: setattr(e.round_drawn, "reason", 8), "there is no reason 8"),
    ("RoundDrawn", lambda e: setattr(e.round_drawn, "seat", 4), "there is no seat 4 among 4 seats"),
    ("RoundDrawn", lambda e: e.round_drawn.tenpai.seats.append(4), "there is no tenpai seat 4 among 4 seats"),
    ("RoundDrawn", lambda e: e.round_drawn.tenpai.seats.append(3), "a tenpai seat is stated twice"),
    ("RoundDrawn", lambda e: e.round_drawn.hands.hands.pop(), "3 shown hands for 4 seats"),
    (
        "RoundDrawn",
        lambda e: e.round_drawn.hands.hands[0].tiles.tiles.extend([pb.TILE_EAST] * 124),
        "137 shown tiles where 0 to 136 can be",
    ),
    ("RoundDrawn", lambda e: e.round_drawn.deltas.values.pop(), "3 deltas for 4 seats"),
    ("KongPayment", lambda e: e.kong_payment.deltas.pop(), "3 deltas for 4 seats"),
    ("HorseDraw", lambda e: e.horse_draw.ClearField("deltas"), "0 deltas for 4 seats"),
    ("HorseDraw", lambda e: e.horse_draw.ClearField("tile"), "the tile is missing"),
    ("WinDeclined", lambda e: e.win_declined.ClearField("seat"), "the seat is missing"),
    ("Offer", lambda e: e.offer.ClearField("seat"), "the seat is missing"),
    ("Offer", lambda e: e.offer.kinds.__setitem__(0, pb.OFFER_KIND_UNSPECIFIED), "the kind of offer is missing"),
    ("Offer", lambda e: e.offer.kinds.__setitem__(0, pb.OfferKind.ValueType(12)), "there is no kind of offer 12"),
    ("Offer", lambda e: e.offer.kinds.append(pb.OFFER_KIND_CHI), "12 kinds of offer where 11 exist"),
    ("FuritenFlag", lambda e: e.furiten_flag.ClearField("seat"), "the seat is missing"),
    ("RoundEnd", lambda e: e.round_end.scores.pop(), "3 scores for 4 seats"),
]


@pytest.mark.parametrize(
    ("kind", "spoil", "reason"), EVENT_CASES, ids=[f"{case[0]}: {case[2]}" for case in EVENT_CASES]
)
def test_a_malformed_event(kind: str, spoil: Spoil, reason: str) -> None:
    game = message(Riichi(0), sample(kind))
    spoil(game.events[2])
    assert refusal(game) == (reason, "round 0, event 2")


def test_an_open_kan_says_what_it_claims() -> None:
    kan = next(event for event in EVENTS if "OPEN" in repr(event) and type(event).__name__ == "Kan")
    game = message(kan)
    game.events[1].kan.ClearField("from_seat")
    assert refusal(game) == ("the seat it comes from is missing", "round 0, event 1")
    game = message(kan)
    game.events[1].kan.ClearField("claimed")
    assert refusal(game) == ("the claimed tile is missing", "round 0, event 1")


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda e: e.game_end.scores.pop(), "3 scores for 4 seats"),
        (lambda e: e.game_end.placement.values.pop(), "3 places for 4 seats"),
        (lambda e: e.game_end.placement.values.__setitem__(0, 5), "there is no place 5"),
        (lambda e: e.game_end.placement.values.__setitem__(0, 0), "there is no place 0"),
        (lambda e: e.game_end.results.values.pop(), "3 results for 4 seats"),
    ],
)
def test_a_malformed_game_end(spoil: Spoil, reason: str) -> None:
    game = message(ENTIRE)
    spoil(game.events[1])
    assert refusal(game) == (reason, "round 0, event 1")


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda e: e.round_start.ClearField("prevailing_wind"), "the prevailing wind is missing"),
        (lambda e: setattr(e.round_start, "prevailing_wind", 5), "there is no wind 5"),
        (lambda e: e.round_start.ClearField("number"), "the number of the round is missing"),
        (lambda e: e.round_start.ClearField("honba"), "the number of honba is missing"),
        (lambda e: e.round_start.ClearField("deposits"), "the number of deposits is missing"),
        (lambda e: e.round_start.ClearField("dealer"), "the dealer is missing"),
        (lambda e: setattr(e.round_start, "dealer", 4), "there is no dealer 4 among 4 seats"),
        (lambda e: e.round_start.scores.append(0), "5 scores for 4 seats"),
        (lambda e: e.round_start.hands.pop(), "3 hands for 4 seats"),
        (lambda e: e.round_start.hands.add(), "5 hands for 4 seats"),
        (lambda e: e.round_start.hands[2].tiles.extend([1] * 124), "137 dealt tiles where 0 to 136 can be"),
        (lambda e: e.round_start.indicators.append(0), "there is no tile 0 for the indicators"),
        (lambda e: e.round_start.indicators.extend([1] * 136), "137 indicators where 0 to 136 can be"),
        (lambda e: e.round_start.wall.tiles.extend([1] * 9), "145 tiles of the wall where 0 to 144 can be"),
        (lambda e: e.round_start.wall.tiles.append(38), "there is no tile 38 for the tiles of the wall"),
        (
            lambda e: e.round_start.commitment.ClearField("algorithm"),
            "the algorithm of the wall commitment is missing",
        ),
        (lambda e: setattr(e.round_start.commitment, "salt", "\0"), "the salt has a NUL character"),
    ],
)
def test_a_malformed_round_start(spoil: Spoil, reason: str) -> None:
    game = message()
    spoil(game.events[0])
    assert refusal(game) == (reason, "before the first round")


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda h: setattr(h, "seats", 2), "2 seats where 3 or 4 can be"),
        (lambda h: h.ClearField("seats"), "0 seats where 3 or 4 can be"),
        (lambda h: h.players.pop(), "3 players for 4 seats"),
        (lambda h: h.overrides.add(name="kiriage"), "a switch is stated twice"),
        (lambda h: h.overrides.add(value="1"), "the name of a switch is missing"),
        (lambda h: h.commitment.ClearField("algorithm"), "the algorithm of the wall commitment is missing"),
        (lambda h: h.recorded_offers.__setitem__(0, pb.OFFER_KIND_CHI), "a kind of offer is stated twice"),
        (lambda h: h.recorded_offers.__setitem__(0, 12), "there is no kind of offer 12"),
        (lambda h: h.recorded_offers.append(pb.OFFER_KIND_CHI), "12 kinds of offer where 11 exist"),
        (lambda h: setattr(h, "game_id", "a\0b"), "the game id has a NUL character"),
        (lambda h: setattr(h.players[2], "name", "\0"), "the player name has a NUL character"),
    ],
)
def test_a_malformed_header(spoil: Callable[[pb.Header], object], reason: str) -> None:
    game = message()
    spoil(game.header)
    assert refusal(game) == (reason, "header")


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda r: r.ClearField("kind"), "the kind of remark is missing"),
        (lambda r: setattr(r, "kind", 7), "there is no kind of remark 7"),
        (lambda r: setattr(r, "seat", 4), "there is no seat 4 among 4 seats"),
        (lambda r: setattr(r, "other_seat", 4), "there is no other seat 4 among 4 seats"),
        (lambda r: r.ClearField("round_index"), "an event without its round"),
        (lambda r: setattr(r, "text", "\0"), "the text has a NUL character"),
    ],
)
def test_a_malformed_remark(spoil: Callable[[pb.Remark], object], reason: str) -> None:
    game = message()
    game.remarks.add(kind=pb.REMARK_KIND_TILE_TWICE)
    game.remarks.add(kind=pb.REMARK_KIND_TILE_TWICE, round_index=0, event_index=0)
    spoil(game.remarks[1])
    assert refusal(game) == (reason, "remark 1")


def test_seats_are_those_of_the_header() -> None:
    """A draw of the fourth seat is among the looked-up events, but not with three players."""
    game = pb.GameLog.FromString(encode_game(three_players(Draw(3, 0, False))))
    assert refusal(game) == ("there is no seat 3 among 3 seats", "round 0, event 1")


def test_an_event_before_the_first_round() -> None:
    game = message(Draw(0, 0, False), RoundEnd(SCORES))
    del game.events[0]
    assert refusal(game) == ("Draw before the first RoundStart", "before the first round")
    del game.events[0]
    assert refusal(game) == ("RoundEnd before the first RoundStart", "before the first round")


@pytest.mark.parametrize("event", [Draw(0, 0, False), WinDeclined(0), START, ENTIRE])
def test_nothing_follows_the_game_end(event: Event) -> None:
    game = message(ENTIRE)
    game.events.append(event_message(event))
    assert refusal(game) == (f"{type(event).__name__} after the GameEnd", "round 0, event 2")


def test_the_header_is_there_once() -> None:
    data = encode_game(everything())
    with pytest.raises(LogError, match=r"^byte 0: the header is missing$"):
        decode_game(b"")
    length = len(pb.GameLog(header=pb.GameLog.FromString(data).header).SerializeToString())
    with pytest.raises(LogError, match=rf"^byte {len(data)}: a second header$"):
        decode_game(data + data[:length])
    failure = pb.GameLog(failure=pb.LogFailure()).SerializeToString()
    with pytest.raises(LogError, match=rf"^byte {len(data)}: a second failure$"):
        decode_game(data + failure)


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"hello, world", "not an encoded game"),
        (b"\x0a\x05abc", "byte 0: not an encoded game: a part is longer than the game"),
        (b"\x12\x05abc", "byte 0: not an encoded game: a part is longer than the game"),
        (b"\x12", "byte 0: not an encoded game: the data ends within a number"),
        (b"\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "a number has more than 10 bytes"),
        (b"\xff\xff\xff\xff\xff\x01", "a number has more than 5 bytes"),
        (b"\x08\x01", "byte 0: not an encoded game: field 1 is no message"),
        (b"\x15\x00\x00\x00\x00", "byte 0: not an encoded game: field 2 is no message"),
        (b"\x00\x00", "byte 0: not an encoded game: there is no field 0"),
        (b"\x7b\x7c", "byte 0: not an encoded game: there is no field kind 3"),
        (b"\x79\x00", "byte 0: not an encoded game: the data ends within a number"),
        (b"\x0a\x02\xff\xff", "header: not an encoded message"),
        (b"\x0a\x03\x0a\x01\xff", "header: not an encoded message"),
        (b"\x0a\x02\x10\x03\x12\x02\xff\xff", "before the first round: not an encoded message"),
        (b"\x0a\x02\x10\x03\x1a\x02\xff\xff", "remark 0: not an encoded message"),
        (b"\x0a\x02\x10\x03\x22\x02\xff\xff", "failure: not an encoded message"),
    ],
)
def test_bytes_that_are_no_game(data: bytes, error: str) -> None:
    with pytest.raises(LogError) as caught:
        decode_game(data)
    assert error in str(caught.value)


def test_every_cut_game_is_refused_or_a_log() -> None:
    """A cut between two events leaves a log that is open; any other cut is refused."""
    data = encode_game(everything())
    places = []
    for length in range(len(data)):
        try:
            decode_game(data[:length])
        except LogError as error:
            places.append(error.place)
    assert all(places)
    between = 1 + everything().events + len(everything().remarks)
    assert len(places) == len(data) - between


@pytest.mark.parametrize(
    ("log", "error"),
    [
        (
            three_players(Draw(0, 37, False)),
            "round 0, event 1: the log cannot be written: there is no tile with the code 37",
        ),
        (three_players(Draw(0, -1, False)), "there is no tile with the code -1"),
        (three_players(North(-1, 30)), "round 0, event 1: the log cannot be written: "),
        (three_players(Draw(-1, 30, False)), "round 0, event 1: the log cannot be written: "),
        (three_players(RoundEnd((2**31, 0, 0))), "round 0, event 1: the log cannot be written: "),
        (three_players(RoundEnd((2**80, 0, 0))), "round 0, event 1: the log cannot be written: "),
        (three_players(KongPayment((0, 0, -(2**40)))), "round 0, event 1: the log cannot be written: "),
        (three_players(RoundStart(0, 1, 0, 0, 0, (), (), ())), "a RoundStart within a round"),
        (GameLog(HEADER, [[RoundStart(4, 1, 0, 0, 0, (), (), ())]]), "there is no prevailing wind 4"),
        (GameLog(HEADER, [[RoundStart(0, 1, 0, 0, 0, (), ((40,),), ())]]), "there is no tile with the code 40"),
        (
            GameLog(HEADER, [[Riichi(0)]]),
            "round 0: the log cannot be written: the round does not begin with a RoundStart",
        ),
        (GameLog(HEADER, [[]]), "round 0: the log cannot be written: the round does not begin with a RoundStart"),
        (GameLog(Header("\ud800", 3)), "header: the log cannot be written: "),
        (
            GameLog(HEADER, [], [Remark(RemarkKind.TILE_TWICE, -1, None, None, "")]),
            "remark 0: the log cannot be written: ",
        ),
    ],
)
def test_a_log_that_cannot_be_written(log: GameLog, error: str) -> None:
    with pytest.raises(LogError) as caught:
        encode_game(log)
    assert error in str(caught.value)
    assert as_the_reference(log)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "line 1, column 1: not JSON"),
        ('{"header":\n{,', "line 2, column 2: not JSON"),
        ("[]", "the JSON is no object"),
        ('{"header": {"seats": 3, "seats": 4}}', "the key 'seats' stands twice"),
        (
            '{"header": {"seats": 3}, "winner": 1}',
            'not a game: Message type "auditor.v1.GameLog" has no field named "winner"',
        ),
        ('{"header": {"seats": "x"}}', "not a game"),
        ('{"header": {"seats": 1e400}}', "not a game"),
        ('{"header": {"seats": NaN}}', "not a game"),
        ('{"header": {"gameId": "\\ud800", "seats": 3}}', "not a game"),
        ('{"header": []}', "header: 0 seats where 3 or 4 can be"),
        ('{"header": 3}', "not a game"),
        ('{"header": {"seats": 3}, "events": 3}', "not a game"),
        ('{"header": {"seats": 3}, "events": [3]}', "not a game"),
        ('{"header": {"seats": 3}, "events": [null]}', "not a game"),
        ('{"header": {"seats": 3}, "events": [{"draw": {"tile": "TILE_JOKER"}}]}', "not a game"),
        ('{"header": {"seats": 3}, "events": [{"draw": {}, "north": {}}]}', "not a game"),
        ('{"header": {"seats": 3}, "events": [{"draw": {"seat": 0, "tile": 38}}]}', "there is no tile 38"),
        ('{"header": {"seats": 3}, "events": [{"riichi": {}}]}', "before the first round: the seat is missing"),
        ('{"header": {"seats": ' + "9" * 5000 + "}}", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("{}", "the header is missing"),
    ],
    ids=lambda value: str(value)[:50],
)
def test_json_that_is_no_game(text: str, error: str) -> None:
    with pytest.raises(LogError) as caught:
        from_json(text)
    assert error in str(caught.value)


def test_json_bytes_that_are_not_unicode() -> None:
    with pytest.raises(LogError, match="not JSON"):
        from_json(b'{"header": "\xff"}')
