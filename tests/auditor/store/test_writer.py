"""What is written: nothing twice, one current audit a game, reviews only added. On both databases."""

import pytest
from sqlalchemy import Engine, func, insert, select, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from auditor.store.engine import WRITING
from auditor.store.queries import FindingFilter, find_findings, find_reviews
from auditor.store.records import AuditRecord, QuarantineRecord, ReviewStatus, packed, unpacked
from auditor.store.schema import METADATA, audits, findings, quarantine
from auditor.store.writer import UnknownFindingError, add_review, write_audits, write_quarantine
from auditor.wire import decode_game
from replay.gamelog import Player
from replay.ruleset.loader import preset
from tests.auditor.store.records import MIDNIGHT, game, record


def write(store: Engine, *records: AuditRecord) -> int:
    with store.connect().execution_options(**{WRITING: True}) as connection, connection.begin():
        return write_audits(connection, records, None)


def rows(store: Engine) -> dict[str, int]:
    """How many rows each table has."""
    with store.connect() as connection:
        return {
            name: connection.scalar(select(func.count()).select_from(table)) or 0
            for name, table in METADATA.tables.items()
        }


def current(store: Engine) -> list[str]:
    with store.connect() as connection:
        return list(connection.scalars(select(audits.c.id).where(audits.c.current)))


def test_the_same_audit_again_adds_nothing(store: Engine) -> None:
    first = record(game(1, faulty=True))
    assert write(store, first) == 1
    before = rows(store)
    assert before["games"] == before["audits"] == before["rulesets"] == 1
    assert before["findings"] == len(first.findings) == 2
    assert write(store, record(game(1, faulty=True), minutes=5)) == 0
    assert write(store, first, first) == 0
    assert rows(store) == before
    with store.connect() as connection:
        assert [found.record for found in find_findings(connection, FindingFilter())] == list(first.findings)


def test_a_new_ruleset_or_engine_makes_a_new_audit_and_the_old_one_stays(store: Engine) -> None:
    log = game(1, faulty=True)
    old = record(log)
    house = record(log, minutes=1, rules=preset("tenhou").with_switch("chi", "false", "test"))
    newer = old._replace(
        engine_version="next",
        findings=tuple(finding._replace(id=f"{place:016}") for place, finding in enumerate(old.findings)),
    )
    for audit in (old, house, newer):
        assert write(store, audit) == 1
        assert current(store) == [audit.id]
    assert rows(store)["games"] == 1
    assert rows(store)["audits"] == 3
    with store.connect() as connection:
        shown = list(find_findings(connection, FindingFilter()))
        assert {found.audit for found in shown} == {newer.id}
        everything = list(find_findings(connection, FindingFilter(superseded=True)))
        assert {(found.audit, found.current) for found in everything} == {
            (old.id, False),
            (house.id, False),
            (newer.id, True),
        }


def test_the_audit_last_asked_for_is_the_current_one(store: Engine) -> None:
    log = game(1)
    old, house = record(log), record(log, rules=preset("tenhou").with_switch("chi", "false", "test"))
    assert write(store, old, house) == 2
    assert current(store) == [house.id]
    assert write(store, house, old) == 0
    assert current(store) == [old.id]


def test_the_database_itself_keeps_one_current_audit_a_game(store: Engine) -> None:
    log = game(1)
    write(store, record(log), record(log, rules=preset("tenhou").with_switch("chi", "false", "test")))
    with pytest.raises(IntegrityError), store.begin() as connection:
        connection.execute(update(audits).values(current=True))


def test_the_stored_log_is_the_log(store: Engine) -> None:
    log = game(1, players=tuple(Player(str(seat), name) for seat, name in enumerate(("Ann", "Béla", "三郎", ""))))
    audit = record(log)
    assert audit.game.log is not None
    assert decode_game(unpacked(audit.game.log)) == log
    assert write(store, audit) == 1


def test_text_no_database_takes_is_replaced(store: Engine) -> None:
    audit = record(game(1, faulty=True))
    odd = audit._replace(
        game=audit.game._replace(source="a\0b", players=(("\ud800", "x\0y"),)),
        findings=tuple(finding._replace(message="\0") for finding in audit.findings),
    )
    assert write(store, odd) == 1
    with store.connect() as connection:
        found = next(find_findings(connection, FindingFilter(player="x\ufffdy")))
    assert (found.source, found.record.message) == ("a\ufffdb", "\ufffd")


def test_two_findings_with_one_id_are_one(store: Engine) -> None:
    audit = record(game(1, faulty=True))
    write(store, audit._replace(findings=(*audit.findings, audit.findings[0]._replace(message="again"))))
    with store.connect() as connection:
        assert [found.record for found in find_findings(connection, FindingFilter())] == list(audit.findings)
        assert connection.scalar(select(audits.c.errors + audits.c.warnings + audits.c.notices)) == 2


def test_quarantine_keeps_what_we_failed_on_once(store: Engine) -> None:
    failed = QuarantineRecord("x.xml", 3, "1", MIDNIGHT, packed(b"<mjloggm"), "Traceback: ours")
    for _ in range(2):
        with store.connect().execution_options(**{WRITING: True}) as connection, connection.begin():
            write_quarantine(connection, [failed, failed], None)
    with store.connect() as connection:
        row = connection.execute(select(quarantine)).one()
    assert (row.source, row.game_number, unpacked(row.data), row.at) == ("x.xml", 3, b"<mjloggm", MIDNIGHT)


def test_reviews_are_only_added(store: Engine) -> None:
    audit = record(game(1, faulty=True))
    write(store, audit)
    one, other = (finding.id for finding in audit.findings)
    with store.begin() as connection:
        add_review(connection, one, who="ann", status=ReviewStatus.CONFIRMED, note="seen", at=MIDNIGHT)
        add_review(connection, one, who="bob", status=ReviewStatus.SETTLED, note="100 points", at=MIDNIGHT)
    with store.connect() as connection:
        assert [(review.who, review.status) for review in find_reviews(connection, one)] == [
            ("ann", "confirmed"),
            ("bob", "settled"),
        ]
        for status, ids in ((ReviewStatus.SETTLED, [one]), (ReviewStatus.OPEN, [other]), (ReviewStatus.CONFIRMED, [])):
            found = find_findings(connection, FindingFilter(status=status))
            assert [one.record.id for one in found] == ids
    for change in ("UPDATE reviews SET status = 'dismissed'", "DELETE FROM reviews"):
        with pytest.raises(DBAPIError, match="reviews are only added"), store.begin() as connection:
            connection.execute(text(change))
    with pytest.raises(UnknownFindingError), store.begin() as connection:
        add_review(connection, "0" * 16, who="ann", status=ReviewStatus.OPEN, note="", at=MIDNIGHT)


def test_a_finding_belongs_to_an_audit(store: Engine) -> None:
    row = record(game(1, faulty=True)).findings[0]._asdict() | {"audit": "none", "position": 0}
    with pytest.raises(IntegrityError), store.begin() as connection:
        connection.execute(insert(findings), row)


@pytest.mark.parametrize("damaged", [b"", b"not zstd", packed(b"x" * 1000)[:-4]])
def test_damaged_bytes_are_refused(damaged: bytes) -> None:
    with pytest.raises(ValueError, match="the stored bytes are damaged"):
        unpacked(damaged)


def test_bytes_that_claim_to_be_huge_are_refused() -> None:
    with pytest.raises(ValueError, match="too large"):
        unpacked(packed(bytes((1 << 24) + 1)))
