"""A ruleset: the switches with a name, a revision, a digest, and where each value comes from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from typing import Final

from replay.ruleset.assembly import build_switches, plain_value, plain_values
from replay.ruleset.catalogue import SPEC_OF, SPECS
from replay.ruleset.errors import Problem, RulesetError, nearest_name
from replay.ruleset.sanity import contradictions, without_effect
from replay.ruleset.switches import Switches
from replay.ruleset.values import (
    SwitchValueError,
    Value,
    read_value,
    value_text,
    value_toml,
)

MEASURED: Final = "measured"  # seen to hold in real logs
DOCUMENT: Final = "document"  # only written somewhere
ASSUMED: Final = "assumed"  # our reading; has alternatives
LOG: Final = "log"  # what the log states; in a preset: the log decides, this value where it is silent
OPERATOR: Final = "operator"  # an operator's file
COMMAND_LINE: Final = "command line"
SOURCES: Final = (MEASURED, DOCUMENT, ASSUMED, LOG, OPERATOR, COMMAND_LINE)
SEED: Final = "seed:"  # followed by the rule ids, as in seed:N12 or seed:K1,K2


@dataclass(frozen=True)
class Provenance:
    """Where a value comes from; an assumed one has alternatives, as text (see `values.value_text`)."""

    source: str
    alternatives: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Ruleset:
    """Rules ready to be applied. Two are equal when their digests are, that is: name, revision, values and sources."""

    name: str
    revision: int
    switches: Switches
    provenance: Mapping[str, Provenance]  # of every switch
    own: frozenset[str] = frozenset()  # switches that an operator's file sets itself: stronger than what a log states
    digest: str = field(init=False)  # SHA-256 of the resolved text, hex

    def __post_init__(self) -> None:
        object.__setattr__(self, "digest", sha256(self.to_toml().encode()).hexdigest())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ruleset) and other.digest == self.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def to_toml(self) -> str:
        """The fully resolved rules as TOML, which `loader.load` reads back to an equal ruleset."""
        values = plain_values(self.switches)
        lines = [f"name = {quoted(self.name)}", f"revision = {self.revision}", "", "[switches]"]
        for spec in SPECS:
            origin = self.provenance[spec.name]
            parts = [f"value = {value_toml(values[spec.name])}", f'source = "{origin.source}"']
            if origin.alternatives:
                readings = (value_toml(read_value(spec, text)) for text in origin.alternatives)
                parts.append(f"alternatives = [{', '.join(readings)}]")
            lines.append(f"{spec.name} = {{ {', '.join(parts)} }}")
        return "\n".join(lines) + "\n"

    def value(self, switch: str) -> str:
        """The text of a switch's value, such as ``true``, ``300``, ``two``, ``[1, 1]``, ``none``."""
        return value_text(plain_value(self.switches, switch))

    def assumed(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Every assumed switch with the texts of its alternative values, in catalogue order."""
        return tuple(
            (spec.name, self.provenance[spec.name].alternatives)
            for spec in SPECS
            if self.provenance[spec.name].source == ASSUMED
        )

    def alternative(self, switch: str, value: str) -> "Ruleset":
        """The same rules with one assumed switch at one of its alternatives, the present value now being one of them.

        Built once and kept. Raises KeyError when it is no alternative of the switch.
        """
        return _alternative(self, switch, value)

    def with_switch(self, name: str, value_text: str, source: str) -> "Ruleset":
        """The same rules with one switch set, no longer assumed. Raises RulesetError, whose origin is the source."""
        return self.with_switches(((name, value_text),), source)

    def with_switches(self, settings: Sequence[tuple[str, str]], source: str) -> "Ruleset":
        """The same rules with (name, value text) pairs set together; of two for one switch the later counts.

        Raises RulesetError with every problem: unknown names, ill-typed values, or a set that contradicts itself.
        """
        values = plain_values(self.switches)
        provenance = dict(self.provenance)
        problems: list[Problem] = []
        for name, text in settings:
            spec = SPEC_OF.get(name)
            if spec is None:
                problems.append(Problem(name, "there is no such switch", nearest=nearest_name(name, SPEC_OF)))
                continue
            try:
                values[name] = read_value(spec, text)
            except SwitchValueError as problem:
                problems.append(Problem(name, problem.reason, nearest=problem.nearest))
                continue
            provenance[name] = Provenance(source)
        if not problems:
            switches = build_switches(values)
            wrong = (*contradictions(switches), *without_effect(switches))
            problems = [Problem(name, reason) for name, reason in wrong]
            if not problems:
                return Ruleset(self.name, self.revision, switches, provenance)
        raise RulesetError(source, problems)


@lru_cache(maxsize=512)
def _alternative(rules: Ruleset, switch: str, text: str) -> Ruleset:
    origin = rules.provenance[switch]
    if text not in origin.alternatives:
        raise KeyError(f"{text} is no alternative of {switch}")
    values: dict[str, Value] = plain_values(rules.switches)
    present = value_text(values[switch])
    values[switch] = read_value(SPEC_OF[switch], text)
    others = (present, *(other for other in origin.alternatives if other != text))
    provenance = {**rules.provenance, switch: Provenance(ASSUMED, others)}
    return Ruleset(rules.name, rules.revision, build_switches(values), provenance)


def quoted(text: str) -> str:
    """The text, free of control characters, as a TOML string."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
