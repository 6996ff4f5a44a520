"""What ``auditor variants`` says of rulesets, as text or as JSON."""

import json
from collections.abc import Sequence
from typing import Final

from auditor.cli.rules import presets_like, setting_of, text_of
from auditor.cli.usage import Usage
from replay.catalogue import CATALOGUE
from replay.ruleset import loader
from replay.ruleset.assembly import plain_value
from replay.ruleset.catalogue import TOPICS, Spec
from replay.ruleset.errors import RulesetError
from replay.ruleset.loader import PRESETS, preset
from replay.ruleset.ruleset import ASSUMED, COMMAND_LINE, Ruleset

INDENT: Final = 8


def answer(name: str, rules: str, settings: Sequence[str], *, as_json: bool) -> str:
    """The text that answers the command: the list of presets where nothing is named. Raises Usage."""
    ruleset = _named(name, rules, settings)
    if ruleset is None:
        return _json(list(map(_summary, map(preset, PRESETS)))) if as_json else list_text()
    return _json(_object(ruleset)) if as_json else ruleset_text(ruleset)


def _named(name: str, rules: str, settings: Sequence[str]) -> Ruleset | None:
    if name and rules:
        raise Usage("either a preset or --rules can be given, not both")
    if not name and not rules:
        if settings:
            raise Usage("--set sets switches of a preset or of --rules: name one of them")
        return None
    if name and name not in PRESETS:
        raise Usage(f"there is no preset {name}; {presets_like(name)}")
    pairs = [setting_of(text) for text in settings]
    try:
        ruleset = loader.load(text_of(rules), rules) if rules else preset(name)
        return ruleset.with_switches(pairs, COMMAND_LINE) if pairs else ruleset
    except RulesetError as error:
        raise Usage(str(error)) from error


def codes_of(switch: str) -> tuple[str, ...]:
    """The ids of the finding codes that the switch changes."""
    return tuple(code.id for code in CATALOGUE if switch in code.switches)


def list_text() -> str:
    """The presets, one a line: name, revision, players, family, and how many switches are assumed."""
    width = max(map(len, PRESETS))
    lines = []
    for ruleset in map(preset, PRESETS):
        switches = ruleset.switches
        lines.append(
            f"{ruleset.name:<{width}}  revision {ruleset.revision}  {switches.seats} players  "
            f"{switches.family.value:<8}  assumed switches: {len(ruleset.assumed())}\n"
        )
    return "".join(lines)


def ruleset_text(ruleset: Ruleset) -> str:
    """Every switch by topic: a line with its value and source, and below it what it decides and changes."""
    family = ruleset.switches.family.value
    lines = [
        f"{ruleset.name}, revision {ruleset.revision}, {ruleset.switches.seats} players, {family}",
        f"digest {ruleset.digest}",
    ]
    for topic, specs in TOPICS:
        lines += ["", topic]
        for spec in specs:
            lines += _switch_lines(ruleset, spec)
    return "\n".join(lines) + "\n"


def _switch_lines(ruleset: Ruleset, spec: Spec) -> list[str]:
    origin = ruleset.provenance[spec.name]
    source = origin.source
    if source == ASSUMED:
        source += f", or {' or '.join(origin.alternatives)}"
    lines = [f"  {spec.name} = {ruleset.value(spec.name)}  ({source})", f"{'':{INDENT}}{spec.about}"]
    if codes := codes_of(spec.name):
        lines.append(f"{'':{INDENT}}findings: {', '.join(codes)}")
    return lines


def _summary(ruleset: Ruleset) -> dict[str, object]:
    return {
        "name": ruleset.name,
        "revision": ruleset.revision,
        "digest": ruleset.digest,
        "seats": ruleset.switches.seats,
        "family": ruleset.switches.family.value,
        "assumed": [switch for switch, _ in ruleset.assumed()],
    }


def _object(ruleset: Ruleset) -> dict[str, object]:
    switches = [
        {
            "name": spec.name,
            "topic": topic,
            "value": plain_value(ruleset.switches, spec.name),
            "source": ruleset.provenance[spec.name].source,
            "alternatives": list(ruleset.provenance[spec.name].alternatives),
            "about": spec.about,
            "codes": list(codes_of(spec.name)),
        }
        for topic, specs in TOPICS
        for spec in specs
    ]
    return {**_summary(ruleset), "switches": switches}


def _json(found: object) -> str:
    return json.dumps(found, ensure_ascii=False, indent=2) + "\n"
