"""Messages to the workers' queues.

Every message has its team as its group, or its organization where it is of no team: the queues are fair
between groups, so that what one team has waiting does not delay the others.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

from botocore.exceptions import BotoCoreError, ClientError

from gather.core.aws import AwsClients
from gather.core.errors import ServiceUnavailable
from gather.core.settings import Settings
from gather.events.task import TaskName
from gather.table.conversion import Item
from gather.table.outbox import ClaimedTask, Event
from gather.workers.unknown_work import UnknownWork, require_known_entry

if TYPE_CHECKING:
    from mypy_boto3_sqs import SQSClient
    from mypy_boto3_sqs.type_defs import SendMessageBatchRequestEntryTypeDef

Element = TypeVar("Element")

MOST_IN_A_BATCH = 10
LONGEST_DELAY_SECONDS = 900
LONGEST_REQUEST_SECONDS = 30


class Delivery(Protocol):
    """The part of a delivery that a queue needs to know."""

    @property
    def id(self) -> str: ...

    @property
    def team_id(self) -> str: ...


class FanOutBatch(Protocol):
    """The next deliveries of an event: those with ids after `after`."""

    @property
    def team_id(self) -> str: ...

    @property
    def event_id(self) -> str: ...

    @property
    def after(self) -> str: ...


@dataclass(frozen=True, slots=True)
class _Message:
    group: str
    body: Mapping[str, object]


class Queues:
    """The queues of a deployment."""

    def __init__(self, clients: AwsClients, settings: Settings) -> None:
        self._clients = clients
        self._settings = settings

    def send_attempts(self, attempts: Sequence[tuple[Delivery, int]], wait_seconds: int = 0) -> None:
        """Have the given attempts of deliveries made, `wait_seconds` from now. Raises ServiceUnavailable."""
        messages = [_attempt_of(delivery, attempt) for delivery, attempt in attempts]
        self._send(self._settings.delivery_queue_url, messages, wait_seconds)

    def send_deferred(self, attempts: Sequence[tuple[Delivery, int]]) -> None:
        """Have the given attempts made by the slow queue. Raises ServiceUnavailable."""
        messages = [_attempt_of(delivery, attempt) for delivery, attempt in attempts]
        self._send(self._settings.slow_delivery_queue_url, messages, 0)

    def send_batches(self, batches: Iterable[FanOutBatch]) -> None:
        """Have the next deliveries of events stored. Raises ServiceUnavailable."""
        messages = [_batch_of(each.team_id, each.event_id, each.after) for each in batches]
        self._send(self._settings.fan_out_queue_url, messages, 0)

    def continue_task(self, task: Item, after: str) -> None:
        """Have a task of the fan-out worker taken up after the place `after`. Raises ServiceUnavailable."""
        message = _message_of(task)
        part = _Message(message.group, {**message.body, "after": after})
        self._send(self._settings.fan_out_queue_url, [part], 0)

    def send_push_again(self, task: ClaimedTask, wait_seconds: int) -> None:
        """Send a task of the suites' worker again, `wait_seconds` from now. Raises ServiceUnavailable."""
        self._send_again(self._settings.push_queue_url, task, wait_seconds)

    def send_notification_again(self, task: ClaimedTask, wait_seconds: int) -> None:
        """Send a task of a message again, `wait_seconds` from now. Raises ServiceUnavailable."""
        self._send_again(self._settings.notification_queue_url, task, wait_seconds)

    def _send_again(self, queue_url: str, task: ClaimedTask, wait_seconds: int) -> None:
        message = _task_of(task.id, task.name, task.organization_id, task.team_id, task.payload)
        self._send(queue_url, [message], wait_seconds)

    def send_entries(self, items: Iterable[Item]) -> dict[str, Exception]:
        """Send entries of the outbox, given as they are stored, to the workers that act on them.

        Returns what went wrong, by the id of the entry: ServiceUnavailable when it has to be sent again, and
        UnknownWork for one that this release does not know. One round trip for each ten of a queue.
        """
        faults: dict[str, Exception] = {}
        by_queue: dict[tuple[str, int], list[tuple[str, _Message]]] = {}
        for item in items:
            try:
                queue_url, delay_seconds = self._place_of(item)
            except UnknownWork as fault:
                faults[item["id"]] = fault
                continue
            by_queue.setdefault((queue_url, delay_seconds), []).append((item["id"], _message_of(item)))
        for (queue_url, delay_seconds), entries in by_queue.items():
            for batch in _tens(entries):
                try:
                    self._send_batch(queue_url, [message for _, message in batch], delay_seconds)
                except ServiceUnavailable as fault:
                    faults.update((entry_id, fault) for entry_id, _ in batch)
        return faults

    def send_entry(self, item: Item) -> None:
        """Send one entry of the outbox. Raises what `send_entries` returns."""
        for fault in self.send_entries([item]).values():
            raise fault

    def _place_of(self, item: Item) -> tuple[str, int]:
        """The queue of an entry, and the seconds that its message waits. Raises UnknownWork."""
        require_known_entry(item)
        if item["entity"] == Event.entity:
            return self._settings.fan_out_queue_url, 0
        name = TaskName(item["name"])
        return self._url_of(name), _delay_of(name)

    def _url_of(self, task: TaskName) -> str:
        """The URL of the queue whose worker does `task`."""
        match task:
            case (
                TaskName.SEND_INVITE
                | TaskName.SEND_REMINDER
                | TaskName.SEND_COMPLETION
                | TaskName.SEND_REJECTION
                | TaskName.SEND_DECISION
                | TaskName.SEND_REQUEST_REPLY
                | TaskName.SEND_WITHDRAWAL
                | TaskName.SEND_MEETING_INVITE
                | TaskName.SEND_MEETING_BOOKING
                | TaskName.SEND_MEETING_ANSWER
                | TaskName.SEND_RESULTS_NOTICE
                | TaskName.SEND_REQUEST_NOTICE
                | TaskName.SEND_DIGEST
                | TaskName.SEND_LEFT_MESSAGE_NOTICE
                | TaskName.SEND_RECEIVER_NOTICE
                | TaskName.SEND_WEBHOOK_NOTICE
            ):
                return self._settings.notification_queue_url
            case (
                TaskName.START_ENROLLMENT
                | TaskName.CHECK_ENROLLMENT
                | TaskName.ADVANCE_ENROLLMENT
                | TaskName.ASK_MEETING_ANEW
                | TaskName.UPDATE_BOOKINGS
                | TaskName.STOP_ENROLLMENTS
                | TaskName.WAKE_ENROLLMENT
            ):
                return self._settings.enrollment_queue_url
            case TaskName.SEND_DELIVERIES | TaskName.REDELIVER:
                return self._settings.fan_out_queue_url
            case (
                TaskName.ERASE_CANDIDATE
                | TaskName.ERASE_LATE_WRITES
                | TaskName.REMOVE_LATE_UPLOADS
                | TaskName.EXPORT_CANDIDATE
                | TaskName.REMOVE_EXPORT
            ):
                return self._settings.data_rights_queue_url
            case TaskName.EVALUATE | TaskName.PREVIEW_SCORECARD | TaskName.APPLY_PREVIEW:
                return self._url_of_scoring(task)
            case TaskName.SPEAK_QUESTION | TaskName.REFRESH_PERSONAS:
                return self._url_of_wording(task)
            case TaskName.CREATE_DASHBOARD_ACCOUNT:
                return self._settings.dashboard_account_queue_url
            case TaskName.PLAY_CANDIDATE | TaskName.PUSH_ORDER | TaskName.PLACE_ORDER:
                return self._url_of_outsiders(task)
            case TaskName.IMPORT_CANDIDATES | TaskName.DELETE_IMPORT_FILE:
                return self._settings.import_queue_url

    def _url_of_outsiders(self, task: TaskName) -> str:
        """Suites, and the candidates that a sandbox plays, take as long as they like."""
        if task is TaskName.PLAY_CANDIDATE:
            return self._settings.play_queue_url
        return self._settings.push_queue_url

    def _url_of_wording(self, task: TaskName) -> str:
        """A script is spoken whether or not the personas of other interviews are made anew."""
        if task is TaskName.SPEAK_QUESTION:
            return self._settings.speech_queue_url
        return self._settings.persona_queue_url

    def _url_of_scoring(self, task: TaskName) -> str:
        """An evaluation of now does not wait behind the previews of past ones."""
        if task is TaskName.EVALUATE:
            return self._settings.evaluation_queue_url
        return self._settings.scorecard_preview_queue_url

    def _send(self, queue_url: str, messages: Sequence[_Message], delay_seconds: int) -> None:
        """Put `messages` on a queue, to be seen after `delay_seconds` (900 at most, SQS's limit).

        One round trip for each ten. Raises ServiceUnavailable when a message may not have been taken; some
        of the others may have been.
        """
        for batch in _tens(messages):
            self._send_batch(queue_url, batch, delay_seconds)

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


def _tens(messages: Sequence[Element]) -> Iterator[Sequence[Element]]:
    for start in range(0, len(messages), MOST_IN_A_BATCH):
        yield messages[start : start + MOST_IN_A_BATCH]


def _attempt_of(delivery: Delivery, attempt: int) -> _Message:
    body = {"teamId": delivery.team_id, "deliveryId": delivery.id, "attempt": attempt}
    return _Message(delivery.team_id, body)


def _batch_of(team_id: str, event_id: str, after: str) -> _Message:
    return _Message(team_id, {"teamId": team_id, "eventId": event_id, "after": after})


def _message_of(item: Item) -> _Message:
    if item["entity"] == Event.entity:
        return _batch_of(item["teamId"], item["id"], after="")
    return _task_of(item["id"], item["name"], item["organizationId"], item["teamId"], item["payload"])


def _task_of(
    task_id: str, name: str, organization_id: str, team_id: str, payload: Mapping[str, object]
) -> _Message:
    body = {
        **payload,
        "taskId": task_id,
        "teamId": team_id,
        "organizationId": organization_id,
        "name": name,
    }
    return _Message(team_id or organization_id, body)


def _delay_of(task: TaskName) -> int:
    """For how many seconds the message of `task` waits.

    Requests that were under way when a question changed may have read its former wording; once they are
    over, their interviews are there to be found.
    """
    return LONGEST_REQUEST_SECONDS if task is TaskName.REFRESH_PERSONAS else 0
