"""What is said of a request that cannot be met."""


class Usage(Exception):  # noqa: N818 - what is wrong with it
    """A request that cannot be met; the text says why."""
