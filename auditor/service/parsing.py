"""Encoded messages parsed, whatever comes."""

from typing import TypeVar

from google.protobuf.message import DecodeError, Message

from auditor.service.refusals import malformed

M = TypeVar("M", bound=Message)


def parsed(kind: type[M], data: bytes) -> M:
    """The message. Raises Refused when the bytes are none of its kind."""
    try:
        return kind.FromString(data)
    except DecodeError:
        raise malformed(f"not an encoded {kind.__name__}") from None
