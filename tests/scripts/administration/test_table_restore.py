"""A restored table is set up as the template sets up the table, however the restore goes."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import boto3
import pytest
from botocore.exceptions import ClientError
from moto import mock_aws

from administration.table_restore import EXPIRES, STREAM_VIEW, NotRestored, Restore, TableRestore
from tests.builders.template_table import table_request
from tests.template.deployment import of_type

SOURCE, TARGET = "talent-Table-1", "talent-restored-1"
ITEM = {"pk": {"S": "TEAM#1#CANDIDATE#1"}, "sk": {"S": "RECORD"}}


@pytest.fixture
def client() -> Iterator[Any]:
    """DynamoDB with a table that has one item."""
    with mock_aws():
        dynamodb: Any = boto3.client("dynamodb", region_name="eu-west-1")
        dynamodb.create_table(**table_request(SOURCE))
        dynamodb.update_continuous_backups(
            TableName=SOURCE, PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True}
        )
        dynamodb.put_item(TableName=SOURCE, Item=ITEM)
        yield dynamodb


class Busy:
    """The client, whose calls fail with the codes that a test has written down for them."""

    def __init__(self, client: Any, **failures: list[str]) -> None:
        self._client = client
        self._failures = failures
        self.calls: list[str] = []

    def __getattr__(self, name: str) -> Any:
        attribute = getattr(self._client, name)
        if not callable(attribute) or name == "exceptions":
            return attribute

        def call(**parameters: Any) -> Any:
            self.calls.append(name)
            if self._failures.get(name):
                code = self._failures[name].pop(0)
                raise ClientError({"Error": {"Code": code, "Message": "not now"}}, name)
            return attribute(**parameters)

        return call


def restore_with(client: Any, restore: Restore) -> Any:
    return TableRestore(client, say=lambda text: None, pause=lambda seconds: None).run(restore)


def settings_of(client: Any, table: str) -> dict[str, Any]:
    described = client.describe_table(TableName=table)["Table"]
    expiry = client.describe_time_to_live(TableName=table)["TimeToLiveDescription"]
    backups = client.describe_continuous_backups(TableName=table)["ContinuousBackupsDescription"]
    return {
        "StreamSpecification": described["StreamSpecification"]["StreamViewType"],
        "TimeToLiveSpecification": (expiry["AttributeName"], expiry["TimeToLiveStatus"]),
        "PointInTimeRecoverySpecification": backups["PointInTimeRecoveryDescription"][
            "PointInTimeRecoveryStatus"
        ],
        "DeletionProtectionEnabled": described["DeletionProtectionEnabled"],
        "GlobalSecondaryIndexes": {index["IndexName"] for index in described["GlobalSecondaryIndexes"]},
    }


def test_it_is_set_up_as_the_template_says(client: Any) -> None:
    restored = restore_with(client, Restore(SOURCE, TARGET))

    wanted = of_type("AWS::DynamoDB::Table")["Table"]
    assert settings_of(client, TARGET) == {
        "StreamSpecification": wanted["StreamSpecification"]["StreamViewType"],
        "TimeToLiveSpecification": (wanted["TimeToLiveSpecification"]["AttributeName"], "ENABLED"),
        "PointInTimeRecoverySpecification": "ENABLED",
        "DeletionProtectionEnabled": wanted["DeletionProtectionEnabled"],
        "GlobalSecondaryIndexes": {index["IndexName"] for index in wanted["GlobalSecondaryIndexes"]},
    }
    assert ("KEYS_ONLY", wanted["TimeToLiveSpecification"]["AttributeName"]) == (STREAM_VIEW, EXPIRES)
    assert restored.stream_arn == client.describe_table(TableName=TARGET)["Table"]["LatestStreamArn"]
    assert client.scan(TableName=TARGET)["Items"] == [ITEM]


@pytest.mark.parametrize("moment", [None, datetime(2026, 11, 26, 9, tzinfo=UTC)])
def test_it_is_made_from_the_time_that_is_asked_for(client: Any, moment: datetime | None) -> None:
    asked: list[dict[str, Any]] = []

    def note(params: dict[str, Any], **_: Any) -> None:
        asked.append(dict(params))

    client.meta.events.register("before-parameter-build.dynamodb.RestoreTableToPointInTime", note)
    restore_with(client, Restore(SOURCE, TARGET, moment))

    [parameters] = asked
    assert parameters.pop("SourceTableName") == SOURCE
    assert parameters.pop("TargetTableName") == TARGET
    # moto takes no notice of it.
    assert parameters.pop("BillingModeOverride") == of_type("AWS::DynamoDB::Table")["Table"]["BillingMode"]
    assert parameters == ({"RestoreDateTime": moment} if moment else {"UseLatestRestorableTime": True})


def test_it_is_made_from_a_backup(client: Any) -> None:
    backup = client.create_backup(TableName=SOURCE, BackupName="before")["BackupDetails"]
    client.delete_item(TableName=SOURCE, Key=ITEM)

    restore_with(client, Restore(SOURCE, TARGET, backup_arn=backup["BackupArn"]))

    assert client.scan(TableName=TARGET)["Items"] == [ITEM]


def test_a_table_that_is_busy_is_asked_again(client: Any) -> None:
    busy = Busy(
        client,
        update_table=["ResourceInUseException"],
        update_time_to_live=["LimitExceededException"],
        update_continuous_backups=["ContinuousBackupsUnavailableException"] * 3,
    )

    restore_with(busy, Restore(SOURCE, TARGET))

    assert busy.calls.count("update_continuous_backups") == 4
    assert settings_of(client, TARGET)["PointInTimeRecoverySpecification"] == "ENABLED"


def test_a_run_that_was_broken_off_goes_on(client: Any) -> None:
    broken = Busy(client, update_time_to_live=["AccessDeniedException"])
    with pytest.raises(ClientError, match="AccessDenied"):
        restore_with(broken, Restore(SOURCE, TARGET))

    again = Busy(client)
    restore_with(again, Restore(SOURCE, TARGET))

    assert "restore_table_to_point_in_time" not in again.calls
    assert again.calls.count("update_table") == 1
    assert settings_of(client, TARGET)["DeletionProtectionEnabled"]
    finished = Busy(client)
    restore_with(finished, Restore(SOURCE, TARGET))
    assert not [name for name in finished.calls if name.startswith(("update", "restore"))]


def test_a_setting_that_was_taken_and_not_made_is_noticed(client: Any) -> None:
    class Deaf(Busy):
        def __getattr__(self, name: str) -> Any:
            return (lambda **_: {}) if name == "update_time_to_live" else super().__getattr__(name)

    with pytest.raises(NotRestored, match="lacks time to live"):
        restore_with(Deaf(client), Restore(SOURCE, TARGET))


def test_no_table_is_touched_that_no_restore_has_made(client: Any) -> None:
    other = Busy(client)

    with pytest.raises(NotRestored, match="there already"):
        restore_with(other, Restore("another", SOURCE))

    assert other.calls == ["describe_table"]


def test_a_table_that_stays_busy_ends_the_run_with_what_to_do(client: Any) -> None:
    busy = Busy(client, update_continuous_backups=["ContinuousBackupsUnavailableException"] * 1_000)

    with pytest.raises(NotRestored, match="Run the command again"):
        restore_with(busy, Restore(SOURCE, TARGET))
