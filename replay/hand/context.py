"""A won hand and everything about it that yaku, fu and dora depend on."""

from replay.hand.meld import Meld, MeldType
from replay.ruleset.switches import Switches
from replay.tiles import EAST, KIND_OF, KINDS, TERMINALS_AND_HONOURS


class WinContext:
    """The winner's tiles, how the win came about, and facts about the tiles that hold for every reading of them.

    What is derived here from the tiles must not be changed later; make a new context instead.
    """

    def __init__(
        self,
        concealed: tuple[int, ...],
        winning_tile: int,
        switches: Switches,
        *,
        seat_wind: int,
        prevailing_wind: int,
        self_draw: bool,
        melds: tuple[Meld, ...] = (),
        riichi: bool = False,
        double_riichi: bool = False,
        ippatsu: bool = False,
        rinshan: bool = False,
        chankan: bool = False,
        north_ron: bool = False,
        last_tile: bool = False,
        first_turn: bool = False,
        norths: int = 0,
        indicators: tuple[int, ...] = (),
        ura_indicators: tuple[int, ...] = (),
    ) -> None:
        """`concealed` are codes with the winning tile, on a ron too; winds count 0 East .. 3 North.

        `rinshan`: the tile is a replacement for which the ruleset gives the yaku. `chankan`: robbed from a kan;
        `north_ron`: robbed from a North. `last_tile`: the live wall is empty. `first_turn`: the winner has not
        discarded and nothing has interrupted the first go-round. `norths`: how many the winner has set aside.
        """
        self.concealed = concealed
        self.winning_tile = winning_tile
        self.winning_kind = KIND_OF[winning_tile]
        self.switches = switches
        self.seat_wind = seat_wind
        self.prevailing_wind = prevailing_wind
        self.self_draw = self_draw
        self.melds = melds
        self.riichi = riichi or double_riichi
        self.double_riichi = double_riichi
        self.ippatsu = ippatsu
        self.rinshan = rinshan
        self.chankan = chankan
        self.north_ron = north_ron
        self.last_tile = last_tile
        self.first_turn = first_turn
        self.norths = norths
        self.indicators = indicators
        self.ura_indicators = ura_indicators

        counts = [0] * KINDS
        for code in concealed:
            counts[KIND_OF[code]] += 1
        self.counts = counts  # of the concealed part
        self.closed = True
        self.called_runs: tuple[int, ...] = ()
        self.called_triplets: tuple[int, ...] = ()  # kans too
        self.kans = 0
        self.concealed_kans = 0
        self.red_fives = sum(1 for code in concealed if code >= KINDS)
        if melds:
            counts = counts.copy()
            for meld in melds:
                for code in meld.tiles:
                    counts[KIND_OF[code]] += 1
                    if code >= KINDS:
                        self.red_fives += 1
                if meld.type is MeldType.CHI:
                    self.called_runs += (meld.kind,)
                else:
                    self.called_triplets += (meld.kind,)
                if meld.is_open:
                    self.closed = False
                else:
                    self.concealed_kans += 1
                if meld.is_kan:
                    self.kans += 1
        self.all_counts = counts  # melds included, set-aside Norths never
        self.tiles = sum(counts)
        self.edges = sum(counts[kind] for kind in TERMINALS_AND_HONOURS)  # how many tiles are terminals or honours
        self.honours = sum(counts[EAST:])  # how many tiles are honours
        self.suits = int(any(counts[0:9])) + int(any(counts[9:18])) + int(any(counts[18:27]))  # numbered suits in use

    @property
    def dealer(self) -> bool:
        """Whether the winner is the dealer."""
        return self.seat_wind == 0
