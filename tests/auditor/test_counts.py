"""Numbers in sentences."""

import pytest

from auditor.counts import counted


@pytest.mark.parametrize(
    ("number", "words", "text"),
    [
        (0, ("game",), "0 games"),
        (1, ("game",), "1 game"),
        (2, ("game",), "2 games"),
        (1_000, ("game",), "1,000 games"),
        (1, ("batch", "batches"), "1 batch"),
        (3, ("batch", "batches"), "3 batches"),
    ],
)
def test_one_is_not_several(number: int, words: tuple[str, ...], text: str) -> None:
    assert counted(number, *words) == text
