"""Tokens of pages: where a page ended, and of which list. A token for another list is refused."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime
from hashlib import sha256
from typing import Final

from google.protobuf.message import Message

from auditor.service.refusals import Refused, invalid
from auditor.store.queries import Place

MOST: Final = 500
USUAL: Final = 50
TOKEN_BYTES: Final = 1024


def size_of(asked: int) -> int:
    """The size of a page. Raises Refused."""
    if asked > MOST:
        raise invalid(f"page_size {asked}: at most {MOST}")
    return asked or USUAL


def token_of(place: Place, request: Message) -> str:
    """The token of the page after the place."""
    parts = [place.at.isoformat(), place.name, place.position, _list_of(request)]
    return urlsafe_b64encode(json.dumps(parts).encode()).decode().rstrip("=")


def place_of(token: str, request: Message) -> Place | None:
    """Where the page before ended; None for the first page. Raises Refused."""
    if not token:
        return None
    try:
        if len(token) > TOKEN_BYTES:
            raise ValueError
        at, name, position, asked = json.loads(urlsafe_b64decode(token + "=" * (-len(token) % 4)))
        place = Place(datetime.fromisoformat(at), str(name), int(position))
        if place.at.tzinfo is None:
            raise ValueError
    except (ValueError, TypeError):
        raise _refused("the page token is none of ours") from None
    if asked != _list_of(request):
        raise _refused("the page token is of another list: filters and order have to stay as they were")
    return place


def _list_of(request: Message) -> str:
    """What names the list: the request without page size and token."""
    bare = type(request)()
    bare.CopyFrom(request)
    bare.ClearField("page_size")
    bare.ClearField("page_token")
    return sha256(bare.SerializeToString(deterministic=True)).hexdigest()[:16]


def _refused(message: str) -> Refused:
    refused = invalid(message)
    refused.reason = "BAD_PAGE_TOKEN"
    return refused
