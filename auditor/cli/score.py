"""``auditor score``: what one hand is worth and who pays it."""

from enum import Enum
from typing import Annotated

import typer

from auditor.cli.status import Status


class Form(Enum):
    """How the score is printed."""

    TEXT = "text"
    JSON = "json"


def score(
    hand: Annotated[
        str,
        typer.Argument(
            metavar="HAND",
            help="The concealed tiles in mpsz, 0 a red five; the last one wins, or the one that --win names.",
            show_default=False,
        ),
    ],
    *,
    tsumo: Annotated[bool | None, typer.Option("--tsumo/--ron", help="How it wins.", show_default=False)] = None,
    win: Annotated[str, typer.Option(metavar="TILE", help="The winning tile, in HAND or beside it.")] = "",
    melds: Annotated[
        list[str] | None, typer.Option("--meld", metavar="TILES", help="A chi, pon or open kan; may be repeated.")
    ] = None,
    added_kans: Annotated[
        list[str] | None,
        typer.Option("--added-kan", metavar="TILES", help="A pon extended to a kan; may be repeated."),
    ] = None,
    kans: Annotated[
        list[str] | None, typer.Option("--kan", metavar="TILES", help="A concealed kan; may be repeated.")
    ] = None,
    seat: Annotated[str, typer.Option(metavar="WIND", help="The winner's wind: E, S, W or N; E is the dealer.")] = "S",
    prevailing: Annotated[str, typer.Option("--round", metavar="WIND", help="The round's wind.")] = "E",
    indicators: Annotated[
        list[str] | None, typer.Option("--indicator", metavar="TILES", help="Dora indicators; may be repeated.")
    ] = None,
    ura: Annotated[
        list[str] | None, typer.Option("--ura", metavar="TILES", help="Ura indicators; may be repeated.")
    ] = None,
    norths: Annotated[int, typer.Option("--north", metavar="N", min=0, help="Norths set aside.")] = 0,
    riichi: Annotated[bool, typer.Option("--riichi")] = False,
    double_riichi: Annotated[bool, typer.Option("--double-riichi")] = False,
    ippatsu: Annotated[bool, typer.Option("--ippatsu")] = False,
    rinshan: Annotated[bool, typer.Option("--rinshan", help="On the replacement tile of a kan or a North.")] = False,
    chankan: Annotated[bool, typer.Option("--chankan", help="On the tile of another's kan.")] = False,
    north_ron: Annotated[bool, typer.Option("--north-ron", help="On a North another sets aside.")] = False,
    last_tile: Annotated[bool, typer.Option("--last-tile", help="The live wall is empty.")] = False,
    first_turn: Annotated[
        bool, typer.Option("--first-turn", help="Before the winner's first discard and any call.")
    ] = False,
    honba: Annotated[int, typer.Option(metavar="N", min=0)] = 0,
    deposits: Annotated[int, typer.Option(metavar="N", min=0, help="Riichi sticks on the table.")] = 0,
    stakes: Annotated[
        str, typer.Option(metavar="X", help="Shenzhen: the table's stake X; Y is twice X.", show_default=False)
    ] = "",
    horse: Annotated[
        str, typer.Option(metavar="TILE", help="Shenzhen: the tile drawn after a self-drawn win.", show_default=False)
    ] = "",
    variant: Annotated[
        str, typer.Option(metavar="V", help="Score by this preset; tenhou unless --rules is given.", show_default=False)
    ] = "",
    rules: Annotated[str, typer.Option(metavar="FILE", help="Score by the rules of this TOML file.")] = "",
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="SWITCH=VALUE", help="Set a switch; may be repeated.")
    ] = None,
    output: Annotated[Form, typer.Option(help="Lines of text, or one JSON object.")] = Form.TEXT,
) -> None:
    """Score one hand: its yaku, han and fu, and who pays what.

    Liability (pao) is left out. In Shenzhen no hand has a value: what is paid is the win, its horse and its kongs.

    Example: auditor score 123m456m789m11z46p5p --tsumo --seat E --horse 5s --stakes 1 --variant shenzhen

    Exit status: 3 internal error, 2 usage or a hand that cannot be, 1 a hand that is not complete or has no yaku, 0.
    """
    from auditor.cli.rules import rules_of
    from auditor.cli.score_result import as_json, as_text, score_of
    from auditor.cli.score_shenzhen import shenzhen_json, shenzhen_score_of, shenzhen_text
    from auditor.cli.usage import Usage
    from auditor.cli.written_win import WrittenWin, context_of
    from replay.ruleset.switches import Family

    try:
        if tsumo is None:
            raise Usage("how does the hand win? Give --tsumo or --ron")
        ruleset = rules_of(variant=variant, rules=rules, settings=settings or [], default="tenhou")
        written = WrittenWin(
            hand=hand,
            tsumo=tsumo,
            win=win,
            melds=tuple(melds or ()),
            kans=tuple(kans or ()),
            added_kans=tuple(added_kans or ()),
            seat=seat,
            prevailing=prevailing,
            indicators=tuple(indicators or ()),
            ura=tuple(ura or ()),
            norths=norths,
            riichi=riichi,
            double_riichi=double_riichi,
            ippatsu=ippatsu,
            rinshan=rinshan,
            chankan=chankan,
            north_ron=north_ron,
            last_tile=last_tile,
            first_turn=first_turn,
            honba=honba,
            deposits=deposits,
            stakes=stakes,
            horse=horse,
        )
        if ruleset.switches.family is Family.SHENZHEN:
            paid = shenzhen_score_of(written, ruleset)
            text, wins = (shenzhen_json if output is Form.JSON else shenzhen_text)(paid), paid.wins
        else:
            found = score_of(context_of(written, ruleset), ruleset, honba=honba, deposits=deposits)
            text, wins = (as_json if output is Form.JSON else as_text)(found), found.wins
    except Usage as error:
        for line in str(error).splitlines():
            typer.echo(f"auditor: {line}", err=True)
        raise typer.Exit(Status.REFUSED) from None
    typer.echo(text)
    if not wins:
        raise typer.Exit(Status.ERRORS_FOUND)
