"""``auditor serve`` from its settings to its end."""

import signal
import threading
from ipaddress import ip_address
from pathlib import Path
from types import FrameType
from typing import Final

import grpc
from prometheus_client import start_http_server

from auditor.config import ServiceSettings
from auditor.log import logger
from auditor.service.access import Bearer, TokenFileError, tokens_of
from auditor.service.server import AuditServer
from auditor.store.engine import open_store, shown_url

LOOK_SECONDS: Final = 2.0  # between two looks at the store


class CannotServe(Exception):  # noqa: N818 - reads as what it says
    """Settings with which no server can be started; the text says why."""


def serve(settings: ServiceSettings) -> None:
    """The server has ended, after SIGTERM or SIGINT. Raises CannotServe, StoreError."""
    credentials = credentials_of(settings)
    bearers = _bearers(settings.token_file)
    metrics_at = address_of(settings.metrics_listen) if settings.metrics_listen else None
    engine = open_store(settings.db, create=True)
    try:
        try:
            server = AuditServer(engine, settings, bearers=bearers, credentials=credentials)
        except OSError as error:
            raise CannotServe(str(error)) from error
        stop = threading.Event()

        def ask(_: int, __: FrameType | None) -> None:
            stop.set()

        signal.signal(signal.SIGTERM, ask)
        signal.signal(signal.SIGINT, ask)
        if metrics_at is not None:
            try:
                start_http_server(metrics_at[1], metrics_at[0], registry=server.metrics.registry)
            except OSError as error:
                server.close()
                raise CannotServe(f"--metrics-listen {settings.metrics_listen}: {error.strerror}") from error
        server.start()
        host, _ = address_of(settings.listen)
        logger().info(
            "serving",
            listen=f"{host}:{server.port}",
            db=shown_url(engine),
            tls=bool(credentials),
            client_certificates=bool(settings.tls_client_ca),
            tokens=len(bearers) if bearers is not None else None,
        )
        if bearers is None and not settings.tls_client_ca and not is_loopback(host):
            logger().warning("everybody who can connect may do everything: use --token-file or --tls-client-ca")
        while not stop.wait(LOOK_SECONDS):
            server.look_after()
        logger().info("draining", seconds=settings.drain_seconds)
        server.drain()
        logger().info("ended")
    finally:
        engine.dispose()


def address_of(listen: str) -> tuple[str, int]:
    """Host and port of an address. Raises CannotServe."""
    host, _, port = listen.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65_535:
        raise CannotServe(f"{listen}: expected HOST:PORT such as 127.0.0.1:50551")
    return host.removeprefix("[").removesuffix("]"), int(port)


def is_loopback(host: str) -> bool:
    """Whether only this machine can connect."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def credentials_of(settings: ServiceSettings) -> grpc.ServerCredentials | None:
    """Those of TLS; None for plaintext. Raises CannotServe, also for plaintext where others can listen."""
    host, _ = address_of(settings.listen)
    if bool(settings.tls_cert) != bool(settings.tls_key):
        raise CannotServe("--tls-cert and --tls-key go together")
    if not settings.tls_cert:
        if settings.tls_client_ca:
            raise CannotServe("--tls-client-ca needs --tls-cert and --tls-key")
        if not is_loopback(host) and not settings.plaintext:
            raise CannotServe(f"{settings.listen} can be reached from elsewhere: use --tls-cert, or say --plaintext")
        return None
    pair = (_content("--tls-key", settings.tls_key), _content("--tls-cert", settings.tls_cert))
    authority = _content("--tls-client-ca", settings.tls_client_ca) if settings.tls_client_ca else None
    return grpc.ssl_server_credentials([pair], authority, require_client_auth=authority is not None)


def _bearers(path: str) -> dict[str, Bearer] | None:
    if not path:
        return None
    try:
        return tokens_of(_content("--token-file", path).decode())
    except (TokenFileError, UnicodeDecodeError) as error:
        raise CannotServe(f"--token-file {path}: {error}") from error


def _content(option: str, path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise CannotServe(f"{option} {path}: {error.strerror or error}") from error
