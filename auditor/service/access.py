"""Who may do what: bearer tokens with roles, kept as hashes in a file of the operator."""

import tomllib
from collections.abc import Callable
from enum import Enum
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import grpc

from auditor.log import logger
from auditor.service.refusals import Refused, abort


class Role(Enum):
    """What a token lets its bearer do."""

    INGEST = "ingest"  # send games
    READ = "read"  # look things up
    REVIEW = "review"  # decide about findings


class Bearer(NamedTuple):
    """Who a token belongs to."""

    name: str
    roles: frozenset[Role]


EVERYBODY: Final = Bearer("", frozenset(Role))
"""Where no tokens are used: whoever can connect may do everything."""

ROLE_OF: Final = {
    "/auditor.v1.AuditService/AuditGames": Role.INGEST,
    "/auditor.v1.AuditService/FollowGame": Role.INGEST,
    "/auditor.v1.LookupService/ListGames": Role.READ,
    "/auditor.v1.LookupService/GetGame": Role.READ,
    "/auditor.v1.LookupService/ListFindings": Role.READ,
    "/auditor.v1.LookupService/GetFinding": Role.READ,
    "/auditor.v1.LookupService/GetTable": Role.READ,
    "/auditor.v1.LookupService/ReviewFinding": Role.REVIEW,
}
if TYPE_CHECKING:
    Handler: TypeAlias = grpc.RpcMethodHandler[Any, Any]
else:
    Handler = grpc.RpcMethodHandler  # a class of its own at run time


OPEN: Final = "/grpc.health.v1.Health/"
"""A load balancer has no token. Everything else takes at least some token."""


class TokenFileError(Exception):
    """A token file that cannot be used; the text says where and why."""


def tokens_of(text: str) -> dict[str, Bearer]:
    """The bearers by the SHA-256 of their tokens. Raises TokenFileError.

    The file is TOML with a table a token: ``[[token]] name = "desk"``, ``roles = ["read", "review"]`` and ``sha256``,
    the hash in hex. So nobody who reads the file has a token.
    """
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TokenFileError(f"not TOML: {error}") from None
    entries = document.get("token")
    if set(document) != {"token"} or not isinstance(entries, list) or not entries:
        raise TokenFileError("expected one or more tables [[token]], and nothing else")
    bearers: dict[str, Bearer] = {}
    for number, entry in enumerate(entries, 1):
        digest, bearer = _bearer(entry, f"token {number}")
        if digest in bearers:
            raise TokenFileError(f"token {number}: the same token is there already")
        bearers[digest] = bearer
    return bearers


def _bearer(entry: object, where: str) -> tuple[str, Bearer]:
    if not isinstance(entry, dict) or set(entry) != {"name", "roles", "sha256"}:
        raise TokenFileError(f"{where}: expected name, roles and sha256, and nothing else")
    name, roles, digest = entry["name"], entry["roles"], entry["sha256"]
    if not isinstance(name, str) or not name:
        raise TokenFileError(f"{where}: name is a text")
    known = {role.value: role for role in Role}
    if not isinstance(roles, list) or not roles or not all(role in known for role in roles if isinstance(role, str)):
        raise TokenFileError(f"{where} ({name}): roles are a list of {', '.join(known)}")
    if not isinstance(digest, str) or len(digest) != 64 or set(digest.lower()) - set("0123456789abcdef"):
        raise TokenFileError(f"{where} ({name}): sha256 is 64 hex digits, the SHA-256 of the token")
    return digest.lower(), Bearer(name, frozenset(known[role] for role in roles))


class Gate(grpc.ServerInterceptor):
    """Lets a call through when its token allows the method."""

    def __init__(self, bearers: dict[str, Bearer] | None, refused: Callable[[str], None]) -> None:
        """`bearers` None: no tokens are used. `refused` is told every reason."""
        self._bearers = bearers
        self._refused = refused

    def bearer(self, metadata: object) -> Bearer:
        """Who calls. Raises Refused."""
        if self._bearers is None:
            return EVERYBODY
        given = [value for key, value in metadata or () if key == "authorization"]  # type: ignore[attr-defined]
        if len(given) != 1 or not isinstance(given[0], str) or not given[0].startswith("Bearer "):
            raise Refused(
                grpc.StatusCode.UNAUTHENTICATED, "TOKEN_MISSING", "a token is needed: authorization: Bearer TOKEN"
            )
        # A look-up by the hash of what was sent says nothing about the tokens, however long it takes.
        bearer = self._bearers.get(sha256(given[0].removeprefix("Bearer ").encode()).hexdigest())
        if bearer is None:
            raise Refused(grpc.StatusCode.UNAUTHENTICATED, "TOKEN_UNKNOWN", "the token is not known")
        return bearer

    def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Handler | None],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Handler | None:
        """The handler of the method, or one that refuses."""
        method = handler_call_details.method
        handler = continuation(handler_call_details)
        if handler is None or method.startswith(OPEN):
            return handler
        try:
            bearer = self.bearer(handler_call_details.invocation_metadata)
            role = ROLE_OF.get(method)
            if role is not None and role not in bearer.roles:
                raise Refused(
                    grpc.StatusCode.PERMISSION_DENIED, "ROLE_MISSING", f"the token has not the role {role.value}"
                )
        except Refused as refused:
            self._refused(refused.reason)
            logger().warning("refused", method=method, reason=refused.reason)
            return _refusing(handler, refused)
        return handler


def _refusing(handler: Handler, refused: Refused) -> Handler:
    """A handler of the same kind that refuses every call."""

    def refuse(_: object, context: grpc.ServicerContext) -> bytes:
        abort(context, refused)

    if handler.request_streaming and handler.response_streaming:
        return grpc.stream_stream_rpc_method_handler(refuse)
    if handler.request_streaming:
        return grpc.stream_unary_rpc_method_handler(refuse)
    if handler.response_streaming:
        return grpc.unary_stream_rpc_method_handler(refuse)
    return grpc.unary_unary_rpc_method_handler(refuse)
