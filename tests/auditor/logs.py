"""Small logs in the formats of the readers, written for the tests."""

DRAWERS = "TUVW"
DISCARDERS = "DEFG"


def tenhou_xml(turns: int = 8, *, not_held: int | None = None, go: str = '<GO type="9" lobby="0"/>') -> str:
    """An excerpt of a four-player game in which every drawn tile is discarded.

    Audited, it has the notice that it is open, and in the turn `not_held` the error that the discard is not held.
    """
    hands = "".join(
        f' hai{seat}="{",".join(str(tile) for tile in range(13 * seat, 13 * seat + 13))}"' for seat in range(4)
    )
    tags = [
        '<mjloggm ver="2.3">',
        go,
        '<UN n0="a" n1="b" n2="c" n3="d" dan="1,1,1,1" rate="1,1,1,1" sx="M,M,M,M"/>',
        '<TAIKYOKU oya="0"/>',
        f'<INIT seed="0,0,0,1,2,135" ten="250,250,250,250" oya="0"{hands}/>',
    ]
    for turn in range(turns):
        seat, tile = turn % 4, 52 + turn
        discarded = tile + 60 if turn == not_held else tile
        tags.append(f"<{DRAWERS[seat]}{tile}/><{DISCARDERS[seat]}{discarded}/>")
    return "".join([*tags, "</mjloggm>"])


GOOD = tenhou_xml().encode()
FAULTY = tenhou_xml(not_held=5).encode()
CUT = GOOD[:-20]
NO_LOG = b"Minutes of the meeting\n"
