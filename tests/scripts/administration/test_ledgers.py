"""`admin.py ledger` on a bucket that is locked as the template says."""

import json
import os
from collections.abc import Callable
from typing import Any

import boto3
import pytest

from administration.command_line import run
from gather.messaging.channels import opt_out_storage
from gather.messaging.channels.opt_out import Preference
from gather.table import deployment_secret
from gather.wiring import Adapters
from tests.builders.service import Service, Tenant
from tests.doubles.data_rights import items_of
from tests.doubles.ledger import set_back
from tests.support.records import add_candidate
from tests.template.deployment import of_type

BUCKET, MARK = "the-ledger", bytes(16)


@pytest.fixture
def ledger_bucket(adapters: Adapters, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands find the bucket by LEDGER_BUCKET, and the table of the test; what they set ends with it."""
    clients_of_aws: Callable[..., Any] = boto3.client
    table_client = adapters.clients.dynamodb
    monkeypatch.setattr(
        boto3, "client", lambda name: table_client if name == "dynamodb" else clients_of_aws(name)
    )
    monkeypatch.setenv("LEDGER_BUCKET", BUCKET)
    monkeypatch.setattr(os, "environ", os.environ.copy())
    s3: Any = boto3.client("s3")
    s3.create_bucket(
        Bucket=BUCKET,
        CreateBucketConfiguration={"LocationConstraint": s3.meta.region_name},
        ObjectLockEnabledForBucket=True,
    )
    lock = of_type("AWS::S3::Bucket")["LedgerBucket"]["ObjectLockConfiguration"]
    s3.put_object_lock_configuration(Bucket=BUCKET, ObjectLockConfiguration=lock)


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    capsys.readouterr()
    assert run([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.usefixtures("ledger_bucket")
def test_what_was_said_before_there_was_a_ledger_is_kept_and_carried_out(
    service: Service,
    tenant: Tenant,
    adapters: Adapters,
    capsys: pytest.CaptureFixture[str],
) -> None:
    candidate_id = add_candidate(service)
    table = adapters.records.table
    before = items_of(adapters)
    service.post(f"/candidates/{candidate_id}/erase")
    deployment_secret.get_or_create_secret(table)
    opt_out_storage.save(table, MARK, Preference.STOP, adapters.clock.now())

    assert "effects" in printed(capsys, "ledger", "complete", "--dry-run")
    assert printed(capsys, "ledger", "complete") == {"kept": 3}
    assert printed(capsys, "ledger", "complete") == {"kept": 0}

    set_back(adapters, before)
    assert service.get(f"/candidates/{candidate_id}").status == 200
    replayed = printed(capsys, "ledger", "replay")
    assert replayed == {"optOuts": 1, "suppressions": 0, "erasedAgain": 1}
    assert service.get(f"/candidates/{candidate_id}").status == 404
    assert opt_out_storage.is_opted_out(table, MARK)


def test_a_table_that_is_named_alone_has_no_ledger(
    adapters: Adapters, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "environ", os.environ.copy())

    for words in (["ledger", "complete"], ["ledger", "replay"], ["table", "restore", "another"]):
        assert run(words) == 1
        assert "LEDGER_BUCKET" in capsys.readouterr().err


@pytest.mark.usefixtures("ledger_bucket")
def test_nothing_in_the_bucket_can_be_removed(adapters: Adapters, capsys: pytest.CaptureFixture[str]) -> None:
    opt_out_storage.save(adapters.records.table, MARK, Preference.STOP, adapters.clock.now())
    printed(capsys, "ledger", "complete")
    s3: Any = boto3.client("s3")
    [version] = s3.list_object_versions(Bucket=BUCKET)["Versions"]

    with pytest.raises(s3.exceptions.ClientError, match="AccessDenied"):
        s3.delete_object(Bucket=BUCKET, Key=version["Key"], VersionId=version["VersionId"])
