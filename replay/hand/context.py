"""A won hand and everything about it that yaku, fu and dora depend on."""

from replay.hand.meld import CHI, CONCEALED_KAN, Meld
from replay.ruleset.switches import Switches
from replay.tiles import EAST, IS_EDGE, KIND_OF, KINDS, kinds_counted


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

        counts = kinds_counted(concealed)
        self.counts = counts  # of the concealed part
        self.closed = True
        self.called_runs: tuple[int, ...] = ()
        self.called_triplets: tuple[int, ...] = ()
        self.kans = 0
        self.concealed_kans = 0
        codes = concealed
        if melds:
            counts = counts.copy()
            for meld in melds:
                codes += meld.tiles
                for code in meld.tiles:
                    counts[KIND_OF[code]] += 1
                if meld.type is CHI:
                    self.called_runs += (meld.kind,)
                else:
                    self.called_triplets += (meld.kind,)
                if meld.type is CONCEALED_KAN:
                    self.concealed_kans += 1
                else:
                    self.closed = False
                if meld.is_kan:
                    self.kans += 1
        self.all_counts = counts  # melds included, set-aside Norths never
        edges = honours = reds = 0
        used = [0, 0, 0, 0]
        for code in codes:
            if code >= KINDS:
                reds += 1
            kind = KIND_OF[code]
            used[kind // 9] = 1
            if IS_EDGE[kind]:
                edges += 1
                if kind >= EAST:
                    honours += 1
        self.tiles = len(codes)
        self.red_fives = reds
        self.edges = edges  # how many tiles are terminals or honours
        self.honours = honours  # how many tiles are honours
        self.suits = used[0] + used[1] + used[2]  # how many numbered suits are in use

    @property
    def dealer(self) -> bool:
        """Whether the winner is the dealer."""
        return self.seat_wind == 0
