"""Restores the table from a backup into a new one that is set up as the template sets up the table.

DynamoDB takes keys, indexes and encryption over from the backup. It leaves out the stream, the time to live,
point-in-time recovery and deletion protection, so that a restored table dispatches nothing, keeps what has
expired, and can neither be set back nor is it safe from a deletion.
"""

import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from botocore.exceptions import ClientError

from gather.core.errors import GatherError

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

BILLING: Final = "PAY_PER_REQUEST"
STREAM_VIEW: Final = "KEYS_ONLY"
EXPIRES: Final = "expiresAtEpoch"
"""The attribute by which items expire."""
POLL_SECONDS: Final = 20
LONGEST_RESTORE_SECONDS: Final = 24 * 60 * 60
SETTING_ATTEMPTS: Final = 30
"""DynamoDB refuses a setting while another one takes effect, and point-in-time recovery for some minutes
after a restore."""
_BUSY: Final = {
    "ContinuousBackupsUnavailableException",
    "LimitExceededException",
    "ResourceInUseException",
    "ThrottlingException",
}


class NotRestored(GatherError):
    """The table cannot be restored as asked; the message says why."""


@dataclass(frozen=True, slots=True)
class Restore:
    """The source of a restore: the table `source` as it was at `moment`, or else a backup of it by its ARN.

    Without both it is the latest state that DynamoDB can restore.
    """

    source: str
    target: str
    moment: datetime | None = None
    backup_arn: str | None = None


@dataclass(frozen=True, slots=True)
class RestoredTable:
    """A table that is ready to be used in place of the stack's own."""

    name: str
    stream_arn: str


class TableRestore:
    """Carries restores out. A step that is done is passed over, so that one that was broken off goes on."""

    def __init__(
        self,
        client: "DynamoDBClient",
        say: Callable[[str], None] = lambda text: print(text, file=sys.stderr),
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._client = client
        self._say = say
        self._pause = pause

    def run(self, restore: Restore) -> RestoredTable:
        """Make the table and set it up. Takes minutes to hours. Raises NotRestored and ClientError."""
        there = self._described(restore.target)
        if there is None:
            self._begin(restore)
        elif "RestoreSummary" not in there:
            raise NotRestored(f"Table {restore.target} is there already, and no restore has made it.")
        self._wait_until_active(restore.target)
        settings = (
            ("stream", self._has_stream, self._set_stream),
            ("time to live", self._expires, self._set_expiry),
            ("point-in-time recovery", self._can_be_set_back, self._set_recovery),
            ("deletion protection", self._is_protected, self._set_protection),
        )
        for name, is_set, set_up in settings:
            if not is_set(restore.target):
                self._say(f"{restore.target}: {name}")
                self._insist(set_up, restore.target)
                self._wait_until_active(restore.target)
        # DynamoDB has been seen to accept a setting and not to make it.
        missing = [name for name, is_set, _ in settings if not is_set(restore.target)]
        if missing:
            raise NotRestored(f"Table {restore.target} lacks {', '.join(missing)}. Run the command again.")
        return RestoredTable(restore.target, self._existing(restore.target)["LatestStreamArn"])

    def _begin(self, restore: Restore) -> None:
        self._say(f"{restore.target}: restore begins")
        made: Any = {"TargetTableName": restore.target, "BillingModeOverride": BILLING}
        if restore.backup_arn is not None:
            self._client.restore_table_from_backup(**made, BackupArn=restore.backup_arn)
            return
        when: Any = (
            {"UseLatestRestorableTime": True}
            if restore.moment is None
            else {"RestoreDateTime": restore.moment}
        )
        self._client.restore_table_to_point_in_time(**made, SourceTableName=restore.source, **when)

    def _wait_until_active(self, name: str) -> None:
        deadline = time.monotonic() + LONGEST_RESTORE_SECONDS
        while (status := self._existing(name)["TableStatus"]) != "ACTIVE":
            if time.monotonic() > deadline:
                raise NotRestored(f"Table {name} is still {status}. Run the command again to go on.")
            self._pause(POLL_SECONDS * random.uniform(0.5, 1))

    def _insist(self, set_up: Callable[[str], object], name: str) -> None:
        """Set something up although DynamoDB is busy with the table."""
        for _ in range(SETTING_ATTEMPTS):
            try:
                set_up(name)
            except ClientError as error:
                if error.response["Error"]["Code"] not in _BUSY:
                    raise
                self._pause(POLL_SECONDS * random.uniform(0.5, 1))
            else:
                return
        raise NotRestored(f"Table {name} takes no settings yet. Run the command again to go on.")

    def _described(self, name: str) -> Any:
        try:
            return self._client.describe_table(TableName=name)["Table"]
        except self._client.exceptions.ResourceNotFoundException:
            return None

    def _existing(self, name: str) -> Any:
        described = self._described(name)
        if described is None:
            raise NotRestored(f"Table {name} is not there although its restore began.")
        return described

    def _has_stream(self, name: str) -> bool:
        return self._existing(name).get("StreamSpecification", {}).get("StreamEnabled") is True

    def _set_stream(self, name: str) -> None:
        self._client.update_table(
            TableName=name, StreamSpecification={"StreamEnabled": True, "StreamViewType": STREAM_VIEW}
        )

    def _expires(self, name: str) -> bool:
        told = self._client.describe_time_to_live(TableName=name)["TimeToLiveDescription"]
        return told.get("TimeToLiveStatus") in ("ENABLED", "ENABLING")

    def _set_expiry(self, name: str) -> None:
        self._client.update_time_to_live(
            TableName=name, TimeToLiveSpecification={"AttributeName": EXPIRES, "Enabled": True}
        )

    def _can_be_set_back(self, name: str) -> bool:
        told = self._client.describe_continuous_backups(TableName=name)["ContinuousBackupsDescription"]
        recovery = told.get("PointInTimeRecoveryDescription", {})
        return recovery.get("PointInTimeRecoveryStatus") == "ENABLED"

    def _set_recovery(self, name: str) -> None:
        self._client.update_continuous_backups(
            TableName=name, PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True}
        )

    def _is_protected(self, name: str) -> bool:
        return self._existing(name).get("DeletionProtectionEnabled") is True

    def _set_protection(self, name: str) -> None:
        self._client.update_table(TableName=name, DeletionProtectionEnabled=True)
