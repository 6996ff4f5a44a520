"""From han and fu to points: base points, limits and what each seat pays for a win, without honba and deposits."""

from typing import Final

from replay.ruleset.switches import Switches, TsumoSplit

MANGAN: Final = 2000
HANEMAN: Final = 3000
BAIMAN: Final = 4000
SANBAIMAN: Final = 6000
YAKUMAN: Final = 8000


def base_points(han: int, fu: int, yakuman: int, switches: Switches) -> tuple[int, str | None]:
    """The base points and the name of the limit reached, None below mangan (RULES §7).

    `yakuman` is how many yakuman the hand has; if any, han and fu do not matter.
    """
    if yakuman:
        return YAKUMAN * yakuman, "yakuman"
    if han >= 13 and switches.counted_yakuman:
        return YAKUMAN, "counted_yakuman"
    if han >= 11:
        return SANBAIMAN, "sanbaiman"
    if han >= 8:
        return BAIMAN, "baiman"
    if han >= 6:
        return HANEMAN, "haneman"
    if han >= 5:
        return MANGAN, "mangan"
    base = fu << (2 + han)
    if base >= MANGAN or (switches.kiriage and base == 1920):  # 1920: 4 han 30 fu and 3 han 60 fu
        return MANGAN, "mangan"
    return base, None


def ron_points(base: int, *, dealer: bool) -> int:
    """What the discarder pays; `dealer`: the winner is the dealer."""
    return _up_to_hundred(base * (6 if dealer else 4))


def tsumo_points(base: int, switches: Switches, *, dealer: bool) -> tuple[int, int]:
    """What a dealer and what another seat pays on a self-draw; the dealer's part is 0 if he is the winner."""
    share = 2 * base if dealer else base
    dealers_share = 0 if dealer else 2 * base
    if switches.seats == 3 and switches.tsumo_split is TsumoSplit.HALVED:
        # The missing player would have paid `share`; half of it comes on top before rounding.
        half = share // 2
        share += half
        dealers_share += half if dealers_share else 0
    if switches.seats == 3 and switches.tsumo_split is TsumoSplit.EVEN and dealers_share:
        share = dealers_share = (share + dealers_share) // 2
    due, dealers_due = _up_to_hundred(share), _up_to_hundred(dealers_share)
    if switches.seats == 3 and switches.tsumo_split is TsumoSplit.FLAT_1000:
        due += 1000
        dealers_due += 1000 if dealers_due else 0
    return dealers_due, due


def payments(base: int, switches: Switches, *, winner: int, dealer: int, payer: int | None) -> tuple[int, ...]:
    """What every seat pays for a win, 0 for the winner. `payer` is the discarder, None on a self-draw."""
    due = [0] * switches.seats
    if payer is not None:
        due[payer] = ron_points(base, dealer=winner == dealer)
        return tuple(due)
    dealers_due, others_due = tsumo_points(base, switches, dealer=winner == dealer)
    for seat in range(switches.seats):
        if seat != winner:
            due[seat] = dealers_due if seat == dealer else others_due
    return tuple(due)


def won_points(base: int, switches: Switches, *, dealer: bool, self_draw: bool) -> int:
    """All the winner gets without honba and deposits; `dealer`: the winner is the dealer."""
    if not self_draw:
        return ron_points(base, dealer=dealer)
    dealers_due, others_due = tsumo_points(base, switches, dealer=dealer)
    others = switches.seats - 1 if dealer else switches.seats - 2
    return dealers_due + others * others_due


def _up_to_hundred(points: int) -> int:
    return -(-points // 100) * 100
