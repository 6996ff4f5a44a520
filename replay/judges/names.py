"""How messages name tiles."""

from replay.tiles import TEXT_OF, format_tiles


def tile_text(code: int) -> str:
    """mpsz text of one tile."""
    return TEXT_OF[code]


def tiles_text(counts: list[int]) -> str:
    """mpsz text of 37 counts a code."""
    return format_tiles([code for code, count in enumerate(counts) for _ in range(count)])
