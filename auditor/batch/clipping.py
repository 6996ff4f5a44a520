"""Texts from outside that are kept in a summary: none of them is so long that many would fill the memory."""

from typing import Final

from auditor.store.records import storable

LONGEST: Final = 300  # characters


def clipped(text: str) -> str:
    """The text; a longer one ends in an ellipsis. What no database takes becomes U+FFFD."""
    text = storable(text)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
