"""Tiles and enumerations of the game log as values of the generated classes.

On the wire a tile is its code plus one, and an enumeration has the names of ours, so that 0 always means "not stated".
"""

from collections.abc import Sequence
from typing import Final

from auditor.v1 import game_log_pb2 as pb
from replay.formats.native_fields import MalformedError
from replay.gamelog import DrawReason, KanType, OfferKind, RemarkKind
from replay.tiles import CODES

_VALUES: Final = {code: pb.Tile.ValueType(code + 1) for code in range(CODES)}

# A schema that lacks one of our members does not load.
KAN_TYPE_VALUES: Final = {member: pb.KanType.Value(f"KAN_TYPE_{member.name}") for member in KanType}
DRAW_REASON_VALUES: Final = {member: pb.DrawReason.Value(f"DRAW_REASON_{member.name}") for member in DrawReason}
OFFER_KIND_VALUES: Final = {member: pb.OfferKind.Value(f"OFFER_KIND_{member.name}") for member in OfferKind}
REMARK_KIND_VALUES: Final = {member: pb.RemarkKind.Value(f"REMARK_KIND_{member.name}") for member in RemarkKind}


def tile_value(code: int) -> pb.Tile.ValueType:
    """The wire value of the code."""
    value = _VALUES.get(code)
    if value is None:
        raise MalformedError(f"there is no tile with the code {code}")
    return value


def tile_values(codes: Sequence[int]) -> list[pb.Tile.ValueType]:
    """The wire values of the codes."""
    try:
        return [_VALUES[code] for code in codes]
    except KeyError as error:
        raise MalformedError(f"there is no tile with the code {error.args[0]}") from None
