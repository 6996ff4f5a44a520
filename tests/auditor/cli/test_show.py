"""``auditor show``: the table drawn at a point of a stored game. The expected texts stand in ``golden/``.

``UPDATE_GOLDEN=1 pytest tests/auditor/cli/test_show.py`` writes them anew; read the difference before you believe it.
"""

import os
import re
from pathlib import Path

import pytest
from sqlalchemy import Engine
from typer.testing import CliRunner

from auditor.cli.main import app
from auditor.store.engine import WRITING
from auditor.store.queries import FindingFilter, find_findings
from auditor.store.records import ReviewStatus
from auditor.store.writer import add_review, write_audits
from auditor.wire import write_paifu
from replay.gamelog import GameEnd, GameLog, Header, Player
from tests.auditor.logs import GOOD
from tests.auditor.store.records import MIDNIGHT, record
from tests.notation import Round, situation

GOLDEN = Path(__file__).parent / "golden"

FURITEN = """
    go 1
    1 draws 4z; 1 north; 1 draws 9p; 1 riichi; 1 discards 9p; 1 pays
    2 draws 2p; 2 discards 2p
    0 draws 5z; 0 discards 5z; 2 pons 5z from 0; 2 discards 1p
    0 draws 7s; 0 discards 7s; 1 draws 1z; 1 discards 1z; go 1
    0 draws 5p; 0 discards 5p; 1 wins 5p from 0: moves -5200 6200 0
"""
PAID_WRONG = """
    go 3; 1 draws 1s; 1 discards 1s; 2 draws 2p; 2 discards 2p
    1 wins 2p from 2: yaku pinfu 1 tanyao 1, han 2, fu 30, points 2900, moves 0 2900 -2900
"""
PLAYERS = (Player("a1", "Ann"), Player("b2", "三郎"), Player("", ""))


def dispute() -> GameLog:
    """A three-player game with a ron in furiten and one whose honba is not paid."""
    hands = {1: "34p678p345s678s22s"}
    log = situation(
        "tenhou-sanma",
        Round(FURITEN, hands=hands | {2: "55z1p"}, indicators="9m", keep="25p14z"),
        Round(
            PAID_WRONG,
            hands=hands,
            indicators="9m",
            keep="25p",
            dealer=1,
            number=2,
            honba=1,
            scores=(29800, 40200, 35000),
        ),
    ).log
    return GameLog(Header("dispute-17", 3, "test", variant="tenhou-sanma", players=PLAYERS), log.rounds)


def write(store: Engine, log: GameLog) -> None:
    with store.connect().execution_options(**{WRITING: True}) as connection, connection.begin():
        write_audits(connection, [record(log)], None)


def show(store: Engine, *arguments: str) -> tuple[int, str]:
    """Exit status, and everything printed."""
    url = store.url.set(drivername=store.url.get_backend_name()).render_as_string(hide_password=False)
    done = CliRunner().invoke(app, ["show", *arguments, "--db", url])
    return done.exit_code, done.output


def finding(store: Engine, code: str) -> str:
    with store.connect() as connection:
        (found,) = find_findings(connection, FindingFilter(code=code))
    return found.record.id


def assert_golden(name: str, text: str) -> None:
    # Ids and revisions follow from the rules; what is drawn does not.
    text = re.sub(r"(?<=\bid        )[0-9a-f]{16}$|(?<=\(revision )[0-9]+", "#", text, flags=re.MULTILINE)
    path = GOLDEN / name
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
    assert max(map(len, text.splitlines())) <= 100


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("game.txt", ["dispute-17"]),
        ("start.txt", ["dispute", "--round", "0", "--event", "0"]),
        ("pon.txt", ["dispute-17", "--round", "0", "--event", "14"]),
        ("furiten.txt", ["dispute-17", "--round", "0"]),
        ("paid_wrong.txt", ["PAY003"]),
    ],
)
def test_golden(store: Engine, name: str, arguments: list[str]) -> None:
    write(store, dispute())
    status, text = show(store, *(finding(store, one) if one == "PAY003" else one for one in arguments))
    assert status == 0, text
    assert_golden(name, text)


@pytest.mark.parametrize(
    ("end", "lines"),
    [
        (
            GameEnd((29800, 43300, 31900), (3, 1, 2), (-252, 333, -81)),
            [
                "final scores",
                "  place 1  seat 1    43,300   +33.3  三郎",
                "  place 2  seat 2    31,900    -8.1",
                "  place 3  seat 0    29,800   -25.2  Ann",
            ],
        ),
        (
            GameEnd((30000, 30000, 45000)),
            [
                "final scores, places by the rules: the log states none",
                "  place 1  seat 2    45,000",
                "  place 2  seat 0    30,000          Ann",
                "  place 3  seat 1    30,000          三郎",
            ],
        ),
    ],
)
def test_a_game_is_shown_with_its_end(store: Engine, end: GameEnd, lines: list[str]) -> None:
    log = dispute()
    write(store, GameLog(log.header, [*log.rounds[:-1], [*log.rounds[-1], end]]))
    status, text = show(store, "dispute-17")
    assert status == 0, text
    assert "\n".join(["", *lines, "", "findings"]) in text


def test_a_game_can_be_shown_from_its_file(store: Engine, tmp_path: Path) -> None:
    write(store, dispute())
    (tmp_path / "x.paifu").write_bytes(write_paifu([situation("tenhou", Round("go 3")).log, dispute()]))
    wanted = ["--round", "1"]
    _, stored = show(store, "dispute-17", *wanted)
    for name in ("dispute-17", "1"):
        status, text = show(store, name, *wanted, "--file", str(tmp_path / "x.paifu"))
        assert status == 0
        assert text.splitlines()[2:] == stored.splitlines()[2:]


def test_the_status_of_a_review_is_shown(store: Engine) -> None:
    write(store, dispute())
    wanted = finding(store, "PAY003")
    with store.begin() as connection:
        add_review(connection, wanted, who="ann", status=ReviewStatus.SETTLED, note="", at=MIDNIGHT)
    assert "      status    settled\n" in show(store, wanted)[1]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["nobody"], "there is no game nobody"),
        (["dispute-17", "--event", "3"], "an event needs its round"),
        (["dispute-17", "--round", "9"], "there is no round 9: the game has rounds 0 to 1"),
        (["dispute-17", "--round", "1", "--event", "99"], "there is no event 99: round 1 has events 0 to "),
        (["dispute-17", "--file", "gone.xml"], "gone.xml: No such file or directory"),
    ],
)
def test_what_cannot_be_shown(store: Engine, arguments: list[str], reason: str) -> None:
    write(store, dispute())
    status, text = show(store, *arguments)
    assert status == 2
    assert reason in text


def test_a_beginning_of_several_games_is_refused(store: Engine) -> None:
    for number in range(7):
        log = dispute()
        write(store, GameLog(Header(f"dispute-{number}", 3, variant="tenhou-sanma"), log.rounds))
    status, text = show(store, "disp")
    assert status == 2
    assert "auditor: disp is the beginning of several games:\nauditor:   dispute-0  log " in text
    assert text.endswith("auditor:   …\n")


def test_a_log_that_could_not_be_read_says_so(tmp_path: Path) -> None:
    (tmp_path / "x.xml").write_bytes(GOOD.decode().encode("utf-16"))
    database = ["--db", f"sqlite:///{tmp_path / 'x.db'}"]
    runner = CliRunner()
    assert runner.invoke(app, ["audit", str(tmp_path / "x.xml"), *database]).exit_code == 1
    name = runner.invoke(app, ["findings", *database]).output.split("game ")[1].split()[0]
    done = runner.invoke(app, ["show", name, *database])
    assert done.exit_code == 2
    assert (
        f"the log of {name} could not be read, so there is nothing to replay: the log cannot be read on at"
        in done.output
    )
