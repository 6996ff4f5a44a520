"""The start of a round in a Mahjong Soul record: the deal, the wall and the commitment to it."""

from typing import Final

from replay.formats.json_values import text
from replay.formats.majsoul_values import Message, flag, number, parts, points, seat, tile, tiles, wall_tiles
from replay.gamelog import LogError, RoundStart, WallCommitment

DEALT: Final = 13
NONE: Final = -1  # no tile
PARTIAL_WALL: Final = 100  # tiles: a wall of fewer, 83 or 68, begins after the deal

MOST_HONBA: Final = 1000
_DIGEST: Final = frozenset("0123456789abcdefABCDEF")
_MOST_SALT: Final = 256


def known_first(start: RoundStart) -> int:
    """The dealer's fourteenth tile as a whole wall has it, NONE without one."""
    wall = start.wall or ()
    return wall[-1 - DEALT * len(start.hands)] if len(wall) > PARTIAL_WALL else NONE


def without_drawn(start: RoundStart, code: int) -> RoundStart:
    """The start with the dealer's fourteenth tile, which he draws, not among his dealt ones: the last one of it."""
    hand = start.hands[start.dealer]
    place = len(hand) - 1 - hand[::-1].index(code)
    dealt = hand[:place] + hand[place + 1 :]
    return RoundStart(
        start.prevailing_wind,
        start.number,
        start.honba,
        start.deposits,
        start.dealer,
        start.scores,
        (*start.hands[: start.dealer], dealt, *start.hands[start.dealer + 1 :]),
        start.indicators,
        start.wall,
        start.commitment,
    )


def drawn_first(hand: list[int], name: str, data: Message) -> int:
    """The tile of the dealer's hand that was drawn last, by the record after the deal."""
    if name == "RecordHule":
        won = [tile(hule, "hu_tile") for hule in parts(data, "hules") if flag(hule, "zimo")]
        if won and won[0] in hand:
            return won[0]
    if name == "RecordDiscardTile":
        code = tile(data)
        if not flag(data, "moqie"):
            return next((other for other in reversed(hand) if other != code), hand[-1])
        if code in hand:
            return code
    return hand[-1]


def _deal(data: Message, seats: int) -> list[list[int]]:
    """The hands a seat. Raises LogError when somebody has none: of such a round nothing can be followed."""
    hands = []
    for place in range(seats):
        names = (f"tiles{place}", f"begin_tiles[{place}]")  # the second in records of test rooms
        name = next((known for known in names if known in data), names[0])
        hand = list(tiles(data, name))
        if not hand:
            raise LogError(f"seat {place} is dealt nothing", name)
        hands.append(hand)
    return hands


def read_start(data: Message, seats: int) -> RoundStart:
    """The start of the round, the dealer with his fourteenth tile. Raises LogError."""
    hands = _deal(data, seats)
    dealer = seat(data, seats, "ju")
    wind = number(data, "chang")
    if not 0 <= wind <= 3:
        raise LogError(f"there is no wind {wind}", "chang")
    honba, deposits = number(data, "ben"), number(data, "liqibang")
    if not (0 <= honba <= MOST_HONBA and 0 <= deposits <= MOST_HONBA):
        raise LogError(f"{honba} honba and {deposits} deposits", "ben")
    scores = points(data, seats, "scores")
    if scores is None:
        raise LogError("no scores", "scores")
    indicators = tiles(data, "doras") or ((tile(data, "dora"),) if data.get("dora") else ())
    wall = wall_tiles(data, "paishan")
    return RoundStart(
        wind,
        dealer + 1,
        honba,
        deposits,
        dealer,
        scores,
        tuple([tuple(hand) for hand in hands]),
        indicators,
        tuple(reversed(wall)) if wall else None,
        _commitment(data),
    )


def _commitment(data: Message) -> WallCommitment | None:
    """What was published about the wall: its SHA-256, of older records its MD5."""
    for hashed, length in (("sha256", 64), ("md5", 32)):
        value = data.get(hashed)
        digest = "" if value is None else text(value, hashed)
        if digest:
            if len(digest) != length or not _DIGEST.issuperset(digest):
                raise LogError("not a digest in hex", hashed)
            salt = text(data.get("salt") or "", "salt")
            if len(salt) > _MOST_SALT:
                raise LogError("a salt that is too long", "salt")
            return WallCommitment(f"{hashed}-majsoul", digest, "", salt if hashed == "sha256" else "")
    return None
