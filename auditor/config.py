"""Settings an operator can change through the environment, such as ``AUDITOR_MAX_FILE_BYTES=50000000``."""

import tomllib
from collections.abc import Mapping

from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, InitSettingsSource, PydanticBaseSettingsSource, SettingsConfigDict


class SettingsError(Exception):
    """Settings that cannot be used; the text names each variable and what is wrong with it."""


class Settings(BaseSettings):
    """Every setting with its value for this run."""

    model_config = SettingsConfigDict(env_prefix="AUDITOR_", frozen=True)

    max_file_bytes: int = Field(default=16 << 20, ge=1 << 10, le=1 << 30)  # of one log, unpacked
    max_expansion: int = Field(default=200, ge=2, le=10_000)  # unpacked bytes a packed byte of an archive
    progress_seconds: float = Field(default=5.0, ge=0.1, le=3600)  # between two progress lines in a log
    patience_seconds: float = Field(default=60.0, ge=0, le=86_400)  # a batch waits for a database that went away


def load() -> Settings:
    """The settings of the environment. Raises SettingsError."""
    try:
        return Settings()
    except ValidationError as error:
        problems = (f"AUDITOR_{'_'.join(map(str, one['loc'])).upper()}: {one['msg']}" for one in error.errors())
        raise SettingsError("\n".join(problems)) from error


class ServiceSettings(BaseSettings):
    """Every setting of ``auditor serve`` with its value for this run."""

    model_config = SettingsConfigDict(env_prefix="AUDITOR_", frozen=True, extra="forbid")

    listen: str = "127.0.0.1:50551"
    db: str = "sqlite:///auditor.db"
    jobs: int = Field(default=0, ge=0, le=256)  # processes that audit; 0: one a core
    tls_cert: str = ""
    tls_key: str = ""
    tls_client_ca: str = ""  # clients need a certificate of it
    token_file: str = ""
    plaintext: bool = False  # without TLS for others than this machine
    metrics_listen: str = ""  # empty: no metrics
    max_streams: int = Field(default=16, ge=1, le=1024)  # of AuditGames at once
    max_follows: int = Field(default=64, ge=1, le=4096)  # of FollowGame at once
    max_lookups: int = Field(default=16, ge=1, le=256)  # at once
    window_bytes: int = Field(default=4 << 20, ge=1 << 16, le=1 << 30)  # of one stream, read and not answered
    idle_seconds: float = Field(default=600, ge=1, le=86_400)  # after which a silent stream is ended
    connection_age_seconds: float = Field(default=3600, ge=1, le=86_400)  # after which a client has to connect anew
    keepalive_seconds: float = Field(default=60, ge=1, le=3600)  # between two pings of a silent connection
    drain_seconds: float = Field(default=30, ge=0, le=3600)  # for streams that are open when the server is to end


def load_service(flags: Mapping[str, object], file: str) -> ServiceSettings:
    """The settings; strongest first: flags, environment, the TOML text of a file, defaults. Raises SettingsError."""
    try:
        stated = tomllib.loads(file)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"not TOML: {error}") from None

    class WithFile(ServiceSettings):
        @classmethod
        def settings_customise_sources(
            cls,
            settings_cls: type[BaseSettings],
            init_settings: PydanticBaseSettingsSource,
            env_settings: PydanticBaseSettingsSource,
            dotenv_settings: PydanticBaseSettingsSource,
            file_secret_settings: PydanticBaseSettingsSource,
        ) -> tuple[PydanticBaseSettingsSource, ...]:
            return init_settings, env_settings, InitSettingsSource(settings_cls, init_kwargs=stated)

    try:
        return WithFile(**flags)  # type: ignore[arg-type] # checked there
    except ValidationError as error:
        raise SettingsError(
            "\n".join(f"{'_'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors())
        ) from error
