"""What pyproject.toml cannot say: the wheel carries migrations/, and the engine compiled where that is asked for.

With AUDITOR_COMPILED=1 in the environment, which takes mypy and a C compiler, `replay/` is compiled by mypyc and the
wheel is one for this Python and platform. Without it the wheel is plain Python and runs anywhere.
"""

import os
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
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


class BuildOnEveryCore(build_ext):
    """Compiles as many C files at a time as there are cores: nearly all of them belong to one extension."""

    def build_extensions(self) -> None:
        """The extensions are in the build folder."""
        compile_one_after_the_other = self.compiler.compile

        def compile_beside_each_other(sources: list[str], **options: Any) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count()) as threads:
                made = threads.map(lambda source: compile_one_after_the_other([source], **options), sources)
                return [name for names in made for name in names]

        self.compiler.compile = compile_beside_each_other
        super().build_extensions()


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


setup(
    cmdclass={"build_py": BuildWithMigrations, "build_ext": BuildOnEveryCore},
    ext_modules=compiled_engine() if COMPILED else [],
)
