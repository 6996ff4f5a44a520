"""A player that chooses among legal acts by its plan and by chance. All chance comes from one `random.Random`."""

from random import Random
from typing import Final

from replay.gamelog import Chi, Discard, Kan, Pon
from replay.hand.waits import waits
from replay.simulate import legal
from replay.simulate.keeping import call_gain, can_be_tenpai
from replay.simulate.plans import EDGES, Aim, Plan
from replay.simulate.position import Position
from replay.tiles import EAST, KIND_OF, KINDS, NORTH, RED_OF

WINS_BY_DRAW: Final = 0.98
WINS_BY_RON: Final = 0.96
DECLARES_RIICHI: Final = 0.9
SETS_NORTH_ASIDE: Final = 0.85
DECLARES_KAN: Final = 0.85
CLAIMS_KAN: Final = 0.5
ABORTS_WITH_NINE: Final = 0.7
MARKS_AS_DRAWN: Final = 0.5  # where a like tile was in the hand already

WORTH_A_CALL: Final = 15


class Player:
    """One seat's player in one round."""

    def __init__(self, seat: int, plan: Plan, rng: Random, opening: int) -> None:
        self.seat = seat
        self.opening = opening  # the kind it discards first if it can, -1 for none
        self.plan = plan
        self.rng = rng

    def takes_draw_win(self) -> bool:
        """Whether it wins by self-draw, which it may."""
        return self.rng.random() < WINS_BY_DRAW

    def takes_ron(self) -> bool:
        """Whether it wins by ron, which it may."""
        return self.rng.random() < WINS_BY_RON

    def aborts_with_nine(self) -> bool:
        """Whether it ends the round with nine terminals and honours, which it may."""
        return self.rng.random() < ABORTS_WITH_NINE

    def sets_north_aside(self, position: Position, counts: list[int]) -> bool:
        """Whether it sets a North aside, which it may."""
        if self.plan.aim is Aim.ORPHANS or NORTH in position.waits[self.seat]:
            return False
        if self.plan.aim is Aim.TRIPLETS and counts[NORTH] > 1:
            return False
        return self.rng.random() < SETS_NORTH_ASIDE

    def chosen_kan(self, kans: list[Kan]) -> Kan | None:
        """The kan it declares of those it may."""
        if not kans or self.plan.aim is Aim.ORPHANS or self.rng.random() >= DECLARES_KAN:
            return None
        return kans[self.rng.randrange(len(kans))]

    def chosen_discard(self, position: Position, counts: list[int]) -> tuple[int, bool]:
        """The kind it discards, and whether it declares riichi with it, which it may."""
        seat = self.seat
        holder = position.table.seats[seat]
        if self.opening >= 0 and counts[self.opening] and not holder.river and position.unbroken:
            return self.opening, False
        orphans = self.plan.aim is Aim.ORPHANS and sum(1 for kind in EDGES if counts[kind]) >= 12
        if orphans or can_be_tenpai(counts, len(holder.melds)):
            kinds = legal.tenpai_kinds(position, seat, counts)
            if kinds:
                kind = self._widest(counts, len(holder.melds), kinds)
                riichi = legal.may_riichi(position, seat) and self.rng.random() < DECLARES_RIICHI
                if riichi or self.plan.aim is not Aim.NAGASHI:
                    return kind, riichi
        return self._least_lost(counts, legal.forbidden_kinds(position)), False

    def _widest(self, counts: list[int], melds: int, kinds: tuple[int, ...]) -> int:
        """The discard that leaves the most tiles to wait for."""
        best = kinds[0]
        if len(kinds) > 1:
            most = -1.0
            for kind in kinds:
                counts[kind] -= 1
                width = sum(4 - counts[wait] for wait in waits(counts, melds)) + self.rng.random()
                counts[kind] += 1
                if width > most:
                    most = width
                    best = kind
        return best

    def _least_lost(self, counts: list[int], forbidden: tuple[int, ...]) -> int:
        losses = self.plan.losses(counts)
        liking = self.plan.liking
        chance = self.rng.random
        best = -1
        least = 0.0
        for kind in range(KINDS):
            if counts[kind] and kind not in forbidden:
                loss = losses[kind] + liking[kind] + chance()
                if best < 0 or loss < least:
                    best = kind
                    least = loss
        return best

    def discarded_code(self, position: Position, kind: int) -> tuple[int, bool]:
        """The code of the kind it discards, ordinary before red, and whether it is the drawn tile."""
        table = position.table
        tiles = table.seats[self.seat].tiles
        code = kind if tiles[kind] else RED_OF[kind]
        if code != table.drawn:
            return code, False
        return code, tiles[code] == 1 or self.rng.random() < MARKS_AS_DRAWN

    def chosen_claim(self, position: Position, discard: Discard, *, chi: bool) -> Chi | Pon | Kan | None:
        """What it calls the discard for: a chi if `chi`, else a pon or an open kan."""
        aim = self.plan.aim
        if aim is Aim.CLOSED or aim is Aim.NAGASHI or aim is Aim.ORPHANS:
            return None
        if chi:
            return self._chosen_of(position, list(legal.chis(position, self.seat, discard)))
        kind = KIND_OF[discard.tile]
        if not self._wants(position, (kind, kind, kind)):
            return None
        kan = legal.open_kan(position, self.seat, discard)
        if kan is not None and self.rng.random() < CLAIMS_KAN:
            return kan
        return self._chosen_of(position, list(legal.pons(position, self.seat, discard)))

    def _chosen_of(self, position: Position, claims: "list[Chi | Pon]") -> Chi | Pon | None:
        """The best of the claims if it is worth making."""
        if not claims:
            return None
        counts = position.table.seats[self.seat].counts()
        wild = self.plan.aim is Aim.WILD
        best: Chi | Pon | None = None
        most = 0.0
        for claim in claims:
            own = (KIND_OF[claim.tiles[0]], KIND_OF[claim.tiles[1]])
            kinds = (*own, KIND_OF[claim.claimed]) if isinstance(claim, Chi) else (own[0], own[0], own[0])
            if not self._wants(position, kinds):
                continue
            gain = call_gain(counts, own) + self.rng.random()
            if gain > most and (gain >= WORTH_A_CALL or (wild and self.rng.random() < 0.5)):
                best = claim
                most = gain
        return best

    def _wants(self, position: Position, kinds: tuple[int, ...]) -> bool:
        plan = self.plan
        if plan.wants_called(kinds):
            return True
        if plan.aim is not Aim.VALUE:
            return False
        holder = position.table.seats[self.seat]
        if any(meld.kind in plan.value_kinds for meld in holder.melds if meld.kind >= EAST):
            return True
        return any(holder.tiles[kind] >= 3 for kind in plan.value_kinds)
