"""How many there are, in words."""


def counted(number: int, one: str, several: str = "") -> str:
    """Such as ``1 game``, ``2,000 games``; `several` where that is not `one` with an s."""
    return f"{number:,} {one if number == 1 else several or f'{one}s'}"
