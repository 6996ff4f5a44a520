"""The one thing pyproject.toml cannot say: the wheel carries migrations/ inside the package."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

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


setup(cmdclass={"build_py": BuildWithMigrations})
