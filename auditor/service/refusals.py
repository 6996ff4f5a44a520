"""Requests that cannot be met: a gRPC status with a reason for programs and a text for people."""

from typing import Final, NoReturn

import grpc
from google.protobuf.any_pb2 import Any
from google.rpc.error_details_pb2 import ErrorInfo  # type: ignore[import-untyped] # it has no types
from google.rpc.status_pb2 import Status  # type: ignore[import-untyped]
from grpc_status.rpc_status import to_status

DOMAIN: Final = "auditor.v1"


class Refused(Exception):  # noqa: N818 - reads as what it says
    """A request that cannot be met."""

    def __init__(self, code: grpc.StatusCode, reason: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.reason = reason
        self.message = message


def malformed(message: str) -> Refused:
    """The refusal of a request that is not what its schema says."""
    return Refused(grpc.StatusCode.INVALID_ARGUMENT, "MALFORMED_REQUEST", message)


def invalid(message: str) -> Refused:
    """The refusal of a request whose parts cannot be, each or together."""
    return Refused(grpc.StatusCode.INVALID_ARGUMENT, "INVALID_REQUEST", message)


def not_found(message: str) -> Refused:
    """The refusal of a name that names nothing in the store."""
    return Refused(grpc.StatusCode.NOT_FOUND, "NOT_FOUND", message)


def store_unavailable() -> Refused:
    """The refusal while the database fails. What is wrong with it is in our log, and no client's business."""
    return Refused(grpc.StatusCode.UNAVAILABLE, "STORE_UNAVAILABLE", "the store cannot be reached; try again later")


def draining() -> Refused:
    """The refusal of a server that is about to end."""
    return Refused(grpc.StatusCode.UNAVAILABLE, "DRAINING", "the server is about to end; try again elsewhere or later")


def internal() -> Refused:
    """What a client learns of a fault of ours."""
    return Refused(grpc.StatusCode.INTERNAL, "INTERNAL", "the auditor itself failed; its log says more")


def abort(context: grpc.ServicerContext, refused: Refused) -> NoReturn:
    """Ends the call with the refusal as google.rpc.Status."""
    detail = Any()
    detail.Pack(ErrorInfo(reason=refused.reason, domain=DOMAIN))
    status = Status(code=refused.code.value[0], message=refused.message, details=[detail])
    context.abort_with_status(to_status(status))
    raise AssertionError("abort returned")  # it raises
