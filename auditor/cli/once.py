"""What holds for the options of every command: one that stands for one thing is given once."""

from collections.abc import Iterable
from typing import Any

import typer
from typer.core import TyperCommand, TyperOption


class Command(TyperCommand):
    """A command that refuses a second value for an option instead of forgetting the first."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """What is left of the arguments. Ends with a usage error where an option with a value is given again."""
        _, _, given = self.make_parser(ctx).parse_args(args=list(args))
        if not any(parameter.is_eager for parameter in given):  # whoever asks for help gets it
            for option in dict.fromkeys(given):
                if isinstance(option, TyperOption) and _stands_once(option) and given.count(option) > 1:
                    names = " or ".join((*option.opts, *option.secondary_opts))
                    ctx.fail(f"{names} is given {given.count(option)} times, where only one can count")
        left: list[str] = super().parse_args(ctx, args)
        return left


def _stands_once(option: TyperOption) -> bool:
    """Whether two of it contradict each other; a switch that is turned on twice is on."""
    return not option.multiple and (not option.is_flag or bool(option.secondary_opts))


def once(apps: Iterable[typer.Typer]) -> None:
    """The commands of the apps are such commands."""
    for app in apps:
        for command in app.registered_commands:
            command.cls = Command
