"""Generates what documents take from the code, or checks that the committed documents are fresh.

    python tools/generate_docs.py [--check]

`docs/findings.md` is the catalogue of findings, `docs/rulebook.md` the rules with the tests that show them. In
`README.md` the first block behind "What `make demo` prints" is what it prints before it serves, without the speeds, and
the one behind "draws its table" is that table.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # for the tests

from auditor import findings_doc, rulebook_doc  # noqa: E402 - after the path is known

README: Final = ROOT / "README.md"
DEMO_BLOCK: Final = re.compile(r"(?<=What `make demo` prints)(.*?\n```\n).*?(?=^```$)", re.DOTALL | re.MULTILINE)
TABLE_BLOCK: Final = re.compile(r"(?<=draws its table)(.*?\n```\n).*?(?=^```$)", re.DOTALL | re.MULTILINE)
SERVES: Final = "\n\n$ auditor serve "
SHOWS: Final = re.compile(r"^\$ auditor show .*?(?=\n\n\$ )", re.DOTALL | re.MULTILINE)
SPEED: Final = re.compile(r"; [\d,.]+ games/s$", re.MULTILINE)


def readme() -> str:
    """The README with what the demo prints now. Raises CalledProcessError when the demo fails."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, str(ROOT / "tools" / "demo.py"), folder]
        # How far it is would be said on a machine with much else to do.
        environment = {**os.environ, "AUDITOR_PROGRESS_SECONDS": "3600"}
        run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True, env=environment)
    printed = SPEED.sub("", run.stdout.decode().strip())
    audited, _, served = printed.partition(SERVES)
    (table,) = SHOWS.findall(served)
    text = DEMO_BLOCK.sub(lambda found: f"{found[1]}{audited}\n", README.read_text(encoding="utf-8"), count=1)
    return TABLE_BLOCK.sub(lambda found: f"{found[1]}{table}\n", text, count=1)


def rulebook() -> str:
    """The rule book with the tests there are."""
    from tests.rule_cases import rule_cases

    return rulebook_doc.page(rule_cases())


PAGES: Final[tuple[tuple[Path, Callable[[], str]], ...]] = (
    (ROOT / "docs" / "findings.md", findings_doc.page),
    (ROOT / "docs" / "rulebook.md", rulebook),
    (README, readme),
)
"""Files and what makes their text."""


def stale() -> list[str]:
    """The files, by path from the root, that a fresh run would change or add."""
    return [
        path.relative_to(ROOT).as_posix()
        for path, text in PAGES
        if not path.exists() or path.read_text(encoding="utf-8") != text()
    ]


def main() -> None:
    """Generates, or with --check exits with 1 and names what is not fresh."""
    if sys.argv[1:] == ["--check"]:
        if names := stale():
            sys.exit(f"not fresh, run make docs: {', '.join(names)}")
    elif sys.argv[1:]:
        sys.exit(__doc__)
    else:
        for path, text in PAGES:
            path.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
