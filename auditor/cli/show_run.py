"""What ``auditor show`` prints: the game as a list of rounds, or the table at an event."""

from auditor.cli.lookup import write
from auditor.cli.showing import of_file, stored
from auditor.cli.usage import Usage
from auditor.drawing import CannotDraw, drawn


def show_game(name: str, round_index: int | None, event_index: int | None, *, file: str, url: str) -> None:
    """The game, its round or its event is printed. Raises Usage."""
    game, finding = (of_file(name, file), None) if file else stored(name, url)
    if round_index is None and event_index is None and finding is not None:
        round_index, event_index = finding.finding.round_index, finding.finding.event_index
    try:
        for line in drawn(game, round_index, event_index):
            write(line + "\n")
    except CannotDraw as error:
        raise Usage(str(error)) from error
