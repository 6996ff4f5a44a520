"""Who is owed how much: the differences of payout findings, added up by player.

A player is known by platform and id, else by name, else as a seat of one game. Points of one variant are not points of
another (and Shenzhen counts money), so each player has an account by variant. A million games can have more players
than fit into memory: then those who are owed least are put together, and the report says so.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from auditor.batch.clipping import clipped
from auditor.store.records import FindingRecord, GameRecord
from replay.findings import Severity

KEPT: Final = 10_000
"""So many accounts are kept, up to twice as many between two clearances."""


class Player(NamedTuple):
    """Whose account it is; sorted by these."""

    variant: str
    platform: str
    id: str  # empty where the log gives none
    name: str  # the account's name where there is no id: a player's, or such as ``seat 2 of GAME``


class Account(NamedTuple):
    """What a player has to get; below zero: has to give back."""

    name: str  # that the player was first seen under
    owed: int = 0  # right minus logged, of errors
    doubtful: int = 0  # the same of warnings: another reading of the rules would take them away
    findings: int = 0

    def plus(self, other: "Account") -> "Account":
        """Both together, under this one's name."""
        owed, doubtful = self.owed + other.owed, self.doubtful + other.doubtful
        return Account(self.name, owed, doubtful, self.findings + other.findings)


class Rest(NamedTuple):
    """Accounts that are not kept one by one. A player can be among them more than once."""

    accounts: int = 0
    owed: int = 0  # of those who have to get something
    owing: int = 0  # of those who have to give it back, below zero
    doubtful: int = 0
    findings: int = 0

    def plus(self, account: Account) -> "Rest":
        """With one account more."""
        return Rest(
            self.accounts + 1,
            self.owed + max(account.owed, 0),
            self.owing + min(account.owed, 0),
            self.doubtful + account.doubtful,
            self.findings + account.findings,
        )

    def merged(self, other: "Rest") -> "Rest":
        """Both together."""
        return Rest._make([mine + theirs for mine, theirs in zip(self, other, strict=True)])


class Owed:
    """The accounts of all players with a payout finding."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._accounts: dict[Player, Account] = {}
        self.rest = Rest()

    def __len__(self) -> int:
        return len(self._accounts)

    def add(self, variant: str, game: GameRecord, findings: Iterable[FindingRecord]) -> None:
        """The payout findings of a game are on the accounts of its players."""
        for finding in findings:
            if finding.expected is None or finding.severity == Severity.NOTICE.value:
                continue
            difference = json.loads(finding.expected).get("difference")
            for seat, points in enumerate(difference or ()):
                if points:
                    sure = finding.severity == Severity.ERROR.value
                    player, name = _player(variant, game, seat)
                    self._put(player, Account(name, points if sure else 0, 0 if sure else points, 1))

    def _put(self, player: Player, account: Account) -> None:
        known = self._accounts.get(player)
        self._accounts[player] = account if known is None else known.plus(account)
        if len(self._accounts) > 2 * self._kept:
            self._clear()

    def _clear(self) -> None:
        """Only those are kept who are owed, or owe, most."""
        ordered = self.rows()
        self._accounts = dict(ordered[: self._kept])
        for _, account in ordered[self._kept :]:
            self.rest = self.rest.plus(account)

    def merge(self, other: "Owed") -> None:
        """The accounts of both are one."""
        self.rest = self.rest.merged(other.rest)
        for player, account in other._accounts.items():
            self._put(player, account)

    def rows(self) -> list[tuple[Player, Account]]:
        """Those first who have most to get or to give back."""
        return sorted(self._accounts.items(), key=_order)

    def to_plain(self) -> dict[str, object]:
        """The accounts as JSON has them."""
        return {"rows": [[*player, *account] for player, account in self.rows()], "rest": list(self.rest)}

    @classmethod
    def from_plain(cls, rows: Iterable[tuple[str, str, str, str, str, int, int, int]], rest: Iterable[int]) -> "Owed":
        """The accounts that `to_plain` gave. Raises TypeError or ValueError when they are damaged."""
        made = cls()
        made.rest = Rest._make(rest)
        for variant, platform, player_id, key, name, owed, doubtful, findings in rows:
            made._put(Player(variant, platform, player_id, key), Account(name, owed, doubtful, findings))
        return made

    def totals(self) -> Iterator[tuple[str, int, int]]:
        """Variant, what its players have to get, and what they have to give back, among the accounts that are kept."""
        sums: dict[str, tuple[int, int]] = {}
        for player, account in self._accounts.items():
            owed, owing = sums.get(player.variant, (0, 0))
            sums[player.variant] = owed + max(account.owed, 0), owing + min(account.owed, 0)
        for variant in sorted(sums):
            yield variant, *sums[variant]


def _player(variant: str, game: GameRecord, seat: int) -> tuple[Player, str]:
    """Whose account the seat of a game has, and the name to show."""
    player_id, name = game.players[seat] if seat < len(game.players) else ("", "")
    name = clipped(name or player_id or f"seat {seat} of {game.game_id}")
    return Player(variant, clipped(game.platform), clipped(player_id), "" if player_id else name), name


def _order(row: tuple[Player, Account]) -> tuple[int, int, Player]:
    player, account = row
    return -abs(account.owed), -abs(account.doubtful), player
