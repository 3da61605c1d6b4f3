"""A rehearsal of a restore on the running local stack: a backup, later opt-outs, and the one command.

DynamoDB is moto here, because dynoxide makes no backups.
"""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import boto3
import httpx
import pytest

from gather.wiring import bootstrap
from local_stack.clients import local_client
from local_stack.settings import REGION
from tests.builders.service import Service
from tests.doubles.gateway import InProcess
from tests.doubles.over_http import Http, running_stack
from tests.support.records import add_candidate, post_candidate_interview
from tests.support.waiting import wait_until

ROOT = Path(__file__).parents[2]
PHONE = "+14155550123"
RESTORED = "talent-screening-restored"

pytestmark = [pytest.mark.slow, pytest.mark.in_process]


def test_erasures_and_opt_outs_hold_after_a_restore(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running_stack(tmp_path, options=["--table-in-memory"]) as ready:
        service = Service(Http("127.0.0.1", urlsplit(ready["baseUrl"]).port or 80), key=ready["apiKey"])
        ada = add_candidate(service, email="ada@example.com")
        grace = add_candidate(service, email="grace@example.com", phone=PHONE, smsOptIn=True)
        post_candidate_interview(service, candidateId=grace, sendInvite=True)
        wait_until(lambda: any(each["to"] == "grace@example.com" for each in inbox(ready)))
        table = local_client("dynamodb", ready["endpoints"]["AWS_ENDPOINT_URL_DYNAMODB"])
        backup = table.create_backup(TableName=ready["tableName"], BackupName="before")["BackupDetails"]

        erasure = service.post(f"/candidates/{ada}/erase").data["erasure"]
        post(ready, "/_local/sms", {"from": PHONE, "body": "STOP"})
        post(ready, "/_local/email-events", {"to": "grace@example.com", "kind": "bounce"})
        wait_until(lambda: folders(ready) == {"erasures", "opt-outs", "secrets", "suppressions"})

        told = administer(tmp_path, "table", "restore", RESTORED, "--backup", backup["BackupArn"])

        assert told["restoredTable"] == RESTORED
        assert (told["optOuts"], told["suppressions"], told["erasedAgain"]) == (1, 1, 1)
        described = table.describe_table(TableName=RESTORED)["Table"]
        assert told["restoredTableStreamArn"] == described["LatestStreamArn"]
        assert described["DeletionProtectionEnabled"]
        restored = service_on(RESTORED, ready, monkeypatch)
        assert restored.get(f"/candidates/{ada}").status == 404
        assert restored.get(f"/erasures/{erasure['id']}").data["erasure"]["candidateId"] == ada
        shown = restored.get(f"/candidates/{grace}/messages").data
        assert shown["optedOut"] == ["sms"]
        again = administer(tmp_path, "table", "restore", RESTORED)
        assert (again["optOuts"], again["suppressions"], again["erasedAgain"]) == (0, 0, 0)


def service_on(table: str, ready: Mapping[str, Any], monkeypatch: pytest.MonkeyPatch) -> Service:
    """Returns the service on another table of the stack, as a deployment uses a restored one."""
    for name, value in ready["endpoints"].items():
        monkeypatch.setenv(name, value)
    account = {"AWS_ACCESS_KEY_ID": "local", "AWS_SECRET_ACCESS_KEY": "local", "AWS_DEFAULT_REGION": REGION}
    for name, value in {**account, "TABLE_NAME": table, "TABLE_CLIENT": "botocore"}.items():
        monkeypatch.setenv(name, value)
    return Service(InProcess(bootstrap()), key=ready["apiKey"])


def administer(state: Path, *words: str) -> Any:
    """Runs a command of the administration and returns its output."""
    target = ["--state", str(state / "data"), "--yes", "--json"]
    command = [sys.executable, str(ROOT / "scripts/admin.py"), *words, *target]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def post(ready: Mapping[str, Any], path: str, body: object) -> None:
    assert httpx.post(f"{ready['baseUrl']}{path}", json=body, timeout=60).status_code == 200


def inbox(ready: Mapping[str, Any]) -> Any:
    headers = {"accept": "application/json"}
    return httpx.get(f"{ready['baseUrl']}/_local/inbox", headers=headers, timeout=60).json()["messages"]


def names(ready: Mapping[str, Any]) -> list[str]:
    """Returns the names of the ledger's documents."""
    s3: Any = boto3.client(
        "s3",
        endpoint_url=ready["endpoints"]["AWS_ENDPOINT_URL_S3"],
        aws_access_key_id="local",
        aws_secret_access_key="local",
    )
    listed = s3.list_objects_v2(Bucket=ready["ledgerBucket"])
    return [each["Key"] for each in listed.get("Contents", [])]


def folders(ready: Mapping[str, Any]) -> set[str]:
    return {name.partition("/")[0] for name in names(ready)}
