"""What the exit status says."""

from enum import IntEnum


class Status(IntEnum):
    """Exit statuses. Of several that apply, strongest first: 3, 4, 2, 1, 5."""

    FINE = 0  # warnings and notices alone are fine
    ERRORS_FOUND = 1  # findings of severity error
    REFUSED = 2  # usage, or a path that cannot be opened
    INTERNAL_ERROR = 3
    INCOMPLETE = 4  # the same command again does the rest
    NOTHING_TO_AUDIT = 5
    INTERRUPTED = 130  # Ctrl-C, as shells say it
    OUTPUT_CLOSED = 141  # nobody reads on, as shells say it
