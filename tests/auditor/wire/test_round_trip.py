"""A log that is written and read again is the same log, and has one encoding only."""

import inspect

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.v1 import game_log_pb2 as pb
from auditor.wire import decode_game, encode_game, from_json, log_digest, to_json
from replay import gamelog
from replay.formats.native_events import event_of
from replay.formats.native_writing import event_bytes
from replay.gamelog import (
    DISCARDS,
    DRAWS,
    Chi,
    ClaimedYaku,
    Discard,
    Draw,
    DrawReason,
    Event,
    FuritenFlag,
    GameEnd,
    GameLog,
    Header,
    HorseDraw,
    Indicator,
    Kan,
    KanType,
    KongPayment,
    LogError,
    North,
    Offer,
    OfferKind,
    Player,
    Pon,
    Remark,
    RemarkKind,
    Riichi,
    RiichiAccepted,
    RoundDrawn,
    RoundEnd,
    RoundStart,
    WallCommitment,
    Win,
    WinDeclined,
)
from replay.tiles import CODES, TEXT_OF
from tests.auditor.wire.reference import agreed
from tests.auditor.wire.reference_writer import as_the_reference
from tests.auditor.wire.samples import (
    BARE_HEADER,
    ENDS,
    EVENTS,
    HEADER,
    REMARKS,
    START,
    everything,
    same,
    three_players,
)


def test_the_samples_have_every_event() -> None:
    kinds = {kind for _, kind in inspect.getmembers(gamelog, inspect.isclass) if issubclass(kind, Event)} - {Event}
    assert kinds == {type(event) for event in (START, *EVENTS, *ENDS)}
    assert len(kinds) == len(pb.GameEvent.DESCRIPTOR.oneofs_by_name["event"].fields)


@pytest.mark.parametrize("event", [START, *EVENTS, *ENDS], ids=lambda event: type(event).__name__)
def test_an_event_comes_back(event: Event) -> None:
    assert event_of(event_bytes(event), 4) == event


@pytest.mark.parametrize(
    "log",
    [
        everything(),
        three_players(),
        GameLog(BARE_HEADER),
        GameLog(HEADER, [], list(REMARKS)),
        GameLog(HEADER, [], [], LogError("", "")),
        GameLog(HEADER, [[START, ENDS[0]]]),
    ],
    ids=["everything", "three players", "header", "remarks", "failure", "end"],
)
def test_a_log_comes_back(log: GameLog) -> None:
    assert same(decode_game(encode_game(log)), log)
    assert same(from_json(to_json(log)), log)
    assert same(from_json(to_json(log).encode()), log)


def test_draws_and_discards_come_from_the_tables() -> None:
    log = three_players(
        *(Draw(2, tile, True) for tile in range(CODES)), *(Discard(0, tile, False) for tile in range(CODES))
    )
    events = decode_game(encode_game(log)).rounds[0][1:]
    assert all(event is DRAWS[True][2][tile] for tile, event in enumerate(events[:CODES]))
    assert all(event is DISCARDS[False][0][tile] for tile, event in enumerate(events[CODES:]))


def test_a_draw_in_another_encoding_comes_from_the_table_too() -> None:
    """The fields of a message may stand in any order, and a false may be written out."""
    log = three_players(Draw(2, 0, False))
    usual, other = bytes.fromhex("0a0408021001"), bytes.fromhex("0a06180010010802")
    data = encode_game(log)
    assert bytes([0x12, len(usual)]) + usual in data
    changed = data.replace(bytes([0x12, len(usual)]) + usual, bytes([0x12, len(other)]) + other)
    read = decode_game(changed)
    assert read.rounds[0][1] is DRAWS[False][2][0]
    assert encode_game(read) == data


def test_the_encoding_is_the_deterministic_one_of_protobuf() -> None:
    data = encode_game(everything())
    assert pb.GameLog.FromString(data).SerializeToString(deterministic=True) == data
    assert encode_game(everything()) == data
    assert encode_game(decode_game(data)) == data


def test_the_digest_names_the_log() -> None:
    """The value is written down: a change of the encoding changes every finding id, which is worth knowing."""
    assert log_digest(everything()) == log_digest(everything())
    assert log_digest(three_players()) != log_digest(three_players(Riichi(0)))
    log = three_players(Draw(1, 30, False), Discard(1, 30, True))
    assert log_digest(log) == "677beb172b52f180184ee8373849937de80615b64af52754f46666258fc4f696"


def test_what_a_later_version_adds_is_passed_over() -> None:
    log = three_players(Riichi(0))
    added = bytes.fromhex("7801") + bytes.fromhex("7a03616263") + bytes.fromhex("7d00000000") + b"\x79" + bytes(8)
    assert decode_game(added + encode_game(log) + added) == log


def test_a_log_without_an_id_is_named_by_its_bytes() -> None:
    data = encode_game(GameLog(Header(game_id="", seats=3)))
    read = decode_game(data)
    assert len(read.header.game_id) == 16
    assert int(read.header.game_id, 16) >= 0
    assert decode_game(data) == read == decode_game(encode_game(read))


@pytest.mark.parametrize("code", range(CODES))
def test_the_wire_names_a_tile_by_its_face(code: int) -> None:
    name = pb.Tile.Name(pb.Tile.ValueType(code + 1))
    text = TEXT_OF[code]
    suits = {"m": "CHARACTERS", "p": "CIRCLES", "s": "BAMBOO"}
    honours = ("EAST", "SOUTH", "WEST", "NORTH", "WHITE_DRAGON", "GREEN_DRAGON", "RED_DRAGON")
    if text[1] == "z":
        assert name == f"TILE_{honours[int(text[0]) - 1]}"
    elif text[0] == "0":
        assert name == f"TILE_RED_{suits[text[1]]}_5"
    else:
        assert name == f"TILE_{suits[text[1]]}_{text[0]}"


tiles = st.integers(0, CODES - 1)
points = st.integers(-(2**31), 2**31 - 1)
counts = st.integers(0, 2**32 - 1)
texts = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=8)
names = st.text("abc_", min_size=1, max_size=8)


def tile_tuples(least: int, most: int) -> st.SearchStrategy[tuple[int, ...]]:
    return st.lists(tiles, min_size=least, max_size=most).map(tuple)


@st.composite
def game_logs(draw: st.DrawFn) -> GameLog:
    seats = draw(st.sampled_from((3, 4)))
    seat = st.integers(0, seats - 1)
    numbers = st.tuples(*[points] * seats)
    hands = tile_tuples(0, 14)
    commitments = st.none() | st.builds(WallCommitment, names, texts, texts, texts)
    header = draw(
        st.builds(
            Header,
            game_id=names,
            seats=st.just(seats),
            platform=texts,
            played_at=texts,
            variant=texts,
            overrides=st.dictionaries(names, texts, max_size=3).map(lambda found: tuple(found.items())),
            players=st.just(()) | st.tuples(*[st.builds(Player, texts, texts)] * seats),
            start_points=st.none() | points,
            stake_x=st.none() | points,
            stake_y=st.none() | points,
            commitment=commitments,
            source_digest=texts,
            recorded_offers=st.lists(st.sampled_from(OfferKind), unique=True).map(tuple),
            furiten_flags=st.booleans(),
        )
    )
    start = st.builds(
        RoundStart,
        st.integers(0, 3),
        st.integers(1, 2**32 - 1),
        counts,
        counts,
        seat,
        numbers,
        st.tuples(*[hands] * seats),
        tile_tuples(0, 14),
        st.none() | tile_tuples(0, 144),
        commitments,
    )
    event: st.SearchStrategy[Event] = st.one_of(
        st.builds(Draw, seat, tiles, st.booleans()),
        st.builds(Discard, seat, tiles, st.booleans()),
        st.builds(Chi, seat, seat, tiles, tile_tuples(2, 2)),
        st.builds(Pon, seat, seat, tiles, tile_tuples(2, 2)),
        st.builds(Kan, seat, st.just(KanType.CONCEALED), tile_tuples(4, 4)),
        st.builds(Kan, seat, st.just(KanType.OPEN), tile_tuples(3, 3), tiles, seat),
        st.builds(Kan, seat, st.just(KanType.ADDED), tile_tuples(1, 1)),
        st.builds(North, seat, tiles),
        st.builds(Riichi, seat),
        st.builds(RiichiAccepted, seat, st.none() | numbers, st.booleans()),
        st.builds(Indicator, tiles, st.booleans()),
        st.builds(
            Win,
            seat,
            seat,
            tiles,
            tile_tuples(1, 14),
            st.none() | st.lists(st.builds(ClaimedYaku, names, counts), max_size=5).map(tuple),
            st.none() | counts,
            st.none() | counts,
            st.none() | points,
            st.none() | tile_tuples(0, 5),
            st.none() | seat,
            st.none() | numbers,
        ),
        st.builds(
            RoundDrawn,
            st.sampled_from(DrawReason),
            st.none() | seat,
            st.none() | st.lists(seat, unique=True).map(tuple),
            st.none() | st.tuples(*[st.none() | hands] * seats),
            st.none() | numbers,
        ),
        st.builds(KongPayment, numbers),
        st.builds(HorseDraw, tiles, numbers),
        st.builds(WinDeclined, seat),
        st.builds(Offer, seat, st.lists(st.sampled_from(OfferKind), max_size=11).map(tuple)),
        st.builds(FuritenFlag, seat, st.booleans()),
        st.builds(RoundEnd, numbers),
    )
    rounds = [[draw(start), *draw(st.lists(event, max_size=12))] for _ in range(draw(st.integers(0, 3)))]
    ends = draw(st.booleans())
    if rounds and ends:
        placement = st.tuples(*[st.integers(1, seats)] * seats)
        rounds[-1].append(draw(st.builds(GameEnd, numbers, st.none() | placement, st.none() | numbers)))
    remark = st.builds(
        Remark,
        st.sampled_from(RemarkKind),
        counts,
        st.none() | counts,
        st.none() | seat,
        texts,
        st.none() | seat,
    )
    failure = draw(st.none() | st.builds(LogError, texts, texts))
    return GameLog(header, rounds, draw(st.lists(remark, max_size=3)), failure)


@settings(max_examples=60, deadline=None)
@given(log=game_logs())
def test_any_log_comes_back(log: GameLog) -> None:
    data = encode_game(log)
    assert same(decode_game(data), log)
    assert agreed(data)
    assert as_the_reference(log)
    assert pb.GameLog.FromString(data).SerializeToString(deterministic=True) == data
    assert same(from_json(to_json(log)), log)
