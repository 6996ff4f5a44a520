"""The rules an operator names on the command line: ``--variant``, ``--rules`` and ``--set``."""

from collections.abc import Sequence
from typing import Final

from auditor.cli.usage import Usage
from replay.ruleset import loader
from replay.ruleset.errors import RulesetError, nearest_name
from replay.ruleset.loader import PRESETS, preset
from replay.ruleset.ruleset import COMMAND_LINE, Ruleset

RULES_BYTES: Final = 1 << 20


def rules_of(*, variant: str, rules: str, settings: Sequence[str], default: str) -> Ruleset:
    """The rules named by the options, those of the preset `default` where none are. Raises Usage."""
    if variant and rules:
        raise Usage("either --variant or --rules can be given, not both")
    pairs = [setting_of(text) for text in settings]
    try:
        base = loader.load(text_of(rules), rules) if rules else preset_of(variant or default)
        return base.with_switches(pairs, COMMAND_LINE) if pairs else base
    except RulesetError as error:
        raise Usage(str(error)) from error


def setting_of(text: str) -> tuple[str, str]:
    """Switch and value text of a ``SWITCH=VALUE``. Raises Usage."""
    name, equals, value = text.partition("=")
    if not equals:
        raise Usage(f"--set {text}: expected SWITCH=VALUE")
    return name.strip(), value.strip()


def preset_of(name: str) -> Ruleset:
    """The preset that ``--variant`` names. Raises Usage."""
    if name not in PRESETS:
        raise Usage(f"--variant {name}: there is no such preset; {presets_like(name)}")
    return preset(name)


def presets_like(name: str) -> str:
    """The preset that was probably meant, else all there are, in words that follow a semicolon."""
    near = nearest_name(name, PRESETS)
    return f"the nearest is {near}" if near else f"there are {', '.join(PRESETS)}"


def text_of(path: str) -> str:
    """The text of the file that ``--rules`` names. Raises Usage."""
    try:
        with open(path, "rb") as file:
            data = file.read(RULES_BYTES + 1)
    except (OSError, ValueError) as error:
        raise Usage(f"--rules {path}: {getattr(error, 'strerror', None) or error}") from error
    if len(data) > RULES_BYTES:
        raise Usage(f"--rules {path}: larger than {RULES_BYTES:,} bytes")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise Usage(f"--rules {path}: not UTF-8 at byte {error.start}") from error
