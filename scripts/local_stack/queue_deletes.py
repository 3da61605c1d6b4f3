"""Deletes messages of moto's queues in place.

moto makes a new list of the messages that stay, so that a message sent while it does so would be lost.
"""

from contextlib import suppress

from moto.sqs.models import Queue


def delete_in_place() -> None:
    """Replaces moto's deletion, for this process and for good."""

    def delete_message(self: Queue, receipt_handle: str) -> None:
        for message in list(self._messages):
            if message.had_receipt_handle(receipt_handle):
                self.pending_messages.discard(message)
                with suppress(ValueError):
                    self._messages.remove(message)
                return

    Queue.delete_message = delete_message  # type: ignore[method-assign]  # moto has no setting for it
