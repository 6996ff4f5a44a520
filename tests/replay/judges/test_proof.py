"""The proof of walls where a case of one code does not say enough: what is one fault, and what proves nothing.

Passing and failing cases of each code stand in ``tests/cases``.
"""

from base64 import b64encode
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Final

import pytest

from replay.engine import audit
from replay.findings import Docket
from replay.gamelog import Discard, Draw, Event, GameLog, RoundStart, WallCommitment
from replay.judges.proof import known_walls
from replay.ruleset.loader import preset
from replay.seeds import SEED_BYTES, TENHOU, tenhou_walls
from replay.simulate.play import play_game
from replay.simulate.wall import Wall
from replay.table.wall_order import codes_of_ids
from tests.notation import Round, Situation, situation
from tests.places import Place, place_of

TURNS: Final = "0 draws 1z; 0 discards; 1 draws 2z; 1 discards; 2 draws 3z; 2 discards; 3 draws 4z; 3 discards"


def found(written: Situation) -> list[str]:
    """Code and place of what is found, notices apart."""
    places = [place_of(finding) for finding in written.findings()]
    return [_text(place) for place in places if place.severity != "notice"]


def _text(place: Place) -> str:
    return f"{place.code} {place.event_index}" if place.event_index is not None else place.code


@pytest.mark.parametrize(
    ("wall", "events", "expected"),
    [
        ("draw 1 is 9s, draw 3 is 9p", TURNS, ["WAL013 1", "WAL013 5"]),
        ("draw 1 and draw 3, draw 2 and draw 4", TURNS, ["WAL013 1"]),
        ("draw 1 and draw 2, draw 2 and draw 3", TURNS, ["WAL013 1"]),
        ("deal 0 5z and draw 2", TURNS, ["WAL012 0"]),
        ("deal 0 5z is 9s, draw 2 is 9p", TURNS, ["WAL012 0", "WAL013 3"]),
        ("indicator 1 and draw 2", TURNS, ["WAL014 0"]),
        ("indicator 1 is 9s, draw 2 is 9p", TURNS, ["WAL014 0", "WAL013 3"]),
        ("deal 0 5z and indicator 1", TURNS, ["WAL012 0"]),
    ],
)
def test_an_exchange_is_one_fault(wall: str, events: str, expected: list[str]) -> None:
    assert found(situation("tenhou", Round(events, hands={0: "5z"}, wall=f"recorded, {wall}"))) == expected


def test_a_draw_after_another_indicator_is_proven() -> None:
    events = "0 draws 1z; 0 kan 1111z; indicator 5s; 0 draws; 0 discards; 1 draws 2z; 1 discards"
    wall = "recorded, indicator 2 is 9p, draw 2 is 9s"
    assert found(situation("tenhou", Round(events, hands={0: "111z"}, wall=wall))) == ["WAL014 3", "WAL013 6"]


def test_a_copy_shown_for_another_tile_makes_no_fifth_one() -> None:
    """The round begins as the wall has it; then one draw is changed in the log."""
    written = situation("tenhou", Round(TURNS, hands={0: "444z"}, wall="recorded"))
    events = written.log.rounds[0]
    events[1:3] = [Draw(0, 30, False), Discard(0, 30, True)]
    assert found(written) == ["WAL013 1"]
    events[0] = replace(start_of(events), wall=None)
    assert found(written) == ["WAL003 7"]


def test_where_a_draw_is_from_is_not_a_question_of_its_tile() -> None:
    """A draw from the dead wall without a kan, and one from an empty live wall."""
    round_ = Round("0 draws 1z; 0 discards; 1 draws 2z dead; 1 discards; 2 draws 3z; 2 discards", wall="recorded")
    assert found(situation("tenhou", round_)) == ["WAL011 3"]
    events = "go until live 0; 1 draws 9s; 1 discards"
    assert found(situation("tenhou-sanma", Round(events, keep="9s", wall="recorded"))) == ["WAL009 111"]


def test_a_deal_of_the_wrong_size_leaves_the_wall_aside() -> None:
    written = situation(
        "tenhou", Round("0 draws 1z; 0 kan 1111z; indicator; 0 draws; 0 discards", {0: "111z"}, wall="recorded")
    )
    start = start_of(written.log.rounds[0])
    written.log.rounds[0][0] = replace(start, hands=(start.hands[0], start.hands[1][1:], *start.hands[2:]))
    assert found(written) == ["WAL001 0"]


def test_after_an_act_at_fault_the_place_in_the_wall_is_not_known() -> None:
    events = "0 draws 1z; 0 discards; 2 draws 2z; 2 discards; 3 draws 3z; 3 discards"
    assert found(situation("tenhou", Round(events, wall="recorded, draw 3 is 9s"))) == ["TRN001 3"]


def test_each_round_is_proven_for_itself() -> None:
    rounds = [
        Round("go 3", honba=honba, wall=wall) for honba, wall in enumerate(("recorded", "recorded, draw 1 is 9s"))
    ]
    log = situation("tenhou", *rounds).log
    codes = [(finding.code.id, finding.round_index) for finding in audit(log, preset("tenhou")).findings]
    assert ("WAL013", 1) in codes
    assert ("WAL013", 0) not in codes


def start_of(events: list[Event]) -> RoundStart:
    start = events[0]
    assert isinstance(start, RoundStart)
    return start


def with_wall(game: GameLog, index: int, wall: tuple[int, ...]) -> GameLog:
    rounds = list(game.rounds)
    rounds[index] = [replace(start_of(rounds[index]), wall=wall), *rounds[index][1:]]
    return GameLog(game.header, rounds)


def codes(game: GameLog, variant: str) -> list[tuple[str, int | None]]:
    return [(finding.code.id, finding.round_index) for finding in audit(game, preset(variant)).findings]


@pytest.mark.parametrize("variant", ["tenhou", "tenhou-sanma", "kansai", "shenzhen"])
def test_the_wall_of_another_deal_is_one_fault(variant: str) -> None:
    game = play_game(preset(variant), 3, with_wall=True)
    other = start_of(play_game(preset(variant), 4, with_wall=True).rounds[0]).wall
    assert other is not None
    assert codes(with_wall(game, 0, other), variant) == [("WAL012", 0)]


@pytest.mark.parametrize("direction", [1, -1])
def test_a_wall_that_is_read_one_tile_off_is_one_fault(direction: int) -> None:
    """A tile moved from the end of the live wall to the tenth draw, or the other way."""
    game = play_game(preset("tenhou"), 5, with_wall=True)
    wall = list(start_of(game.rounds[0]).wall or ())
    source, target = (14, 73) if direction > 0 else (73, 14)
    wall.insert(target, wall.pop(source))
    assert len([event for event in game.rounds[0] if isinstance(event, Draw)]) > 40
    assert codes(with_wall(game, 0, tuple(wall)), "tenhou") == [("WAL013", 0)]


def test_a_record_of_another_part_of_the_wall_proves_nothing() -> None:
    """What it is of, and where it begins, nobody says."""
    game = play_game(preset("tenhou"), 3, with_wall=True)
    wall = start_of(game.rounds[0]).wall
    assert wall is not None
    for part in (wall[:82], wall[:82][::-1], wall[:84], wall[20:]):
        assert codes(with_wall(game, 0, part), "tenhou") == []


# Seeds


SEED: Final = b64encode(Random(11).randbytes(SEED_BYTES)).decode()
ROUNDS: Final = 7


def seeded(variant: str) -> GameLog:
    """Deals and first draws of some rounds, from the walls of the seed; the rounds have no end."""
    rules = preset(variant)
    switches = rules.switches
    log = GameLog(replace(play_game(rules, 1).header, commitment=WallCommitment(TENHOU, seed=SEED)))
    for number, ids in enumerate(islice(tenhou_walls(SEED, switches.tiles), ROUNDS)):
        wall = Wall(codes_of_ids(ids, switches), switches)
        wind, dealer = divmod(number, switches.seats)
        hands = wall.deal(dealer)
        scores = (switches.start_points or 0,) * switches.seats
        start = RoundStart(wind, dealer + 1, 0, 0, dealer, scores, hands, (wall.indicator(),))
        log.rounds.append([start, Draw(dealer, wall.live(), False)])
    return log


def proven(log: GameLog, variant: str) -> list[tuple[str, int | None]]:
    """What the walls say, by code and round."""
    return [place for place in codes(log, variant) if place[0].startswith("WAL01")]


VARIANTS: Final = ["tenhou", "tenhou-sanma"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_seed_proves_every_round(variant: str) -> None:
    log = seeded(variant)
    assert proven(log, variant) == []
    for index in range(ROUNDS):
        changed = GameLog(log.header, list(log.rounds))
        draw = changed.rounds[index][1]
        assert isinstance(draw, Draw)
        changed.rounds[index] = [changed.rounds[index][0], replace(draw, tile=27 if draw.tile != 27 else 28)]
        assert proven(changed, variant) == [("WAL013", index)]


@pytest.mark.parametrize("variant", VARIANTS)
def test_rounds_that_are_lost_or_there_twice_do_not_move_the_walls_of_others(variant: str) -> None:
    log = seeded(variant)
    draw = log.rounds[5][1]
    assert isinstance(draw, Draw)
    changed = [log.rounds[5][0], replace(draw, tile=27 if draw.tile != 27 else 28)]
    for rounds in (
        [*log.rounds[:2], *log.rounds[3:5], changed, log.rounds[6]],
        [log.rounds[0], *log.rounds[4:5], changed, log.rounds[6]],
        [*log.rounds[:3], log.rounds[2], *log.rounds[3:5], changed, log.rounds[6]],
    ):
        assert proven(GameLog(log.header, rounds), variant) == [("WAL013", len(rounds) - 2)]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_deal_that_no_wall_of_the_seed_gives_is_one_fault(variant: str) -> None:
    log = seeded(variant)
    other = play_game(preset(variant), 1).rounds[0][0]
    assert isinstance(other, RoundStart)
    start = start_of(log.rounds[3])
    log.rounds[3] = [replace(start, hands=other.hands), *log.rounds[3][1:]]
    assert proven(log, variant) == [("WAL012", 3)]


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_seed_of_another_game_is_one_fault(variant: str) -> None:
    log = seeded(variant)
    seed = b64encode(Random(12).randbytes(SEED_BYTES)).decode()
    other = GameLog(replace(log.header, commitment=WallCommitment(TENHOU, seed=seed)), log.rounds)
    assert proven(other, variant) == [("WAL016", None)]


def test_a_log_that_starts_later_is_not_proven_by_its_seed() -> None:
    log = seeded("tenhou")
    later = GameLog(log.header, log.rounds[2:])
    assert known_walls(later, preset("tenhou").switches, Docket()) == [None] * 5
    assert proven(later, "tenhou") == []
