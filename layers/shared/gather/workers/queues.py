"""Messages to the workers' queues.

Every message has its team as its group, or its organization where it is of no team: the queues are fair
between groups, so that what one team has waiting does not delay the others.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from botocore.exceptions import BotoCoreError, ClientError

from gather.core.aws import AwsClients
from gather.core.errors import ServiceUnavailable
from gather.core.settings import Settings
from gather.events.task import TaskName
from gather.table.conversion import Item
from gather.webhooks.webhook_delivery import DeliveryRecord

if TYPE_CHECKING:
    from mypy_boto3_sqs import SQSClient
    from mypy_boto3_sqs.type_defs import SendMessageBatchRequestEntryTypeDef

MOST_IN_A_BATCH = 10
LONGEST_DELAY_SECONDS = 900
LONGEST_REQUEST_SECONDS = 30


@dataclass(frozen=True, slots=True)
class _Message:
    group: str
    body: Mapping[str, object]


class Queues:
    """The queues of a deployment."""

    def __init__(self, clients: AwsClients, settings: Settings) -> None:
        self._clients = clients
        self._settings = settings

    def send_attempts(self, attempts: Sequence[tuple[DeliveryRecord, int]], wait_seconds: int = 0) -> None:
        """Have the given attempts of deliveries made, `wait_seconds` from now. Raises ServiceUnavailable."""
        messages = [
            _Message(
                delivery.team_id,
                {"teamId": delivery.team_id, "deliveryId": delivery.id, "attempt": attempt},
            )
            for delivery, attempt in attempts
        ]
        self._send(self._settings.delivery_queue_url, messages, wait_seconds)

    def send_task(self, item: Item) -> None:
        """Send a task, given as it is stored in the outbox, to its worker.

        Raises ServiceUnavailable; ValueError for a name that this version does not know.
        """
        name = TaskName(item["name"])
        body = {
            **item["payload"],
            "taskId": item["id"],
            "teamId": item["teamId"],
            "organizationId": item["organizationId"],
            "name": item["name"],
        }
        self._send(
            self._url_of(name), [_Message(item["teamId"] or item["organizationId"], body)], _delay_of(name)
        )

    def _url_of(self, task: TaskName) -> str:
        """The URL of the queue whose worker does `task`."""
        match task:
            case (
                TaskName.SEND_INVITE
                | TaskName.SEND_REMINDER
                | TaskName.SEND_COMPLETION
                | TaskName.SEND_MEETING_INVITE
            ):
                return self._settings.notification_queue_url
            case (
                TaskName.START_ENROLLMENT
                | TaskName.CHECK_ENROLLMENT
                | TaskName.ADVANCE_ENROLLMENT
                | TaskName.STOP_ENROLLMENTS
            ):
                return self._settings.enrollment_queue_url
            case TaskName.SPEAK_QUESTION:
                return self._settings.speech_queue_url
            case TaskName.EVALUATE:
                return self._settings.evaluation_queue_url
            case TaskName.REFRESH_PERSONAS:
                return self._settings.persona_queue_url
            case TaskName.CREATE_DASHBOARD_ACCOUNT:
                return self._settings.dashboard_account_queue_url

    def _send(self, queue_url: str, messages: Sequence[_Message], delay_seconds: int) -> None:
        """Put `messages` on a queue, to be seen after `delay_seconds` (900 at most, SQS's limit).

        One round trip for each ten. Raises ServiceUnavailable when a message may not have been taken; some
        of the others may have been.
        """
        for start in range(0, len(messages), MOST_IN_A_BATCH):
            self._send_batch(queue_url, messages[start : start + MOST_IN_A_BATCH], delay_seconds)

    def _send_batch(self, queue_url: str, messages: Sequence[_Message], delay_seconds: int) -> None:
        client: SQSClient = self._clients.client("sqs")
        entries: list[SendMessageBatchRequestEntryTypeDef] = [
            {
                "Id": str(position),
                "MessageBody": json.dumps(message.body, separators=(",", ":")),
                "MessageGroupId": message.group,
                "DelaySeconds": min(delay_seconds, LONGEST_DELAY_SECONDS),
            }
            for position, message in enumerate(messages)
        ]
        try:
            response = client.send_message_batch(QueueUrl=queue_url, Entries=entries)
        except (BotoCoreError, ClientError) as error:
            raise ServiceUnavailable("The queue is busy.") from error
        if response.get("Failed"):
            raise ServiceUnavailable("The queue did not take every message.")


def _delay_of(task: TaskName) -> int:
    """For how many seconds the message of `task` waits.

    Requests that were under way when a question changed may have read its former wording; once they are
    over, their interviews are there to be found.
    """
    return LONGEST_REQUEST_SECONDS if task is TaskName.REFRESH_PERSONAS else 0
