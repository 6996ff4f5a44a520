"""Money that moves at once in Shenzhen: what a kong or a self-drawn win has yet to bring. In riichi nothing is due."""

from replay.gamelog import Kan


class Money:
    """What is due, what was paid, and what a fault explains and is therefore welcome but not required."""

    def __init__(self, seats: int) -> None:
        self.kong: Kan | None = None  # declared, its payment is due before the replacement
        self.kong_optional: Kan | None = None
        self.kong_paid: Kan | None = None  # paid last
        self.just_drawn = False  # the last kong was declared with the tile just drawn
        self.by_kongs = [0] * seats  # moved by kongs so far, a seat
        self.horse = False  # to be drawn
        self.horse_optional = False
        self.horse_ahead = False  # drawn before any win: the next win has had its horse
        self.game_over = False  # somebody cannot go on, and the game ends at once (switch `game_end_check`)

    @property
    def due(self) -> bool:
        """Whether something has to come before the next act."""
        return self.kong is not None or self.game_over

    def declare(self, kan: Kan, *, just_drawn: bool, required: bool) -> None:
        """A kong has been declared. `required`: its payment has to follow."""
        self.kong = kan if required else None
        self.kong_optional = None if required else kan
        self.just_drawn = just_drawn

    def rob(self, *, paid: bool) -> None:
        """The kong is won by another. `paid`: it may be paid all the same."""
        self.kong_optional = self.kong if paid else None
        self.kong = None

    def pay(self, deltas: tuple[int, ...]) -> None:
        """A kong has been paid."""
        self.kong_paid = self.kong or self.kong_optional
        self.kong = self.kong_optional = None
        for seat, delta in enumerate(deltas):
            self.by_kongs[seat] += delta

    def miss(self) -> Kan | None:
        """The kong that was due and was not paid; it may be paid late."""
        kan = self.kong
        self.kong = None
        self.kong_optional = kan
        return kan
