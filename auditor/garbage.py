"""How often Python looks for garbage.

A game makes thousands of objects that reference counting frees; only a reference cycle, and there are hardly any, waits
for the collector. Looking after every 700 new objects, as Python does, takes a tenth of an audit's time.
"""

import gc
from typing import Final

THRESHOLDS: Final = (50_000, 10, 10)  # new objects; and how many looks at the younger for one at the older


def look_rarely() -> None:
    """Garbage is looked for once in some fifty games, in this process."""
    gc.set_threshold(*THRESHOLDS)
