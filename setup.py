"""What pyproject.toml cannot say: the wheel carries migrations/, and the engine compiled where that is asked for.

With AUDITOR_COMPILED=1 in the environment, which takes mypy and a C compiler, `replay/` is compiled by mypyc and the
wheel is one for this Python and platform. Without it the wheel is plain Python and runs anywhere.
"""

import os
import shutil
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_py import build_py

COMPILED = os.environ.get("AUDITOR_COMPILED") == "1"
MIGRATIONS = Path("migrations")


class BuildWithMigrations(build_py):
    """Copies the migrations to where `auditor.store.upgrade` looks for them. A checkout uses its own folder."""

    def run(self) -> None:
        """The modules and the migrations are in the build folder."""
        super().run()
        if self.editable_mode:
            return
        for path in sorted([*MIGRATIONS.glob("*.py"), *MIGRATIONS.glob("*.mako"), *MIGRATIONS.glob("versions/*.py")]):
            target = Path(self.build_lib, "auditor", path)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)


def compiled_engine() -> list[Extension]:
    """The extensions of `replay/` but its simulator, which has no work by the million games to do."""
    from mypyc.build import mypycify

    modules = [
        str(path)
        for path in sorted(Path("replay").rglob("*.py"))
        if path.name != "__init__.py" and "simulate" not in path.parts
    ]
    # One C file a module compiles in about a minute, one file of everything in ten.
    extensions = mypycify(modules, group_name="replay", opt_level="2", debug_level="0", multi_file=True)
    if sys.platform != "win32":
        for extension in extensions:
            # Else every call from one module into another goes through a table, in case somebody replaces it: 5 %.
            extension.extra_compile_args.append("-fvisibility=hidden")
    return extensions


setup(cmdclass={"build_py": BuildWithMigrations}, ext_modules=compiled_engine() if COMPILED else [])
