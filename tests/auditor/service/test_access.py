"""Who is let in: tokens with roles, TLS, certificates of clients; and nothing secret in the log."""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import grpc
import pytest
import trustme
from grpc_health.v1.health_pb2 import HealthCheckRequest, HealthCheckResponse
from grpc_health.v1.health_pb2_grpc import HealthStub
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase
from sqlalchemy import Engine

from auditor.service.access import Role, TokenFileError, tokens_of
from auditor.store.writer import write_audits
from auditor.v1 import lookup_service_pb2 as lookups
from auditor.v1.lookup_service_pb2_grpc import LookupServiceStub
from auditor.wire import delimited
from tests.auditor.cli.serving import auditor, served
from tests.auditor.service.running import TIMEOUT, Running, batch, reason_of, running
from tests.auditor.store.records import game, record

TOKENS = {"platform": ["ingest"], "desk": ["read", "review"], "board": ["read"], "all": ["ingest", "read", "review"]}


def token_file() -> str:
    """A token file; the token of each name is the name reversed."""
    return "\n".join(
        f'[[token]]\nname = "{name}"\nroles = {roles!r}\nsha256 = "{sha256(name[::-1].encode()).hexdigest()}"\n'
        for name, roles in TOKENS.items()
    )


CALLS: dict[Role, Callable[[Running, object], object]] = {
    Role.INGEST: lambda server, metadata: list(
        server.audit.AuditGames(iter([batch(1, game(1))]), timeout=TIMEOUT, metadata=metadata)  # type: ignore[arg-type]
    ),
    Role.READ: lambda server, metadata: LookupServiceStub(server.channel).ListGames(
        lookups.ListGamesRequest(),
        timeout=TIMEOUT,
        metadata=metadata,  # type: ignore[arg-type]
    ),
    Role.REVIEW: lambda server, metadata: LookupServiceStub(server.channel).ReviewFinding(
        lookups.ReviewFindingRequest(finding="gone", status=lookups.REVIEW_STATUS_OPEN),
        timeout=TIMEOUT,
        metadata=metadata,  # type: ignore[arg-type]
    ),
}


def outcome(call: Callable[[], object]) -> str:
    """The reason of the refusal; empty where there is none, or only the finding is not there."""
    try:
        call()
    except grpc.RpcError as error:
        code, reason = reason_of(error)
        expected = {
            "TOKEN_MISSING": grpc.StatusCode.UNAUTHENTICATED,
            "TOKEN_UNKNOWN": grpc.StatusCode.UNAUTHENTICATED,
            "ROLE_MISSING": grpc.StatusCode.PERMISSION_DENIED,
            "NOT_FOUND": grpc.StatusCode.NOT_FOUND,
        }
        assert code is expected[reason]
        return "" if reason == "NOT_FOUND" else reason
    return ""


def test_tokens_let_in_by_their_roles(store: Engine) -> None:
    with running(store, bearers=tokens_of(token_file())) as server:
        for name, roles in TOKENS.items():
            metadata = (("authorization", f"Bearer {name[::-1]}"),)
            for role, call in CALLS.items():
                refused = outcome(lambda call=call, metadata=metadata: call(server, metadata))  # type: ignore[misc]
                assert refused == ("" if role.value in roles else "ROLE_MISSING"), (name, role)
        for given, reason in (
            ((), "TOKEN_MISSING"),
            ((("authorization", "Bearer wrong"),), "TOKEN_UNKNOWN"),
            ((("authorization", "Bearer "),), "TOKEN_UNKNOWN"),
            ((("authorization", "Basic lla"),), "TOKEN_MISSING"),
            ((("authorization", "Bearer lla"), ("authorization", "Bearer lla")), "TOKEN_MISSING"),
        ):
            for call in CALLS.values():
                assert outcome(lambda call=call, given=given: call(server, given)) == reason  # type: ignore[misc]
        health = HealthStub(server.channel).Check(HealthCheckRequest(), timeout=TIMEOUT)  # type: ignore[attr-defined]
        assert health.status == HealthCheckResponse.SERVING  # a load balancer has no token
        with pytest.raises(grpc.RpcError):
            ProtoReflectionDescriptorDatabase(server.channel).get_services()
        reasons = server.server.metrics.registry.get_sample_value
        assert reasons("auditor_refusals_total", {"reason": "TOKEN_MISSING"}) == 10


def test_who_decides_is_known_by_the_token(store: Engine) -> None:
    made = record(game(1, faulty=True))
    with store.begin() as connection:
        write_audits(connection, [made], None)
    with running(store, bearers=tokens_of(token_file())) as server:
        metadata = (("authorization", "Bearer ksed"),)
        for who, stored in (("", "desk"), ("Carla", "Carla (desk)")):
            request = lookups.ReviewFindingRequest(
                finding=made.findings[-1].id, status=lookups.REVIEW_STATUS_CONFIRMED, who=who
            )
            answer = LookupServiceStub(server.channel).ReviewFinding(request, timeout=TIMEOUT, metadata=metadata)
            assert answer.review.who == stored


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[[token]", "not TOML"),
        ("", "expected one or more tables"),
        ("token = 3", "expected one or more tables"),
        ('[[token]]\nname = "a"', "token 1: expected name, roles and sha256"),
        (token_file().replace("ingest", "injest"), "roles are a list of ingest, read, review"),
        (token_file() + token_file(), "token 5: the same token is there already"),
        (token_file().replace('sha256 = "', 'sha256 = "x'), "sha256 is 64 hex digits"),
    ],
)
def test_a_token_file_that_cannot_be(text: str, reason: str) -> None:
    with pytest.raises(TokenFileError, match=reason):
        tokens_of(text)


def test_reflection_names_the_services(server: Running) -> None:
    database = ProtoReflectionDescriptorDatabase(server.channel)
    assert {"auditor.v1.AuditService", "auditor.v1.LookupService", "grpc.health.v1.Health"} <= set(
        database.get_services()
    )
    assert database.FindFileContainingSymbol("auditor.v1.LookupService").package == "auditor.v1"


def credentials(
    authority: trustme.CA, *, client_authority: trustme.CA | None = None
) -> tuple[grpc.ServerCredentials, bytes]:
    """Those of a server on localhost, and the certificate its clients trust."""
    made = authority.issue_cert("localhost")
    chain = b"".join(blob.bytes() for blob in made.cert_chain_pems)
    clients = client_authority.cert_pem.bytes() if client_authority else None
    pair = (made.private_key_pem.bytes(), chain)
    return grpc.ssl_server_credentials([pair], clients, require_client_auth=clients is not None), chain


def test_tls_and_certificates_of_clients(made_sqlite: Path) -> None:
    from auditor.store.engine import open_store

    engine = open_store(f"sqlite:///{made_sqlite}", create=False)
    ours, theirs, strangers = trustme.CA(), trustme.CA(), trustme.CA()
    root = ours.cert_pem.bytes()
    mine = theirs.issue_cert("client@example.org")
    key, chain = mine.private_key_pem.bytes(), mine.cert_chain_pems[0].bytes()
    other = strangers.issue_cert("client@example.org")
    secured, _ = credentials(ours, client_authority=theirs)
    for given, answers in (
        (grpc.ssl_channel_credentials(root, key, chain), True),
        (grpc.ssl_channel_credentials(root), False),
        (grpc.ssl_channel_credentials(root, other.private_key_pem.bytes(), other.cert_chain_pems[0].bytes()), False),
        (grpc.ssl_channel_credentials(strangers.cert_pem.bytes(), key, chain), False),
        (None, False),
    ):
        with running(engine, credentials=secured, channel_credentials=given) as server:
            lookup = LookupServiceStub(server.channel)
            if answers:
                assert lookup.ListGames(lookups.ListGamesRequest(), timeout=TIMEOUT).games is not None
                continue
            with pytest.raises(grpc.RpcError) as refused:
                lookup.ListGames(lookups.ListGamesRequest(), timeout=10)
            assert refused.value.code() is grpc.StatusCode.UNAVAILABLE
    engine.dispose()


def test_a_stream_with_tls_and_a_token(tmp_path: Path) -> None:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    made = authority.issue_cert("127.0.0.1")
    made.private_key_pem.write_to_path(str(tmp_path / "key.pem"))
    made.cert_chain_pems[0].write_to_path(str(tmp_path / "cert.pem"))
    (tmp_path / "tokens.toml").write_text(token_file(), encoding="utf-8")
    (tmp_path / "good").write_text("mroftalp\n", encoding="ascii")
    (tmp_path / "bad").write_text("draob\n", encoding="ascii")
    (tmp_path / "a.paifu").write_bytes(delimited(game(1)))
    secured = ("--listen", "127.0.0.1:0", "--jobs", "1", "--tls-cert", "cert.pem", "--tls-key", "key.pem")
    with served(tmp_path, *secured, environment={"AUDITOR_TOKEN_FILE": "tokens.toml"}) as server:
        stream = ("stream", "a.paifu", "--target", server.target(), "--tls-ca", "ca.pem", "--patience", "0")
        assert auditor(*stream, "--token", "good", folder=tmp_path).returncode == 0
        refused = auditor(*stream, "--token", "bad", folder=tmp_path)
        missing = auditor(*stream, folder=tmp_path)
        plain = auditor("stream", "a.paifu", "--target", server.target(), "--patience", "0", folder=tmp_path)
    assert (refused.returncode, missing.returncode, plain.returncode) == (2, 2, 4)
    assert "ROLE_MISSING: the token has not the role ingest" in refused.stderr
    assert "TOKEN_MISSING" in missing.stderr
    assert all("mroftalp" not in str(event) for event in server.events())
