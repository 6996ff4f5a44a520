"""Whether the switches of a ruleset can hold together: what no single value shows."""

from replay.ruleset.switches import Bust, Family, Switches, TileSet


def contradictions(switches: Switches) -> list[tuple[str, str]]:
    """Every contradiction as (name of the switch to change, reason); empty when the switches hold together."""
    found = [*_set_and_wall(switches), *_match(switches), *_hands_and_payments(switches)]
    return found + (_shenzhen(switches) if switches.family is Family.SHENZHEN else _riichi(switches))


def without_effect(switches: Switches) -> list[tuple[str, str]]:
    """What somebody sets in vain as the other switches stand, told as `contradictions`.

    An alternative of an assumed switch may have no effect: whether it has can hang on what a log states.
    """
    if switches.extension and switches.target_points is None:
        return [("extension", "a game is extended until somebody has target_points, which is none")]
    return []


def _set_and_wall(switches: Switches) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    full = switches.tiles is TileSet.FULL
    if not full and switches.red_fives[0]:
        found.append(("red_fives", f"a set without 2m-8m has no 0m; given {switches.red_fives[0]} of them"))
    tiles = 136 if full else 108
    dealt = 13 * switches.seats + 1
    if dealt + switches.dead_wall > tiles:
        found.append(
            ("dead_wall", f"{tiles} tiles less {dealt} dealt leave no room for a dead wall of {switches.dead_wall}")
        )
    if switches.family is Family.RIICHI:
        places = [("dora_stack", switches.first_indicator)]
        if switches.ura_dora:
            places.append(("ura_offset", switches.first_indicator + switches.ura_offset))
            if not switches.ura_offset:
                found.append(("ura_offset", "an ura indicator lies beside its indicator, at -1 or 1; given 0"))
        for name, place in places:
            if not 0 <= place < switches.dead_wall:
                found.append((name, f"index {place} is not in a dead wall of {switches.dead_wall}"))
                break  # the ura indicator lies beside it
    return found


def _match(switches: Switches) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    if switches.uma:
        if len(switches.uma) != switches.seats:
            found.append(("uma", f"{len(switches.uma)} values for {switches.seats} seats"))
        elif sum(switches.uma):
            found.append(("uma", f"what some places gain others lose: the sum must be 0, it is {sum(switches.uma)}"))
    return found


def _hands_and_payments(switches: Switches) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    open_han, closed_han = switches.tanyao_han
    if open_han > closed_han:
        found.append(("tanyao_han", f"an open hand cannot count more ({open_han}) than a closed one ({closed_han})"))
    if switches.double_wind_pair_fu == 3:
        found.append(("double_wind_pair_fu", "fu of a pair are 2 or 4; given 3"))
    shares = 200 if switches.seats == 3 else 600
    if switches.noten_pool % shares:
        found.append(
            (
                "noten_pool",
                f"the pool must split into whole hundreds among 1 to {switches.seats - 1} players, "
                f"so it is a multiple of {shares}; given {switches.noten_pool}",
            )
        )
    return found


def _riichi(switches: Switches) -> list[tuple[str, str]]:
    """What needs another number of players, or cannot happen beside another switch."""
    found: list[tuple[str, str]] = []
    three = switches.seats == 3
    if switches.north_dora and not three:
        found.append(("north_dora", f"Norths are set aside with 3 players; given true with {switches.seats}"))
    if switches.chi and three:
        found.append(("chi", "with 3 players no run is claimed (K4); given true"))
    if switches.triple_ron and three:
        found.append(("triple_ron", "with 3 players no more than two can win on a discard; given true"))
    if switches.score_floor and switches.bust is Bust.BELOW_ZERO:
        found.append(("bust", "nobody falls below 0 where score_floor is true; given below_zero"))
    if not switches.score_floor and switches.bust is Bust.UNPAID:
        found.append(("bust", "everybody pays in full where score_floor is false; given unpaid"))
    return found


def _shenzhen(switches: Switches) -> list[tuple[str, str]]:
    """What belongs to riichi only would be due and never come."""
    foreign = (
        ("north_dora", switches.north_dora, "no North is set aside"),
        ("kan_dora", switches.kan_dora, "there are no indicators"),
        ("nagashi", switches.nagashi, "a drawn round pays nothing"),
        ("nine_terminals", switches.nine_terminals, "no round is aborted"),
        ("four_kans", switches.four_kans, "no round is aborted"),
        ("four_winds", switches.four_winds, "no round is aborted"),
        ("four_riichi", switches.four_riichi, "no round is aborted"),
        ("triple_ron", switches.triple_ron, "no round is aborted"),
    )
    found = [(name, f"in Shenzhen {reason}; given true") for name, given, reason in foreign if given]
    if switches.seats != 4:
        found.append(("seats", f"Shenzhen is for 4 players; given {switches.seats}"))
    return found
