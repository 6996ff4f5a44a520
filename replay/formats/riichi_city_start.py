"""The start of a round of a Riichi City log: who sits where, the deal, the wall and the commitment to it."""

from typing import Final

from replay.formats.json_text import whole_value
from replay.formats.json_values import Json, integer, items, members, text
from replay.formats.riichi_city_results import NONE
from replay.formats.riichi_city_values import WIND_OF, account, by_seat, seat_of, tile, tiles, wall
from replay.gamelog import LogError, RoundStart, WallCommitment

COMMITMENT: Final = "sha256-riichi-city"
"""The algorithm: SHA-256 of the wall's tiles in the order they are dealt, two characters each."""

HAND: Final = 13

_STATED: Final = ("dealer_pos", "quan_feng", "chang_ci", "ben_chang_num", "li_zhi_bang_num")
_ALIKE: Final = (*_STATED, "bao_pai_card", "user_info_list", "hand_cards_sha_256")
"""What every seat is told alike at the start."""


def event_data(entry: dict[str, Json]) -> Json:
    """What an event says: JSON as a text, or as it is where a tool has unpacked it. Raises LogError."""
    value = entry.get("data")
    return whole_value(value, "data") if isinstance(value, str) else value


def read_seats(value: Json) -> tuple[list[str], dict[int, int]]:
    """The names of the players by their place at the table, and the place of every account. Raises LogError."""
    entries = [members(entry, "players") for entry in items(value, "players")]
    count = len(entries)
    if count not in (3, 4):
        raise LogError(f"a table of {count} players", "players")
    names = [""] * count
    places: dict[int, int] = {}
    for entry in entries:
        position = integer(entry.get("position"), "players, position")
        if not 0 <= position < count or position in places.values():
            raise LogError(f"there is no place {position}, or two players have it", "players, position")
        places[account(entry.get("userId"), "players, userId")] = position
        names[position] = text(entry.get("nickname", ""), "players, nickname")
    if len(places) != count:
        raise LogError("one account sits in two places", "players, userId")
    return names, places


def first_dealer(record: dict[str, Json], count: int) -> int:
    """The place at the table of the first dealer, who is seat 0. Raises LogError."""
    entries = items(record.get("handEventRecord"), "handEventRecord")
    data = members(event_data(members(entries[0] if entries else None, "event 0")), "event 0, data")
    dealer = integer(data.get("dealer_pos"), "event 0, dealer_pos")
    number = integer(data.get("chang_ci"), "event 0, chang_ci")
    if not 0 <= dealer < count or not 1 <= number <= count:
        raise LogError(f"round {number} with dealer {dealer} of {count} players", "event 0")
    return (dealer - number + 1) % count


def read_start(
    record: dict[str, Json], entries: list[dict[str, Json]], seats: dict[int, int], first: int
) -> tuple[RoundStart, int]:
    """The start of the round, which the log states once for every seat, and the dealer's 14th tile, NONE without one.

    `first` is the place at the table of seat 0.
    Raises LogError, also where the seats are told different things.
    """
    count = len(seats)
    if len(entries) != count:
        raise LogError(f"{len(entries)} starts for {count} seats", "handEventRecord")
    hands: list[tuple[int, ...] | None] = [None] * count
    starts: list[dict[str, Json]] = []
    for number, entry in enumerate(entries):
        place = f"event {number}"
        data = members(event_data(entry), f"{place}, data")
        hands[seat_of(entry.get("userId"), seats, f"{place}, userId")] = tiles(
            data.get("hand_cards"), f"{place}, hand_cards"
        )
        starts.append(data)
    dealt = [hand for hand in hands if hand is not None]
    if len(dealt) != count:
        raise LogError("two starts for one seat", "handEventRecord")
    stated = starts[0]
    for number, other in enumerate(starts):
        for name in _ALIKE:
            if other.get(name) != stated.get(name):
                raise LogError(f"{name} is not the same for every seat", f"event {number}")
    numbers = [integer(stated.get(name), f"event 0, {name}") for name in _STATED]
    dealer_pos, quan_feng, number, honba, deposits = numbers
    if quan_feng not in WIND_OF:
        raise LogError(f"there is no wind {quan_feng}", "event 0, quan_feng")
    if not 1 <= number <= count or not 0 <= dealer_pos < count or honba < 0 or deposits < 0:
        raise LogError("there is no such round", "event 0")
    for name, own in (("quanFeng", "quan_feng"), ("changCi", "chang_ci"), ("benChangNum", "ben_chang_num")):
        if name in record and record[name] != stated.get(own):
            raise LogError(f"{name} is not {own} of the start", "event 0")
    points = by_seat(stated.get("user_info_list"), "user_id", seats, "event 0, user_info_list")
    dealer = (dealer_pos - first) % count
    fourteenth = NONE
    if len(dealt[dealer]) == HAND + 1:
        fourteenth = dealt[dealer][HAND]
        dealt[dealer] = dealt[dealer][:HAND]
    start = RoundStart(
        WIND_OF[quan_feng],
        number,
        honba,
        deposits,
        dealer,
        tuple([integer(entry.get("hand_points"), "event 0, hand_points") for entry in points]),
        tuple(dealt),
        (tile(stated.get("bao_pai_card"), "event 0, bao_pai_card"),),
        wall(record.get("handCardEncode", ""), "handCardEncode"),
        _commitment(record, stated),
    )
    return start, fourteenth


def _commitment(record: dict[str, Json], stated: dict[str, Json]) -> WallCommitment | None:
    """The digest that was published at the start; the record repeats it. Raises LogError where it differs."""
    published = text(stated.get("hand_cards_sha_256", ""), "event 0, hand_cards_sha_256")
    repeated = text(record.get("handCardsSHA256", ""), "handCardsSHA256")
    if published and repeated and published != repeated:
        raise LogError("handCardsSHA256 is not hand_cards_sha_256 of the start", "event 0")
    digest = published or repeated
    return WallCommitment(COMMITMENT, digest) if digest else None
