"""What a platform shows, in words."""

import pytest

from auditor.event_text import event_text
from replay.gamelog import Event, FuritenFlag, Offer, OfferKind, WinDeclined


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (Offer(2, (OfferKind.RON,)), "seat 2 is offered ron"),
        (Offer(0, (OfferKind.DISCARD, OfferKind.OPEN_KAN)), "seat 0 is offered discard, open kan"),
        (Offer(1, ()), "seat 1 is offered nothing"),
        (FuritenFlag(3), "the platform marks seat 3 as furiten"),
        (FuritenFlag(3, clear=True), "the platform marks seat 3 as no longer furiten"),
        (WinDeclined(0), "seat 0 declines to win"),
    ],
)
def test_what_is_shown_in_words(event: Event, text: str) -> None:
    assert event_text(event) == text
