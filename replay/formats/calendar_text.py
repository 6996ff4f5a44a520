"""Moments as logs count them, to the text a header has."""

from datetime import UTC, datetime
from typing import Final

_END: Final = 4_102_444_800  # the year 2100, in seconds


def moment(seconds: int) -> str:
    """RFC 3339 text of so many seconds since 1970, in UTC; empty when that is no time games were played."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if 0 < seconds < _END else ""
