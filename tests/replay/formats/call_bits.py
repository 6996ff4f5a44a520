"""Call numbers of Tenhou, written the other way round than the reader reads them."""


def chi_bits(kind: int, place: int, copies: tuple[int, int, int], relative: int = 3) -> int:
    """The chi of the run from `kind` whose tile at `place` is claimed."""
    run = kind // 9 * 7 + kind % 9
    return (run * 3 + place) << 10 | copies[0] << 3 | copies[1] << 5 | copies[2] << 7 | 4 | relative


def pon_bits(kind: int, place: int, spare: int, relative: int) -> int:
    """The pon that leaves out the copy `spare` and claims the tile at `place` of the others."""
    return (kind * 3 + place) << 9 | spare << 5 | 8 | relative


def added_bits(kind: int, place: int, spare: int, relative: int) -> int:
    """The kan that adds the copy `spare` to such a pon."""
    return (kind * 3 + place) << 9 | spare << 5 | 16 | relative
