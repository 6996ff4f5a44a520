"""Requests read without building anything: what protobuf would make of them, or a refusal."""

import pytest

from auditor.judging import RulesChoice
from auditor.service.refusals import Refused
from auditor.service.scanning import MAX_RULES_BYTES, MAX_SETTINGS, batch_of, part_of
from auditor.v1 import audit_service_pb2 as pb
from auditor.v1.game_log_pb2 import SwitchOverride

GAME = pb.AuditGamesRequest(games=[b"game"]).SerializeToString()


def chosen(*settings: tuple[str, str], variant: str = "", rules: str = "") -> pb.RulesChoice:
    switches = [SwitchOverride(name=name, value=value) for name, value in settings]
    return pb.RulesChoice(variant=variant, rules=rules, settings=switches)


def in_batch(*choices: pb.RulesChoice) -> bytes:
    return GAME + b"".join(pb.AuditGamesRequest(rules=choice).SerializeToString() for choice in choices)


def in_part(*choices: pb.RulesChoice) -> bytes:
    return b"".join(pb.FollowGameRequest(rules=choice).SerializeToString() for choice in choices)


@pytest.mark.parametrize(
    ("choices", "choice"),
    [
        ([], RulesChoice()),
        ([chosen(variant="tenhou")], RulesChoice("tenhou")),
        ([chosen(rules="name = 'x'")], RulesChoice("", "name = 'x'", "rules of the request")),
        # A message that is there twice is one message to protobuf: the last text counts, lists are joined.
        (
            [chosen(("kiriage", "true"), variant="kansai"), chosen(("seats", "3"), variant="tenhou")],
            RulesChoice("tenhou", settings=(("kiriage", "true"), ("seats", "3"))),
        ),
    ],
)
def test_the_rules_are_those_that_protobuf_reads(choices: list[pb.RulesChoice], choice: RulesChoice) -> None:
    assert batch_of(in_batch(*choices)).rules == choice
    assert part_of(in_part(*choices)).rules == (choice if choices else None)


@pytest.mark.parametrize(
    ("choices", "reason"),
    [
        ([chosen(variant="tenhou", rules="name = 'x'")], "INVALID_REQUEST"),
        ([chosen(variant="tenhou"), chosen(rules="name = 'x'")], "INVALID_REQUEST"),
        ([chosen(*[("kiriage", "true")] * (MAX_SETTINGS + 1))], "INVALID_REQUEST"),
        ([chosen(*[("kiriage", "true")] * MAX_SETTINGS), chosen(("kiriage", "true"))], "INVALID_REQUEST"),
        ([chosen(rules="#" * MAX_RULES_BYTES)], "RULES_TOO_LARGE"),
        ([chosen(rules="#" * (MAX_RULES_BYTES // 2))] * 2, "RULES_TOO_LARGE"),
    ],
)
def test_bounds_of_the_rules_hold_however_many_parts_they_come_in(choices: list[pb.RulesChoice], reason: str) -> None:
    for refused in (lambda: batch_of(in_batch(*choices)), lambda: part_of(in_part(*choices))):
        with pytest.raises(Refused) as told:
            refused()
        assert told.value.reason == reason
