"""A server that many tests may use, and games for it."""

from collections.abc import Iterator
from pathlib import Path
from shutil import copyfile

import pytest

from auditor.store.engine import open_store
from tests.auditor.service.running import Running, running


@pytest.fixture(scope="module")
def server(made_sqlite: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server on a SQLite file of its own, for tests that leave it as they find it."""
    path = tmp_path_factory.mktemp("served") / "auditor.db"
    copyfile(made_sqlite, path)
    engine = open_store(f"sqlite:///{path}", create=False)
    with running(engine) as running_server:
        yield running_server
    engine.dispose()
