"""The options of ``auditor batch``, checked as far as that is possible before anything is read."""

import os
from importlib.util import find_spec
from typing import NamedTuple

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from auditor.batch.audits import Request
from auditor.batch.engines import Engine, LocalEngine
from auditor.batch.report import report_problem
from auditor.batch.shards import Portion
from auditor.batch.textfile import textfile_problem
from auditor.cli.audit_run import request_of
from auditor.cli.database import moment_of
from auditor.cli.usage import Usage


class Asked(NamedTuple):
    """The options as they were given."""

    sources: tuple[str, ...]
    db: str
    resume: bool
    jobs: int
    engine: str
    ray_address: str
    shard: str
    variant: str
    rules: str
    settings: tuple[str, ...]
    log_format: str
    log_column: str
    from_store: bool
    since: str
    until: str
    report: str
    textfile: str


def portion_of(text: str) -> Portion:
    """The portion that ``--shard`` names. Raises Usage."""
    if not text:
        return Portion()
    first, slash, of = text.partition("/")
    if slash and first.isdecimal() and of.isdecimal() and 1 <= int(first) <= int(of) <= 10_000:
        return Portion(int(first) - 1, int(of))
    raise Usage(f"--shard {text}: expected I/N, from 1/N to N/N, such as 2/8")


def checked(asked: Asked) -> tuple[Request, dict[str, str | None] | None]:
    """The request, and which games of the store it is about. Raises Usage."""
    if not asked.db:
        raise Usage("--db is needed: a batch is what it commits")
    if asked.from_store and asked.sources:
        raise Usage("either SOURCE or --from-store can be given, not both")
    if not asked.from_store and not asked.sources:
        raise Usage("there is no SOURCE; --from-store audits what the database has")
    for option, given in (("--since", asked.since), ("--until", asked.until)):
        if given and not asked.from_store:
            raise Usage(f"{option} goes with --from-store")
    for option, path, problem in (
        ("--report", asked.report, report_problem),
        ("--textfile", asked.textfile, textfile_problem),
    ):
        if path and (reason := problem(path)):
            raise Usage(f"{option} {reason}")
    request = request_of(
        variant="" if asked.from_store else asked.variant,
        rules=asked.rules,
        settings=asked.settings,
        log_format=asked.log_format,
        jsonl=False,
        prove_walls=True,
        infer=False,
    )._replace(keep=True, report=False)
    if not asked.from_store:
        return request, None
    since, until = moment_of(asked.since), moment_of(asked.until, "--until")
    return request, {
        "since": since.isoformat() if since else None,
        "until": until.isoformat() if until else None,
        "variant": asked.variant or None,
    }


def check_apart(asked: Asked) -> None:
    """Nothing happens when what is written is in no source, which it would change, and no database. Raises Usage."""
    database = _file_of(asked.db)
    for option, path in (("--db", database), ("--report", asked.report), ("--textfile", asked.textfile)):
        if not path:
            continue
        file = os.path.realpath(path)
        for source in asked.sources:
            root = os.path.realpath(source)
            if file == root or (os.path.isdir(root) and os.path.commonpath([file, root]) == root):
                raise Usage(f"{option}: {path} is in {source}, which has to stay as it is; put it elsewhere")
        if option != "--db" and database and file == os.path.realpath(database):
            raise Usage(f"{option}: {path} is the database")


def _file_of(db: str) -> str:
    """The path of a SQLite database, empty where there is none."""
    try:
        url = make_url(db)
    except ArgumentError:  # opening it will say so
        return ""
    return (url.database or "") if url.get_backend_name() == "sqlite" else ""


def engine_of(asked: Asked) -> Engine:
    """The engine that does the work. Raises Usage, EngineFailed when Ray cannot be reached."""
    if asked.engine == "local":
        if asked.ray_address and "RAY_ADDRESS" not in os.environ:
            raise Usage("--ray-address goes with --engine ray")
        return LocalEngine(asked.jobs or cores())
    if find_spec("ray") is None:
        raise Usage("--engine ray needs Ray; install paifu-auditor[ray]")
    from auditor.batch.ray_engine import RayEngine

    return RayEngine(asked.ray_address, asked.jobs if asked.ray_address else asked.jobs or cores())


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
