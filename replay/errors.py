"""How this package's exceptions are made."""

from typing import TypeVar

Made = TypeVar("Made", bound=type[Exception])


def ordinary(made: Made) -> Made:
    """The class as it is. A decorated class stays Python's own when the module it stands in is compiled.

    mypyc's native exceptions have a flaw: their garbage collection takes the list of weak references for a reference,
    so that one which somebody refers to weakly, as test tools and loggers do, ends the process.
    """
    return made
