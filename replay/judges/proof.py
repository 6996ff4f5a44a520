"""WAL, the wall proven: every tile of a round compared with the wall that the log's seed or record gives.

This finds what nothing else can: a swapped draw that is otherwise legal.
"""

import hashlib
from collections.abc import Iterator
from typing import Final

from replay.findings import Code, Detail, Docket
from replay.gamelog import Draw, GameLog, HorseDraw, Indicator, RoundStart, Win
from replay.judges.log import starts_at_the_beginning
from replay.judges.names import tile_text
from replay.ruleset.switches import Switches
from replay.seeds import TENHOU, SeedError, tenhou_walls
from replay.table.table import REPLACE, Table
from replay.table.wall import DEALT
from replay.table.wall_order import UNKNOWN, KnownWall, codes_of_ids, gives_deal, is_much_alike
from replay.tiles import code_counts, format_tiles

DEAL: Final = Code(
    "WAL012",
    "deal-differs-from-wall",
    "Where the wall is known, every seat is dealt its tiles of it.",
    "A changed deal is invisible without the wall.",
    "The seed gives seat 1 a red 5p that the log deals to seat 2.",
    (),
)
DRAW: Final = Code(
    "WAL013",
    "draw-differs-from-wall",
    "Where the wall is known, every draw takes its next tile, live or replacement.",
    "A swapped draw that is otherwise legal shows nowhere else.",
    "The next live tile is 4s and the log lets seat 0 draw 1z.",
    (),
    ("replacement_order", "replacement_far_end"),
)
INDICATOR: Final = Code(
    "WAL014",
    "indicator-differs-from-wall",
    "Where the wall is known, each indicator is the tile that lies in its place.",
    "Another indicator is another dora for everybody.",
    "The first indicator lies at index 5 and is 3m; the log shows 7p.",
    ("N13",),
    ("dora_stack",),
)
URA: Final = Code(
    "WAL015",
    "ura-differs-from-wall",
    "Where the wall is known, the ura indicators are the tiles that lie below the indicators.",
    "Another ura indicator is another dora for a riichi winner.",
    "Below the indicator lies 2s; the log shows 6s.",
    (),
    ("ura_offset",),
)
COMMITMENT: Final = Code(
    "WAL016",
    "wall-commitment-broken",
    "The walls are those committed to: a digest, of a game or a round, is that of the record, a seed gives the deals.",
    "A commitment that does not fit proves that the wall was exchanged, or that the proof is worthless.",
    "The SHA-256 of the recorded walls is not the digest in the header.",
    (),
)
NOT_A_SET: Final = Code(
    "WAL017",
    "wall-not-of-the-set",
    "A recorded wall, with the deal where it begins after it, consists of exactly the tiles of the variant's set.",
    "A wall with five of a kind was not shuffled from a set.",
    "The recorded wall holds 0p twice.",
    ("K2", "R1"),
    ("tiles", "red_fives"),
)

CODES: Final[tuple[Code, ...]] = (DEAL, DRAW, INDICATOR, URA, COMMITMENT, NOT_A_SET)

DIGESTS: Final = ("md5", "sha256", "sha512")
ROUND_DIGESTS: Final = {"md5-majsoul": "md5", "sha256-majsoul": "sha256", "sha256-riichi-city": "sha256"}
"""Hashes of the commitments to one round's wall: to its tiles in the order they are dealt, two characters each.

A salt may stand before or after them: no record with one was seen.
"""
FEW: Final = 3  # tiles dealt otherwise than recorded: a fault of the record; more of them, and the set was made up
LOST: Final = 4  # rounds in a row that a log may lack


def known_walls(game: GameLog, switches: Switches, docket: Docket) -> list[tuple[int, ...] | None]:
    """The wall of each round as codes, None where it is not known; what speaks against them is reported."""
    recorded = [start.wall if isinstance(start := events[0], RoundStart) else None for events in game.rounds]
    _check_digest(game, recorded, docket)
    commitment = game.header.commitment
    if commitment is None or commitment.algorithm != TENHOU or not commitment.seed:
        return recorded
    if not starts_at_the_beginning(game):
        return recorded  # which of the seed's walls are these?
    try:
        proven = _of_rounds(game, tenhou_walls(commitment.seed, switches.tiles), switches)
    except SeedError as error:
        docket.report(COMMITMENT, None, f"the walls cannot be proven: {error}", observed=Detail(str(error)))
        return recorded
    if proven is None:
        message = "the seed gives none of the deals of this game"
        docket.report(COMMITMENT, None, message, observed=Detail(message))
        return recorded
    return proven


def _of_rounds(game: GameLog, seeded: Iterator[list[int]], switches: Switches) -> list[tuple[int, ...] | None] | None:
    """The wall of each round; None if not one of them gives its deal.

    A round that the log lacks or has twice is for others to find: the walls after it are still those of their rounds.
    """
    made: list[tuple[int, ...]] = []
    found: list[tuple[int, ...] | None] = []
    proven = 0
    following = 0
    for events in game.rounds:
        start = events[0]
        if not isinstance(start, RoundStart):
            found.append(None)
            continue
        place = following
        for nearby in (following, *range(following + 1, following + LOST + 1), following - 1):
            while len(made) <= nearby:
                made.append(codes_of_ids(next(seeded), switches))
            if nearby >= 0 and gives_deal(made[nearby], start, switches):
                place = nearby
                proven += 1
                break
        found.append(made[place])
        following = place + 1
    return found if proven else None


def _check_digest(game: GameLog, recorded: list[tuple[int, ...] | None], docket: Docket) -> None:
    """The digest is that of salt and walls: mpsz tiles in wall order, a line a round."""
    commitment = game.header.commitment
    if commitment is None or not commitment.digest or commitment.algorithm not in DIGESTS or None in recorded:
        return
    lines = "\n".join("".join(tile_text(code) for code in wall or ()) for wall in recorded)
    digest = hashlib.new(commitment.algorithm, (commitment.salt + lines).encode()).hexdigest()
    if digest != commitment.digest.lower():
        docket.report(
            COMMITMENT,
            None,
            f"the {commitment.algorithm} of the recorded walls is not the digest of the header",
            expected=Detail(commitment.digest),
            observed=Detail(digest),
        )


def known_wall(table: Table, event: RoundStart, wall: tuple[int, ...], docket: Docket) -> KnownWall | None:
    """The wall of the round, None where it proves nothing; what speaks against it is reported.

    A record may begin with the tile after the dealer's fourteenth: then draws, replacements and indicators are proven,
    and the deal only as far as it makes up the set together with the record.
    """
    if wall == event.wall and _wrong_digest(event, docket):
        return None
    undealt = sum(table.limits) - len(wall)
    if undealt == 0:
        return KnownWall(wall, table.switches) if _is_set(wall, table, docket) else None
    if undealt != DEALT * table.switches.seats + 1:
        return None  # a record of another part of the wall
    missing = _is_set_with_deal(wall, table, event, docket)
    if missing is None:
        return None
    return KnownWall((*wall, missing, *(UNKNOWN,) * (undealt - 1)), table.switches)


def _wrong_digest(event: RoundStart, docket: Docket) -> bool:
    """Whether the recorded wall was found not to be the one committed to for this round."""
    commitment = event.commitment
    hashed = ROUND_DIGESTS.get(commitment.algorithm) if commitment is not None else None
    if commitment is None or hashed is None or not commitment.digest or event.wall is None:
        return False
    dealt = "".join([tile_text(code) for code in reversed(event.wall)])
    salt = commitment.salt
    texts = (salt + dealt, dealt + salt) if salt else (dealt,)
    digests = [hashlib.new(hashed, text.encode(), usedforsecurity=False).hexdigest() for text in texts]
    if commitment.digest.lower() in digests:
        return False
    return docket.report(
        COMMITMENT,
        None,
        f"the {commitment.algorithm} of the recorded wall is not the digest of the round",
        expected=Detail(commitment.digest),
        observed=Detail(digests[0]),
    )


def _is_set(wall: tuple[int, ...], table: Table, docket: Docket) -> bool:
    """Whether a whole wall is of the set; reports it if not."""
    counts = code_counts(wall)
    wrong = [code for code, limit in enumerate(table.limits) if counts[code] != limit]
    return not wrong or not _not_a_set("the wall of the round holds", counts, table, wrong[0], docket)


def _is_set_with_deal(wall: tuple[int, ...], table: Table, event: RoundStart, docket: Docket) -> int | None:
    """The one tile that is neither dealt nor recorded, which the dealer draws first; UNKNOWN where that is not sure.

    None, and reported, where there are more of a tile than the set holds.
    """
    counts = code_counts(wall)
    for hand in event.hands:
        for code in hand:
            counts[code] += 1
    surplus = [code for code, limit in enumerate(table.limits) if counts[code] > limit]
    if not surplus:
        missing = [code for code, limit in enumerate(table.limits) if counts[code] < limit]
        return missing[0] if len(missing) == 1 else UNKNOWN  # more, where the deal is too small
    if sum(counts[code] - table.limits[code] for code in surplus) <= FEW:
        for place, hand in enumerate(event.hands):
            if any(code in hand for code in surplus):
                table.doubt(place)
    table.doubts.made_up = True
    _not_a_set("the deal and the recorded rest of the wall hold", counts, table, surplus[0], docket)
    return None


def _not_a_set(what: str, counts: list[int], table: Table, code: int, docket: Docket) -> bool:
    return docket.report(
        NOT_A_SET,
        None,
        f"{what} {tile_text(code)} {counts[code]} times, the set {table.limits[code]} times",
        expected=Detail(f"{table.limits[code]} of {tile_text(code)}"),
        observed=Detail(f"{counts[code]} of {tile_text(code)}"),
    )


def round_start(table: Table, event: RoundStart, docket: Docket) -> bool:
    """Judges deal and first indicator."""
    wall = table.wall
    if wall is None:
        return False
    hands = _due_hands(table, wall, event)
    others = (
        []
        if UNKNOWN in hands[0]
        else [
            seat
            for seat, (due, dealt) in enumerate(zip(hands, event.hands, strict=True))
            if sorted(due) != sorted(dealt)
        ]
    )
    if others:
        due, dealt = hands[others[0]], event.hands[others[0]]
        docket.report(
            DEAL,
            others[0],
            f"seat {others[0]} is dealt {format_tiles(dealt)}, the wall gives it {format_tiles(due)}",
            expected=Detail(format_tiles(due)),
            observed=Detail(format_tiles(dealt)),
        )
        if not is_much_alike(hands, event.hands):
            table.wall = None  # it is the wall of another deal, and has nothing more to say
            return True
        for seat in others:
            table.doubt(seat)
        _exchanged(wall, hands, event.hands)
    found = bool(others)
    for turned in () if table.pays_kongs else event.indicators:
        due_tile = wall.next_indicator()
        if turned != due_tile:
            found = _other_indicator(table, wall, turned, due_tile, docket) or found
    return found


def _exchanged(wall: KnownWall, due: tuple[tuple[int, ...], ...], dealt: tuple[tuple[int, ...], ...]) -> None:
    """What was dealt instead of what is noted, apart from tiles that only went to another seat."""
    counts = code_counts([tile for hand in due for tile in hand])
    for hand in dealt:
        for tile in hand:
            counts[tile] -= 1
    wall.owed += [code for code, count in enumerate(counts) for _ in range(count)]
    wall.early += [code for code, count in enumerate(counts) for _ in range(-count)]


def _due_hands(table: Table, wall: KnownWall, event: RoundStart) -> tuple[tuple[int, ...], ...]:
    """The hands the wall gives, a seat: from the dealer on, who may be another than the start says wrongly."""
    hands = wall.deal(event.dealer)
    right = table.doubts.right_start
    if right is not None and right.dealer != event.dealer:
        turns = (right.dealer - event.dealer) % len(hands)
        others = hands[-turns:] + hands[:-turns]
        if [sorted(hand) for hand in others] == [sorted(hand) for hand in event.hands]:
            return others
    return hands


def draw(table: Table, event: Draw, docket: Docket) -> bool:
    """Judges the tile of a draw."""
    wall = table.wall
    if wall is None or len(table.doubts.faults) > wall.faults:
        return False  # after another fault, or a deal of the wrong size, the place in the wall is not known
    replaces = table.phase == REPLACE
    if event.replacement is not replaces or (table.live <= 0 and not replaces):
        table.wall = None  # a draw from the wrong end or from an empty wall is another judge's
        return False
    due = wall.next_replacement() if replaces else wall.next_live()
    logged = event.tile
    if due in (logged, UNKNOWN):
        wall.astray = wall.astray and replaces
        return False
    table.doubt(event.seat)
    if not _differs(wall, due, logged, live=not replaces):
        return False
    wall.faults += 1
    return _other_tile(event.seat, logged, due, docket)


def _differs(wall: KnownWall, due: int, shown: int, *, live: bool) -> bool:
    """Whether a draw that is not the one due is a fault of its own: not part of one that was found before.

    One exchange is two draws that differ, and a tile passed over in the live wall makes all draws after it differ.
    """
    if wall.settles(due, shown):
        return False
    if live and wall.follows(due, shown):
        wall.astray = False
        return False
    wall.note(due, shown)
    before = wall.astray
    wall.astray = wall.astray or live
    return not (live and before)


def horse(table: Table, event: HorseDraw, docket: Docket) -> bool:
    """Judges the tile of a horse: the next one of the wall (S8)."""
    wall = table.wall
    if wall is None or len(table.doubts.faults) > wall.faults or not table.wins or table.live <= 0:
        return False
    due = wall.next_live()
    differs = event.tile != due and _differs(wall, due, event.tile, live=True)
    return differs and _other_tile(table.wins[-1].seat, event.tile, due, docket)


def _other_tile(seat: int, logged: int, due: int, docket: Docket) -> bool:
    return docket.report(
        DRAW,
        seat,
        f"seat {seat} draws {tile_text(logged)}, the next tile of the wall is {tile_text(due)}",
        expected=Detail(tile_text(due)),
        observed=Detail(tile_text(logged)),
    )


def indicator(table: Table, event: Indicator, docket: Docket) -> bool:
    """Judges the tile of an indicator."""
    wall = table.wall
    if wall is None or table.doubts.indicators or wall.faults < 0:
        return False
    due = wall.next_indicator()
    if event.tile == due or not _other_indicator(table, wall, event.tile, due, docket):
        return False
    wall.faults += 1
    return True


def _other_indicator(table: Table, wall: KnownWall, turned: int, due: int, docket: Docket) -> bool:
    """Whether an indicator that is not the one due was reported; dora are taken from the log in any case."""
    table.doubts.indicators = True
    if wall.settles(due, turned):
        return False
    wall.note(due, turned)
    return docket.report(
        INDICATOR,
        None,
        f"indicator {tile_text(turned)} is turned, in its place of the wall lies {tile_text(due)}",
        expected=Detail(tile_text(due)),
        observed=Detail(tile_text(turned)),
    )


def win(table: Table, event: Win, docket: Docket) -> bool:
    """Judges the ura indicators; what they are worth is then taken from the log. Always False."""
    wall = table.wall
    shown = event.ura_indicators
    if wall is None or not shown or table.doubts.indicators:
        return False
    due = wall.ura(len(shown))
    if shown != due:
        table.doubts.indicators = True
    others = [pair for pair in zip(due, shown, strict=True) if pair[0] != pair[1] and not wall.settles(*pair)]
    if others:
        docket.report(
            URA,
            event.seat,
            f"ura indicators {format_tiles(shown)} are shown, in their places lie {format_tiles(due)}",
            expected=Detail(format_tiles(due)),
            observed=Detail(format_tiles(shown)),
        )
    return False
