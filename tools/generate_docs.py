"""Generates the pages of docs/ that are made from code, or checks that the committed ones are fresh.

python tools/generate_docs.py [--check]
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from auditor import findings_doc

DOCS = Path(__file__).resolve().parent.parent / "docs"

PAGES: Final[tuple[tuple[str, Callable[[], str]], ...]] = (("findings.md", findings_doc.page),)
"""File name below docs/ and what makes its text."""


def stale() -> list[str]:
    """Names of the pages that a fresh run would change or add."""
    return [
        name for name, page in PAGES if not (path := DOCS / name).exists() or path.read_text(encoding="utf-8") != page()
    ]


def main() -> None:
    """Generates, or with --check exits with 1 and names what is not fresh."""
    if sys.argv[1:] == ["--check"]:
        if names := stale():
            sys.exit(f"not fresh, run make docs: {', '.join(names)}")
    elif sys.argv[1:]:
        sys.exit(__doc__)
    else:
        for name, page in PAGES:
            (DOCS / name).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
