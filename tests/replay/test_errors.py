"""The exceptions of the engine, whichever build it is."""

import importlib
import pkgutil
import sys
import weakref

import pytest

import replay


def exceptions() -> list[type[Exception]]:
    """Every exception class of the package."""
    found = {
        value
        for module in pkgutil.walk_packages(replay.__path__, "replay.")
        for value in vars(importlib.import_module(module.name)).values()
        if isinstance(value, type) and issubclass(value, Exception) and value.__module__.startswith("replay.")
    }
    return sorted(found, key=lambda made: (made.__module__, made.__name__))


@pytest.mark.parametrize("made", exceptions())
def test_a_weak_reference_to_an_exception_outlives_it(made: type[Exception]) -> None:
    """That to a native exception of mypyc loses a reference it never had: its memory is used again while it is held."""
    error = made.__new__(made)
    kept = weakref.ref(error)
    before = sys.getrefcount(kept)
    del error
    assert sys.getrefcount(kept) == before
    assert kept() is None
