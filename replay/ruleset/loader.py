"""Rulesets from TOML: the packaged presets and what operators write.

A file has an optional `name` and `revision` (one that changes a preset and has no name is called by what it changes, as
in ``tenhou+chi``), the switches under ``[switches]`` (or on the top level), and either all of
them or ``extends = "<preset>"`` and the differences. A switch is a bare value, whose source then is the operator, or a
table ``{ value = 3, source = "measured" }``; an assumed one lists its alternatives.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from replay.ruleset.assembly import build_switches, plain_values
from replay.ruleset.catalogue import SPEC_OF, SPECS, Spec
from replay.ruleset.errors import Problem, RulesetError, nearest_name
from replay.ruleset.lines import line_of
from replay.ruleset.ruleset import ASSUMED, LOG, OPERATOR, SEED, SOURCES, Provenance, Ruleset
from replay.ruleset.sanity import contradictions, without_effect
from replay.ruleset.values import (
    SwitchValueError,
    Value,
    check_value,
    read_value,
    shown,
    value_text,
)

PRESETS: Final[tuple[str, ...]] = (
    "tenhou-sanma",
    "tenhou",
    "kansai",
    "kansai-north",
    "kansai-north-red",
    "shenzhen",
    "majsoul-sanma",
    "majsoul",
    "riichi-city-sanma",
)
"""Names of the packaged presets, in the order they were built."""

HEADINGS: Final = ("name", "revision", "extends", "switches")
PARTS: Final = ("value", "source", "alternatives")
SEED_SOURCE: Final = re.compile(r"seed:[NRKS][0-9]{1,2}(,[NRKS][0-9]{1,2})*")
LONGEST_NAME: Final = 100
MISSING_SHOWN: Final = 10
NAMED_CHANGES: Final = 2


@cache
def preset(name: str) -> Ruleset:
    """The packaged preset, read once. Raises RulesetError naming the nearest one when there is none."""
    if name not in PRESETS:
        raise RulesetError("presets", [unknown_preset(name)])
    resource = files("replay.ruleset").joinpath("presets", f"{name}.toml")
    return _Reading(resource.read_text(encoding="utf-8"), f"{name}.toml").ruleset()


def unknown_preset(name: str) -> Problem:
    """The problem of a preset that does not exist."""
    return Problem("", f"there is no preset {shown(name)}", nearest=nearest_name(name, PRESETS))


def load(text: str, origin: str) -> Ruleset:
    """The ruleset of an operator's TOML text; `origin` names it in errors. Raises RulesetError with every problem.

    What the text sets is the operator's word, whatever source it states, unless it leaves the switch to the log.
    """
    reading = _Reading(text, origin)
    rules = reading.ruleset()
    own = frozenset(name for name in reading.written if rules.provenance[name].source != LOG)
    return Ruleset(rules.name, rules.revision, rules.switches, rules.provenance, own)


class _Reading:
    """One text being read, and the problems found so far."""

    def __init__(self, text: str, origin: str) -> None:
        self.text = text.removeprefix("\ufeff")
        self.origin = origin
        self.problems: list[Problem] = []
        self.values: dict[str, Value] = {}
        self.provenance: dict[str, Provenance] = {}
        self.written: set[str] = set()  # switches the text has, even if wrongly

    def ruleset(self) -> Ruleset:
        document = self.parse()
        base = self.base(document)
        if base is not None:
            self.values = plain_values(base.switches)
            self.provenance = dict(base.provenance)
        revision = self.revision(document, base)
        self.switches(document)
        name = self.name(document, base)
        if "extends" not in document:
            missing = [spec.name for spec in SPECS if spec.name not in self.written]
            if missing:
                shortened = missing[:MISSING_SHOWN] + ["…"] * (len(missing) > MISSING_SHOWN)
                reason = f"without extends every switch is needed; {len(missing)} are missing: {', '.join(shortened)}"
                self.problem("", reason)
        self.stop_at_problems()
        return self.checked(Ruleset(name, revision, build_switches(self.values), self.provenance))

    def parse(self) -> dict[str, object]:
        try:
            return tomllib.loads(self.text)
        except RecursionError:
            reason, line = "lists or tables are nested too deeply", None
        except ValueError as error:  # of TOML itself, or a number too long for an int
            reason = f"this is not TOML: {error}"
            place = re.search(r" \(at line ([0-9]+), column ([0-9]+)\)$", reason)
            line = int(place[1]) if place else self.text.count("\n") + 1
        raise RulesetError(self.origin, [Problem("", reason, line)])

    def base(self, document: Mapping[str, object]) -> Ruleset | None:
        extended = document.get("extends")
        if extended is None:
            return None
        if not isinstance(extended, str):
            self.problem("extends", f"expected the name of a preset; given {shown(extended)}")
        elif extended not in PRESETS:
            unknown = unknown_preset(extended)
            self.problem("extends", unknown.reason, unknown.nearest)
        else:
            return preset(extended)
        return None

    def name(self, document: Mapping[str, object], base: Ruleset | None) -> str:
        name = document.get("name")
        if name is None:
            if "extends" not in document:
                self.problem("name", "without extends a name is needed")
            return self.name_by_changes(base.name) if base else ""
        if not isinstance(name, str) or not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
            self.problem("name", f"expected a text of 1 to {LONGEST_NAME} printable characters; given {shown(name)}")
            return ""
        return name

    def name_by_changes(self, name: str) -> str:
        """What the rules are called that set switches of a preset: not like the preset, whose rules they are not.

        The text alone decides about it, as it does about the digest: a copy of the file has the same rules.
        """
        changed = [spec.name for spec in SPECS if spec.name in self.written]
        if len(changed) > NAMED_CHANGES:
            return f"{name}+{len(changed)} switches"
        return "+".join([name, *changed])

    def revision(self, document: Mapping[str, object], base: Ruleset | None) -> int:
        revision = document.get("revision")
        if revision is None:
            return base.revision if base else 1
        if not isinstance(revision, int) or isinstance(revision, bool) or not 1 <= revision <= 999_999_999:
            self.problem("revision", f"expected a whole number from 1 to 999999999; given {shown(revision)}")
            return 1
        return revision

    def switches(self, document: Mapping[str, object]) -> None:
        for key, given in document.items():
            if key == "switches":
                if isinstance(given, dict):
                    table: dict[str, object] = given
                    for name, entry in table.items():
                        self.switch(name, entry, SPEC_OF)
                else:
                    self.problem("switches", f"expected a table of switches; given {shown(given)}")
            elif key not in HEADINGS:
                self.switch(key, given, {**SPEC_OF, **dict.fromkeys(HEADINGS)})

    def switch(self, name: str, given: object, known: Mapping[str, Spec | None]) -> None:
        """Takes one switch; `known` are the keys that could have stood in its place."""
        spec = SPEC_OF.get(name)
        if spec is None:
            self.problem(name, "there is no such switch", nearest_name(name, known))
        elif name in self.written:
            self.problem(name, "stands both on the top level and under [switches]")
        else:
            self.written.add(name)
            if isinstance(given, dict):
                self.table(spec, given)
            else:
                self.value(spec, name, given)
                self.provenance[name] = Provenance(OPERATOR)

    def table(self, spec: Spec, table: dict[str, object]) -> None:
        for part in table:
            if part not in PARTS:
                self.problem(f"{spec.name}.{part}", "there is no such part", nearest_name(part, PARTS))
        if "value" in table:
            self.value(spec, f"{spec.name}.value", table["value"])
        else:
            self.problem(f"{spec.name}.value", f"a value is needed; expected {spec.expected}")
        self.provenance[spec.name] = Provenance(self.source(spec, table), self.alternatives(spec, table))

    def value(self, spec: Spec, key: str, given: object) -> None:
        try:
            self.values[spec.name] = check_value(spec, given)
        except SwitchValueError as problem:
            self.problem(key, problem.reason, problem.nearest)

    def source(self, spec: Spec, table: Mapping[str, object]) -> str:
        source = table.get("source", OPERATOR)
        if isinstance(source, str) and (source in SOURCES or SEED_SOURCE.fullmatch(source)):
            return source
        reason = f"expected seed:<rule ids> or one of {', '.join(SOURCES)}; given {shown(source)}"
        near = nearest_name(source, (SEED, *SOURCES)) if isinstance(source, str) else ""
        self.problem(f"{spec.name}.source", reason, near)
        return OPERATOR

    def alternatives(self, spec: Spec, table: Mapping[str, object]) -> tuple[str, ...]:
        key = f"{spec.name}.alternatives"
        given = table.get("alternatives", [])
        if not isinstance(given, list):
            self.problem(key, f"expected a list of values; given {shown(given)}")
            return ()
        items: list[object] = given
        assumed = table.get("source") == ASSUMED
        if assumed and not items:
            self.problem(key, "an assumed switch needs at least one alternative value")
        elif items and not assumed:
            self.problem(key, f'only a switch with source = "{ASSUMED}" has alternatives')
        known = [value_text(self.values[spec.name])] if spec.name in self.values else []
        for item in items:
            try:
                text = value_text(check_value(spec, item))
            except SwitchValueError as problem:
                self.problem(key, problem.reason, problem.nearest)
                continue
            if text in known:
                self.problem(key, f"{text} stands there twice, or is the value itself")
            known.append(text)
        return tuple(known[1:])

    def checked(self, ruleset: Ruleset) -> Ruleset:
        """The ruleset, when neither it nor one of its alternatives contradicts itself."""
        for name, reason in (*contradictions(ruleset.switches), *without_effect(ruleset.switches)):
            self.problem(name, reason)
        self.stop_at_problems()
        for switch, alternatives in ruleset.assumed():
            for text in alternatives:
                values = {**self.values, switch: read_value(SPEC_OF[switch], text)}
                for name, reason in contradictions(build_switches(values)):
                    self.problem(f"{switch}.alternatives", f"with {text}, {name} cannot hold: {reason}")
        self.stop_at_problems()
        return ruleset

    def problem(self, key: str, reason: str, nearest: str = "") -> None:
        self.problems.append(Problem(key, reason, line_of(self.text, key) if key else None, nearest))

    def stop_at_problems(self) -> None:
        if self.problems:
            raise RulesetError(self.origin, sorted(self.problems, key=lambda problem: problem.line or 0))
