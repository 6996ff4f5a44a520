"""What can be wrong with a database. Apart, so that nothing heavy is imported to catch it."""


class StoreError(Exception):
    """A database that cannot be used; the text says which and why."""
