"""What of Ray can be seen without the command line: see `tests/auditor/cli/test_batch.py` for the rest."""

import multiprocessing
import os
import signal
from importlib.util import find_spec
from socket import socket

import pytest

from auditor.batch import ray_engine
from auditor.batch.audits import Request
from auditor.batch.engines import EngineFailed
from auditor.batch.items import Source
from auditor.batch.ray_engine import RayEngine
from tests.auditor.logs import GOOD

pytestmark = pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed")


def test_a_cluster_that_does_not_answer_is_not_waited_for_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_engine, "START_SECONDS", 3.0)
    with socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        with pytest.raises(EngineFailed, match="Ray does not answer within 3 seconds"):
            RayEngine(f"127.0.0.1:{silent.getsockname()[1]}", 1)
    assert multiprocessing.active_children() == []


def audit_one(engine: RayEngine) -> int:
    """How many games came of one."""
    engine.give(0, [Source("1.xml", GOOD, "tenhou-xml")], Request(keep=True, report=False))
    return sum(answer.part.games for answer in engine.answers() if answer.part is not None)


def test_the_end_of_ray_is_seen() -> None:
    engine = RayEngine("", 1)
    try:
        assert engine.workers == 1
        assert audit_one(engine) == 1
        (process,) = multiprocessing.active_children()
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        with pytest.raises(EngineFailed, match="Ray ended: its node died, or could not be reached any more"):
            audit_one(engine)
    finally:
        engine.close()
    assert multiprocessing.active_children() == []
