"""Inputs the fuzzer once found a fault with, and those it begins with: nothing raises."""

import re
from pathlib import Path

import pytest

from tools.fuzz_target import MAX_BYTES, READERS, changed, feed, seeds

FOUND = sorted(path for reader in READERS for path in Path(__file__).parent.glob(f"{reader}/*"))


@pytest.mark.parametrize("path", FOUND, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_what_was_found_stays_repaired(path: Path) -> None:
    feed(path.parent.name, path.read_bytes())


@pytest.mark.parametrize("reader", READERS)
def test_seeds_reach_the_audit(reader: str) -> None:
    assert all(len(seed) <= MAX_BYTES and feed(reader, seed) == 1 for seed in seeds(reader))


@pytest.mark.parametrize("reader", READERS)
def test_most_changed_logs_are_still_read(reader: str) -> None:
    seed = next(seeds(reader))
    numbers = range(40)
    again = [changed(reader, seed, MAX_BYTES, number, lambda data, most: data[:most]) for number in numbers]
    assert sum(data != seed for data in again) > 20
    assert sum(feed(reader, data) for data in again) > 10


@pytest.mark.parametrize("reader", READERS)
def test_a_changed_log_is_no_larger_than_allowed(reader: str) -> None:
    seed = next(seeds(reader))
    assert all(len(changed(reader, seed, 100, number, lambda data, most: data[:most])) <= 100 for number in range(20))


def test_make_fuzzes_every_reader() -> None:
    makefile = (Path(__file__).parents[2] / "Makefile").read_text(encoding="utf-8")
    (names,) = re.findall("^READERS := (.*)$", makefile, re.MULTILINE)
    assert tuple(names.split()) == READERS
