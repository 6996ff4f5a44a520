import pytest
from google.protobuf.internal import api_implementation

from auditor.wire import assert_upb


def test_protobuf_runs_in_c() -> None:
    assert_upb()


def test_another_implementation_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api_implementation, "Type", lambda: "python")
    with pytest.raises(RuntimeError, match="'python'"):
        assert_upb()
