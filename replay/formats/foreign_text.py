"""Text out of other people's logs, before it stands in a message or in a log of ours."""


def shown(text: str) -> str:
    """The text as it can stand in a message: short and printable."""
    printable = "".join(mark if mark.isprintable() else "?" for mark in text[:25])
    return printable if len(text) <= 25 else printable[:24] + "…"


def storable(text: str) -> str:
    """The text without what no store takes: NUL, and halves of surrogate pairs that careless decoders let through."""
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}").encode("utf-8", "replace").decode()
