"""A riichi log as a Mahjong Soul record would have it: what simulated games are read back from."""

from typing import Final

from replay.formats.json_values import Json
from replay.formats.majsoul_results import FANS
from replay.formats.majsoul_round import OFFERS
from replay.gamelog import (
    Chi,
    Discard,
    Draw,
    DrawReason,
    Event,
    FuritenFlag,
    GameEnd,
    GameLog,
    Indicator,
    Kan,
    KanType,
    North,
    Offer,
    Pon,
    Riichi,
    RiichiAccepted,
    RoundDrawn,
    RoundStart,
    Win,
)
from replay.hand.names import PREVAILING_WIND, SEAT_WIND
from replay.hand.yakuman import YAKUMAN
from replay.tiles import TEXT_OF
from tests.replay.formats.majsoul_texts import Data, Entry

FAN_OF: Final = (
    {name: fan for fan, name in FANS.items()} | dict.fromkeys(SEAT_WIND, 10) | dict.fromkeys(PREVAILING_WIND, 11)
)
NUMBER_OF: Final = {kind: number for number, kind in OFFERS.items()}
YAKUMAN_NAMES: Final = {yakuman.name for yakuman in YAKUMAN}
ABORTS: Final = {
    DrawReason.NINE_TERMINALS: 1,
    DrawReason.FOUR_WINDS: 2,
    DrawReason.FOUR_KANS: 3,
    DrawReason.FOUR_RIICHI: 4,
}


def entries_of(game: GameLog) -> list[Entry]:
    """The records of the game. Its head is apart."""
    return [entry for events in game.rounds for entry in _Round(events).entries]


def head_of(game: GameLog) -> Data:
    """The head of the game's record: a ranked South game."""
    head: Data = {
        "uuid": game.header.game_id,
        "config": {"category": 2, "mode": {"mode": 2 if game.header.seats == 4 else 12}},
    }
    end = game.rounds[-1][-1]
    if isinstance(end, GameEnd):
        assert end.placement is not None
        assert end.results is not None
        places, results = end.placement, end.results
        order = sorted(range(game.header.seats), key=lambda seat: places[seat])
        head["result"] = {
            "players": [
                {"seat": seat, "part_point_1": end.scores[seat], "total_point": 100 * results[seat]} for seat in order
            ]
        }
    return head


class _Round:
    """The records of one round, as they are written."""

    def __init__(self, events: list[Event]) -> None:
        start = events[0]
        assert isinstance(start, RoundStart)
        self.start = start
        self.entries: list[Entry] = []
        self.doras = [TEXT_OF[code] for code in start.indicators]
        self.stated: Data = {}  # what the next record states beside itself
        self.riichi = False
        self.flags = [False] * len(start.scores)
        self.wins: list[Win] = []
        rest = events[1:]
        dealt = list(start.hands[start.dealer])
        if rest and isinstance(rest[0], Draw):
            dealt.append(rest[0].tile)
            rest = rest[1:]
        hands = [dealt if seat == start.dealer else hand for seat, hand in enumerate(start.hands)]
        self._add(
            "RecordNewRound",
            {
                "chang": start.prevailing_wind,
                "ju": start.dealer,
                "ben": start.honba,
                "liqibang": start.deposits,
                "scores": list(start.scores),
                **{f"tiles{seat}": [TEXT_OF[code] for code in hand] for seat, hand in enumerate(hands)},
                "doras": list(self.doras),
                "paishan": "".join(TEXT_OF[code] for code in reversed(start.wall or ())),
            },
        )
        for event in rest:
            self._event(event)
        if self.wins:
            self._add_wins()

    def _add(self, name: str, data: Data) -> None:
        self.entries.append((name, {**data, **self.stated}))
        self.stated = {}

    def _event(self, event: Event) -> None:
        if isinstance(event, Draw):
            self._add("RecordDealTile", {"seat": event.seat, "tile": TEXT_OF[event.tile]})
        elif isinstance(event, Discard):
            data: Data = {"seat": event.seat, "tile": TEXT_OF[event.tile], "moqie": event.drawn, "is_liqi": self.riichi}
            self.riichi = False
            self._add("RecordDiscardTile", data)
        elif isinstance(event, (Chi, Pon)) or (isinstance(event, Kan) and event.type is KanType.OPEN):
            self._claim(event)
        elif isinstance(event, Kan):
            kind = 3 if event.type is KanType.CONCEALED else 2
            self._add("RecordAnGangAddGang", {"seat": event.seat, "type": kind, "tiles": TEXT_OF[event.tiles[0]]})
        elif isinstance(event, North):
            self._add("RecordBaBei", {"seat": event.seat})
        elif isinstance(event, Riichi):
            self.riichi = True
        elif isinstance(event, RiichiAccepted):
            assert event.scores is not None
            self.stated["liqi"] = {"seat": event.seat, "score": event.scores[event.seat]}
        elif isinstance(event, Indicator):
            self._turn(TEXT_OF[event.tile])
        elif isinstance(event, Offer):
            name, data = self.entries[-1]
            offered = data.setdefault(
                "operations" if name in _SEVERAL else "operation", [] if name in _SEVERAL else None
            )
            stated: Data = {"seat": event.seat, "operation_list": [{"type": NUMBER_OF[kind]} for kind in event.kinds]}
            if isinstance(offered, list):
                offered.append(stated)
            else:
                assert offered is None
                data["operation"] = stated
        elif isinstance(event, FuritenFlag):
            self.flags[event.seat] = not event.clear
            self.entries[-1][1]["zhenting"] = list(self.flags)
        elif isinstance(event, Win):
            self.wins.append(event)
        elif isinstance(event, RoundDrawn):
            self._drawn(event)
        else:
            assert isinstance(event, GameEnd)

    def _claim(self, event: Chi | Pon | Kan) -> None:
        assert event.claimed is not None
        assert event.from_seat is not None
        kind = 0 if isinstance(event, Chi) else 1 if isinstance(event, Pon) else 2
        froms: list[Json] = [event.seat for _ in event.tiles]
        self._add(
            "RecordChiPengGang",
            {
                "seat": event.seat,
                "type": kind,
                "tiles": [TEXT_OF[code] for code in (*event.tiles, event.claimed)],
                "froms": [*froms, event.from_seat],
            },
        )

    def _turn(self, tile: str) -> None:
        """After a kan the list stands on the kan's record, else on the next one."""
        self.doras.append(tile)
        name, data = self.entries[-1]
        if name == "RecordAnGangAddGang":
            data["doras"] = list(self.doras)
        else:
            self.stated["doras"] = list(self.doras)

    def _drawn(self, event: RoundDrawn) -> None:
        seats = range(len(self.start.scores))
        if event.reason in ABORTS:
            self._add("RecordLiuJu", {"type": ABORTS[event.reason], "seat": event.seat or 0})
            return
        hands = event.hands or [None] * len(seats)
        players: list[Data] = [
            {
                "tingpai": event.tenpai is not None and seat in event.tenpai,
                "hand": [TEXT_OF[code] for code in hands[seat] or ()],
            }
            for seat in seats
        ]
        scores: Data = {} if event.deltas is None else {"scores": [{"delta_scores": list(event.deltas)}]}
        self._add(
            "RecordNoTile",
            {"liujumanguan": event.reason is DrawReason.NAGASHI, "players": list(players), **scores},
        )

    def _add_wins(self) -> None:
        deltas = [sum(column) for column in zip(*[win.deltas or () for win in self.wins], strict=True)]
        self._add("RecordHule", {"hules": [self._hule(win) for win in self.wins], "delta_scores": list(deltas)})

    def _hule(self, win: Win) -> Data:
        assert win.yaku is not None
        assert win.points is not None
        yakuman = any(yaku.name in YAKUMAN_NAMES for yaku in win.yaku)
        unit = 13 if yakuman else 1
        hand = list(win.hand)
        hand.remove(win.tile)
        self_draw = win.seat == win.from_seat
        return {
            "seat": win.seat,
            "zimo": self_draw,
            "hu_tile": TEXT_OF[win.tile],
            "hand": [TEXT_OF[code] for code in hand],
            "doras": list(self.doras),
            "li_doras": [TEXT_OF[code] for code in win.ura_indicators or ()],
            "yiman": yakuman,
            "count": (win.han or 0) // unit,
            "fans": [{"id": FAN_OF[yaku.name], "val": yaku.han // unit} for yaku in win.yaku],
            "fu": win.fu or 0,
            **self._points(win, self_draw=self_draw),
        }

    def _points(self, win: Win, *, self_draw: bool) -> Data:
        """One payer's points: the dealer's and the others' shares of a self-draw, which honba are not part of."""
        points = win.points or 0
        if not self_draw:
            return {"point_rong": points}
        others = len(self.start.scores) - 1
        if win.seat == self.start.dealer:
            return {"point_zimo_xian": points // others}
        # Rounded up apart: the dealer's is the double share or a hundred less.
        for dealers in range(points // 2 // 100 * 100, points + 100, 100):
            share, rest = divmod(points - dealers, others - 1)
            if rest == 0 and dealers in (2 * share, 2 * share - 100):
                return {"point_zimo_qin": dealers, "point_zimo_xian": share}
        raise AssertionError(f"no shares of {points}")


_SEVERAL: Final = frozenset({"RecordDiscardTile", "RecordAnGangAddGang", "RecordBaBei"})
