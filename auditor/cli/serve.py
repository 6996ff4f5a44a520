"""``auditor serve``: the gRPC server."""

from typing import Annotated

import typer

from auditor.cli.database import answered


def serve(
    *,
    listen: Annotated[
        str | None, typer.Option(metavar="HOST:PORT", help="Where to listen. [default: 127.0.0.1:50551]")
    ] = None,
    db: Annotated[
        str | None,
        typer.Option(metavar="URL", help="sqlite:///FILE or postgresql://HOST/NAME. [default: sqlite:///auditor.db]"),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=256, help="Processes that audit. [default: one a core]")
    ] = None,
    tls_cert: Annotated[str | None, typer.Option(metavar="FILE", help="Certificates of the server, PEM.")] = None,
    tls_key: Annotated[str | None, typer.Option(metavar="FILE", help="Their private key, PEM.")] = None,
    tls_client_ca: Annotated[
        str | None, typer.Option(metavar="FILE", help="Clients need a certificate that these sign, PEM.")
    ] = None,
    token_file: Annotated[str | None, typer.Option(metavar="FILE", help="Tokens and their roles, TOML.")] = None,
    metrics_listen: Annotated[
        str | None, typer.Option(metavar="HOST:PORT", help="Where Prometheus finds the metrics.")
    ] = None,
    plaintext: Annotated[
        bool | None, typer.Option("--plaintext", help="Without TLS, though others than this machine can connect.")
    ] = None,
    config: Annotated[
        str, typer.Option(metavar="FILE", envvar="AUDITOR_CONFIG", help="More settings, TOML; docs/operations.md.")
    ] = "",
) -> None:
    """Take games over gRPC, audit and store them, and answer lookups, until SIGTERM or Ctrl-C.

    Strongest first: options, environment (AUDITOR_LISTEN and so on), the file of --config. Exit status: 3 internal
    error, 2 settings or a database that cannot be used, 0.
    """
    flags = {
        "listen": listen,
        "db": db,
        "jobs": jobs,
        "tls_cert": tls_cert,
        "tls_key": tls_key,
        "tls_client_ca": tls_client_ca,
        "token_file": token_file,
        "metrics_listen": metrics_listen,
        "plaintext": plaintext,
    }

    def answer() -> None:
        from auditor.cli.rules import text_of
        from auditor.cli.usage import Usage
        from auditor.config import SettingsError, load_service
        from auditor.service.serving import CannotServe, serve
        from auditor.store.errors import StoreError

        try:
            stated = {name: value for name, value in flags.items() if value is not None}
            serve(load_service(stated, text_of(config) if config else ""))
        except SettingsError as error:
            raise Usage(f"{config}: {error}" if config else str(error)) from error
        except (CannotServe, StoreError) as error:
            raise Usage(str(error)) from error

    answered(answer)
