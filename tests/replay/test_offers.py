"""The platform judged: simulated games with complete offers and flags give no finding, and what a fault leaves silent.

The offers come from the simulator's reading of the rules, the findings from the judges': each is the other's check.
"""

from collections import Counter
from dataclasses import replace
from time import process_time

import pytest

from replay.engine import audit
from replay.findings import Severity
from replay.gamelog import FuritenFlag, GameLog, Offer, OfferKind
from replay.judges import offers
from replay.judges.log import MOST_EVENTS
from replay.ruleset.loader import PRESETS, preset
from replay.simulate.play import play_games
from replay.simulate.recording import with_offers
from tests.notation import Round, situation

GAMES = 6


def faults(log: GameLog, variant: str) -> list[str]:
    return [f"{f.code.id} {f.message}" for f in audit(log, preset(variant)).findings if f.severity != Severity.NOTICE]


@pytest.mark.parametrize("variant", PRESETS)
def test_a_legal_game_with_all_that_was_shown_gives_no_finding(variant: str) -> None:
    kinds: Counter[OfferKind] = Counter()
    flags = 0
    for game in play_games(preset(variant), GAMES, 11):
        recorded = with_offers(game, preset(variant))
        assert recorded.header.recorded_offers == tuple(OfferKind)
        assert faults(recorded, variant) == []
        for event in [event for events in recorded.rounds for event in events]:
            if isinstance(event, Offer):
                kinds.update(event.kinds)
            flags += isinstance(event, FuritenFlag)
    assert {OfferKind.DISCARD, OfferKind.PON, OfferKind.RON, OfferKind.TSUMO} <= set(kinds)
    assert (flags > 0) == recorded.header.furiten_flags == (variant != "shenzhen")


@pytest.mark.parametrize("variant", ["tenhou", "tenhou-sanma", "shenzhen"])
def test_recording_twice_is_recording_once(variant: str) -> None:
    game = next(iter(play_games(preset(variant), 1, 3)))
    once = with_offers(game, preset(variant))
    assert with_offers(once, preset(variant)) == once
    bare = [[event for event in events if not isinstance(event, (FuritenFlag, Offer))] for events in once.rounds]
    assert bare == [[event for event in events if not isinstance(event, Offer)] for events in game.rounds]


@pytest.mark.parametrize("variant", ["tenhou", "tenhou-sanma"])
def test_offers_change_nothing_else_that_is_found(variant: str) -> None:
    """A discard that nobody held is found beside them as without."""
    hands = {1: "34p678p345s678s22s"}
    plain = "0 draws; 0 discards; 1 draws; 1 discards 1z; 2 draws; 2 discards"
    shown = (
        "0 draws; 0 may discard; 0 discards; 1 draws; 1 may discard; 1 discards 1z; 2 draws; 2 may discard; 2 discards"
    )
    for text in (plain, shown):
        found = situation(variant, Round(text, hands, keep="1z 25p")).findings()
        assert [f.code.id for f in found if f.severity is not Severity.NOTICE] == ["TRN005"]


UNKNOWN = [
    ("an offer to a hand that is not known", "1 draws; 1 discards 1z; 2 draws 9s; 2 discards; 1 may ron"),
    ("a flag of a hand that is not known", "1 draws; 1 discards 1z; 1 furiten; 2 draws; 2 discards"),
    ("a ron denied to a hand that is not known", "1 draws; 1 discards 1z; 2 draws 2p; 2 discards; go 1"),
]


@pytest.mark.parametrize(("name", "events"), UNKNOWN)
@pytest.mark.parametrize("variant", ["tenhou", "tenhou-sanma"])
def test_what_an_earlier_fault_leaves_in_doubt(variant: str, name: str, events: str) -> None:
    written = Round(f"go 1; {events}", {1: "34p678p345s678s22s"}, keep="1z 2p 5p")
    found = situation(variant, written, offers=["ron"], flags=True).findings()
    assert [f.code.id for f in found if f.severity is not Severity.NOTICE] == ["TRN005"], name


def test_the_first_tile_of_the_dealer_may_be_marked_either_way_beside_an_offer() -> None:
    """The mark of the dealer's first discard tells nothing, whatever is recorded before it."""
    for events in ("0 draws 9p; 0 may discard; 0 discards 9p from hand", "0 draws 9p; 0 discards 9p from hand"):
        assert faults(situation("tenhou", Round(events, keep="9p")).log, "tenhou") == []


def test_a_log_that_records_offers_of_wins_has_no_other_declines() -> None:
    """S9: where the header says so, a tile that passed without an offer is no decline."""
    hands = {1: "123m456m789m11z46p"}
    text = "0 draws 9s; 0 discards; go to 0; 0 draws 5p; 0 discards; 1 may ron; 1 wins 5p from 0: moves -2 2 0 0"
    log = situation("shenzhen", Round(text, hands, keep="5p"), offers=["ron"]).log
    assert faults(log, "shenzhen") == []
    passed = "0 draws 5p; 0 discards; go to 0; 0 draws 5p; 0 discards; 1 wins 5p from 0: moves -2 2 0 0"
    log = situation("shenzhen", Round(passed, hands, keep="5p"), offers=["ron"]).log
    assert [text.split()[0] for text in faults(log, "shenzhen")] == ["WIN017"]
    bare = GameLog(replace(log.header, recorded_offers=()), log.rounds)
    assert [text.split()[0] for text in faults(bare, "shenzhen")] == ["FUR004"]


@pytest.mark.parametrize(
    ("offered", "codes"),
    [
        ("1 may pon ron", ["WIN016"]),  # what weighs most
        ("1 may pon; 1 may pon; 1 may pon", ["CAL017"]),  # said once
        ("1 may pon; 1 may open_kan", ["CAL017", "CAL017"]),
        ("1 may pon; 2 may pon", ["CAL017", "CAL017"]),
    ],
)
def test_one_offer_is_one_finding(offered: str, codes: list[str]) -> None:
    text = f"0 draws 7z; 0 discards; {offered}; go 1"
    hands = dict.fromkeys((1, 2), "147p258s369m1234z")
    for variant in ("tenhou", "kansai"):
        if variant == "kansai":
            hands = dict.fromkeys((1, 2), "147p258s19m12345z")
        log = situation(variant, Round(text, hands, keep="7z")).log
        assert [fault.split()[0] for fault in faults(log, variant)] == codes


def test_offers_without_end_take_no_time() -> None:
    """As many as a round can hold, of everything, to everybody, in Shenzhen where a win looks at all of them again."""
    kinds = tuple(OfferKind)
    written = Round("0 draws 5p; 0 discards; 1 wins 5p from 0: moves -2 2 0 0", {1: "123m456m789m11z46p"}, keep="5p")
    log = situation("shenzhen", written).log
    events = log.rounds[0]
    log.rounds[0] = [*events[:3], *[Offer(number % 4, kinds) for number in range(MOST_EVENTS - 10)], *events[3:]]
    begun = process_time()
    found = audit(log, preset("shenzhen")).findings
    assert process_time() - begun < 5
    assert "LOG001" not in {finding.code.id for finding in found}
    assert len(found) < 20


def test_flags_without_end_take_no_time() -> None:
    """Raised and cleared as often as a round can hold it: each wrong one is a finding, none takes a search."""
    written = Round("go 1; 1 draws 2p; 1 discards; 2 draws; 2 discards", {0: "34p678p345s678s22s"}, keep="2p 5p")
    log = situation("tenhou", written).log
    events = log.rounds[0]
    raised = [FuritenFlag(0, clear=number % 2 == 1) for number in range(MOST_EVENTS - 10)]
    log.rounds[0] = [*events[:5], *raised, *events[5:]]
    begun = process_time()
    found = [f for f in audit(log, preset("tenhou")).findings if f.severity is not Severity.NOTICE]
    assert process_time() - begun < 5
    assert {finding.code.id for finding in found} == {"FUR006"}
    assert len(found) == MOST_EVENTS // 2 - 5


def test_every_kind_but_the_discard_can_be_denied() -> None:
    assert set(offers.DENIED) == set(OfferKind) - {OfferKind.DISCARD}
    assert set(offers.OFFERED) == set(OfferKind)
