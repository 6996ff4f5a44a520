"""The CronJob: it fits the schemas of Kubernetes, and its script does what Kubernetes needs of it."""

import copy
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

from auditor.cli.status import Status
from tests.deploy.nights import DEPLOY, SECONDS, environment, night, shell, yesterday

FILE = DEPLOY / "kubernetes" / "nightly.yaml"
OLDEST = "1.33"  # where backoffLimitPerIndex is general
NEWEST = ".".join(kubernetes_validate.latest_version().split(".")[:2])


def cron_job() -> dict[str, Any]:
    (job,) = yaml.safe_load_all(FILE.read_text(encoding="utf-8"))
    assert isinstance(job, dict)
    return job


def job_spec() -> dict[str, Any]:
    spec: dict[str, Any] = cron_job()["spec"]["jobTemplate"]["spec"]
    return spec


def container() -> dict[str, Any]:
    (only,) = job_spec()["template"]["spec"]["containers"]
    assert isinstance(only, dict)
    return only


@pytest.mark.parametrize("version", [OLDEST, NEWEST])
def test_it_fits_the_schema(version: str) -> None:
    kubernetes_validate.validate(cron_job(), version, strict=True)


def test_the_schema_is_looked_at_strictly() -> None:
    job = copy.deepcopy(cron_job())
    job["spec"]["jobTemplate"]["spec"]["completionsMode"] = "Indexed"
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(job, OLDEST, strict=True)


def test_shards_and_pods_are_as_many() -> None:
    spec = job_spec()
    values = {entry["name"]: entry.get("value") for entry in container()["env"]}
    assert values["SHARDS"] == str(spec["completions"])
    assert spec["completionMode"] == "Indexed"
    assert cron_job()["spec"]["concurrencyPolicy"] == "Forbid"
    # What Kubernetes asks for together with these; the schema does not know it.
    assert spec["template"]["spec"]["restartPolicy"] == "Never"
    assert spec["maxFailedIndexes"] <= spec["completions"]
    named = [rule["onExitCodes"] for rule in spec["podFailurePolicy"]["rules"] if "onExitCodes" in rule]
    assert [rule["containerName"] for rule in named] == [container()["name"]]
    assert [rule["values"] for rule in named] == [[Status.REFUSED, Status.INTERNAL_ERROR]]
    assert spec["activeDeadlineSeconds"] < (24 - 3) * 3600  # it began after two in the morning


def test_secrets_and_rights_are_kept_small() -> None:
    pod = job_spec()["template"]["spec"]
    only = container()
    (db,) = [entry for entry in only["env"] if entry["name"] == "AUDITOR_DB"]
    assert "value" not in db
    assert db["valueFrom"]["secretKeyRef"] == {"name": "auditor", "key": "db"}
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert pod["automountServiceAccountToken"] is False
    assert only["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    assert set(only["resources"]["limits"]) == {"cpu", "memory", "ephemeral-storage"}
    volumes = {volume["name"] for volume in pod["volumes"]}
    assert {mount["name"] for mount in only["volumeMounts"]} == volumes


def script() -> list[str]:
    only = container()
    assert only["command"] == ["/bin/sh", "-c"]
    return [shell(), "-c", *only["args"]]


@pytest.mark.parametrize("faulty", [True, False])
def test_each_pod_does_its_part_and_findings_are_no_failure(tmp_path: Path, faulty: bool) -> None:
    night(tmp_path / "logs", faulty=faulty)
    said = []
    for index in range(2):
        settings = environment(tmp_path, SHARDS="2", JOBS="1", JOB_COMPLETION_INDEX=str(index))
        done = subprocess.run(script(), env=settings, cwd=tmp_path, capture_output=True, text=True, timeout=SECONDS)
        assert done.returncode == 0, done.stderr
        said.append(done.stderr)
    # Twelve games are one shard: the second pod has nothing to do.
    assert ["12 games" in text for text in said] == [True, False]
    assert ("TRN005" in said[0]) == faulty
    names = sorted(path.name for path in (tmp_path / "reports").iterdir())
    assert names == [f"{yesterday()}-1.html", f"{yesterday()}-2.html"]


def test_a_call_that_cannot_work_is_a_failure(tmp_path: Path) -> None:
    settings = environment(tmp_path, SHARDS="2", JOBS="1", JOB_COMPLETION_INDEX="7")
    done = subprocess.run(script(), env=settings, cwd=tmp_path, capture_output=True, text=True, timeout=SECONDS)
    assert done.returncode == Status.REFUSED
    assert "--shard 8/2" in done.stderr


def test_the_end_of_a_pod_reaches_the_auditor(tmp_path: Path) -> None:
    place = tmp_path / "bin"  # of a program that only waits
    place.mkdir()
    (place / "auditor").write_text(
        "#!/bin/sh\ntrap 'echo told; exit 4' TERM\necho began\nwhile :; do sleep 0.1; done\n", encoding="utf-8"
    )
    (place / "auditor").chmod(0o755)
    settings = environment(tmp_path, SHARDS="2", JOBS="1", JOB_COMPLETION_INDEX="0")
    settings["PATH"] = f"{place}:{settings['PATH']}"
    with subprocess.Popen(script(), env=settings, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "began\n"
        begun = time.monotonic()
        os.kill(process.pid, signal.SIGTERM)  # to the shell alone, as Kubernetes does
        assert process.stdout.readline() == "told\n"
        assert process.wait(SECONDS) == Status.INCOMPLETE
        assert time.monotonic() - begun < SECONDS
