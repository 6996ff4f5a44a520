"""Which implementation of protobuf runs."""

from google.protobuf.internal import api_implementation


def assert_upb() -> None:
    """Nothing happens when protobuf runs in C (upb); RuntimeError otherwise.

    The pure Python implementation is some fifty times slower and checks UTF-8 and number ranges differently, so an
    auditor that silently falls back to it would miss its window at night.
    """
    kind = api_implementation.Type()
    if kind != "upb":
        raise RuntimeError(
            f"protobuf runs as {kind!r}, not as 'upb': "
            "install a binary wheel of protobuf and unset PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION"
        )
