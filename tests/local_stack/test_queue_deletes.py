"""No message of a queue is lost to another one's deletion."""

from collections.abc import Callable, Iterator

from moto.sqs.models import Message, SQSBackend

from local_stack.queue_deletes import delete_in_place


class InterruptedList(list[Message]):
    """A list that somebody adds to just after it has been read to its end."""

    interruption: Callable[[], object] | None = None

    def __iter__(self) -> Iterator[Message]:
        yield from super().__iter__()
        interruption, self.interruption = self.interruption, None
        if interruption:
            interruption()


def test_a_message_sent_during_a_deletion_stays() -> None:
    delete_in_place()
    backend = SQSBackend("us-east-1", "123456789012")
    queue = backend.create_queue("work")
    backend.send_message("work", "handled")
    [handled] = backend.receive_message("work", 1, 0, 60)
    messages = InterruptedList(queue._messages)
    queue._messages = messages
    messages.interruption = lambda: backend.send_message("work", "sent meanwhile")
    backend.delete_message("work", str(handled.receipt_handle))
    assert [message.body for message in queue._messages] == ["sent meanwhile"]


def test_deleting_again_is_no_error() -> None:
    delete_in_place()
    backend = SQSBackend("us-east-1", "123456789012")
    queue = backend.create_queue("work")
    backend.send_message("work", "handled")
    [handled] = backend.receive_message("work", 1, 0, 60)
    for _ in range(2):
        backend.delete_message("work", str(handled.receipt_handle))
    assert queue._messages == []
