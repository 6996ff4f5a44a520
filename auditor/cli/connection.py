"""The options of commands that speak to a server, and the channel they give."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from auditor.cli.usage import Usage

if TYPE_CHECKING:
    import grpc

Target = Annotated[str, typer.Option(metavar="HOST:PORT", envvar="AUDITOR_TARGET", help="The server.")]
Token = Annotated[
    str,
    typer.Option(metavar="FILE", help="A file with the token alone; else the environment's AUDITOR_TOKEN."),
]
Authority = Annotated[str, typer.Option(metavar="FILE", help="Who signs the server's certificate, PEM.")]
Certificate = Annotated[str, typer.Option(metavar="FILE", help="This client's certificate, PEM.")]
Key = Annotated[str, typer.Option(metavar="FILE", help="Its private key, PEM.")]
Plaintext = Annotated[bool, typer.Option("--plaintext", help="Without TLS, though the server is elsewhere.")]


def token_of(path: str) -> str:
    """The token of the file, else of the environment; empty where there is none. Raises Usage."""
    import os

    return _content("--token", path).decode("ascii", "replace").strip() if path else os.environ.get("AUDITOR_TOKEN", "")


def connector(
    target: str, *, tls_ca: str, tls_cert: str, tls_key: str, plaintext: bool
) -> "Callable[[], grpc.Channel]":
    """Makes channels to the server: with TLS, but for a server on this machine where no option asks for it.

    Raises Usage.
    """
    import grpc

    from auditor.service.sending import ANSWER_BYTES
    from auditor.service.serving import CannotServe, address_of, is_loopback

    try:
        host, _ = address_of(target)
    except CannotServe as error:
        raise Usage(f"--target {error}") from error
    if bool(tls_cert) != bool(tls_key):
        raise Usage("--tls-cert and --tls-key go together")
    options = (
        ("grpc.max_receive_message_length", ANSWER_BYTES),
        ("grpc.keepalive_time_ms", 60_000),
        ("grpc.use_local_subchannel_pool", 1),  # a new channel is a new connection
    )
    if plaintext or (is_loopback(host) and not tls_ca and not tls_cert):
        return lambda: grpc.insecure_channel(target, options)
    credentials = grpc.ssl_channel_credentials(
        _content("--tls-ca", tls_ca) if tls_ca else None,
        _content("--tls-key", tls_key) if tls_key else None,
        _content("--tls-cert", tls_cert) if tls_cert else None,
    )
    return lambda: grpc.secure_channel(target, credentials, options)


def _content(option: str, path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise Usage(f"{option} {path}: {error.strerror or error}") from error
