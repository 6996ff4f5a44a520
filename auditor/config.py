"""Settings an operator can change through the environment, such as ``AUDITOR_MAX_FILE_BYTES=50000000``."""

from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict


class SettingsError(Exception):
    """Settings that cannot be used; the text names each variable and what is wrong with it."""


class Settings(BaseSettings):
    """Every setting with its value for this run."""

    model_config = SettingsConfigDict(env_prefix="AUDITOR_", frozen=True)

    max_file_bytes: int = Field(default=16 << 20, ge=1 << 10, le=1 << 30)  # of one log, unpacked
    max_expansion: int = Field(default=200, ge=2, le=10_000)  # unpacked bytes a packed byte of an archive
    progress_seconds: float = Field(default=5.0, ge=0.1, le=3600)  # between two progress lines in a log


def load() -> Settings:
    """The settings of the environment. Raises SettingsError."""
    try:
        return Settings()
    except ValidationError as error:
        problems = (f"AUDITOR_{'_'.join(map(str, one['loc'])).upper()}: {one['msg']}" for one in error.errors())
        raise SettingsError("\n".join(problems)) from error
