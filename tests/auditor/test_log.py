"""Logging never makes work fail."""

from io import StringIO

from auditor.log import _Lines


def test_a_stream_that_is_gone_takes_no_lines() -> None:
    stream = StringIO()
    lines = _Lines(stream)
    lines.info("one")
    assert "one" in stream.getvalue()
    stream.close()
    lines.error("two")
    assert stream.closed
