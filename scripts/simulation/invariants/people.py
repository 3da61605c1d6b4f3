"""What those get whom the service promises something: exports, sessions that end, chats in their order."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from gather.core.clock import timestamp
from simulation.invariants.evidence import Evidence, Item

_EXPORTS_KEPT: Final = timedelta(days=1)
_GRACE: Final = timedelta(hours=1)
_EXPORT_FOLDER: Final = "exports/"


def exports_come_to_their_end(evidence: Evidence) -> Iterator[str]:
    """An export that was asked for ends with an archive or as failed, unless its candidate is erased
    (interface: Data rights and audit, rules 9 to 11)."""
    for officer in evidence.lives.privacy_officers:
        for export in officer.exports:
            if export.candidate_id in evidence.erased:
                continue
            if export.is_gone or export.status == "running":
                yield f"the export {export.export_id} is {'gone' if export.is_gone else export.status}"
            elif export.status == "complete" and not export.has_archive:
                yield f"the export {export.export_id} is complete and has no archive"


def exports_are_removed(evidence: Evidence) -> Iterator[str]:
    """An export and its archive are removed after a day, and with the candidate (rule 11)."""
    oldest = timestamp(evidence.world.time.now() - _EXPORTS_KEPT - _GRACE)
    exports = {item["id"]: item for item in evidence.records("EXPORT")}
    for item in exports.values():
        if item["createdAt"] < oldest or item["candidateId"] in evidence.erased:
            yield f"the export {item['id']} of {item['createdAt']} is still there"
    for key in evidence.world.engines.media.stored:
        if key.startswith(_EXPORT_FOLDER) and key.split("/")[1] not in exports:
            yield f"the archive {key} is of no export"


def ended_sessions_open_nothing(evidence: Evidence) -> Iterator[str]:
    """A session that was signed out, or whose twelve hours are over, opens nothing (interface: Console)."""
    for person in evidence.lives.console_users:
        yield from person.opened_afterwards


def sessions_are_for_whom_the_issuer_vouches(evidence: Evidence) -> Iterator[str]:
    """A session is of the person for whose address the issuer vouches, and a code begins one (interface:
    Console)."""
    for person in evidence.lives.console_users:
        yield from person.let_in


def conversations_are_in_their_order(evidence: Evidence) -> Iterator[str]:
    """The messages of a chat have the places from 1 on, and each that a visitor has sent stands there once,
    in the order in which they were sent (interface: Conversations)."""
    messages: dict[str, list[Item]] = defaultdict(list)
    for item in evidence.records("CONVERSATION_MESSAGE"):
        messages[item["conversationId"]].append(item)
    for of_chat in messages.values():
        of_chat.sort(key=lambda item: int(item["sequenceOrder"]))
    for name, of_chat in messages.items():
        places = [int(item["sequenceOrder"]) for item in of_chat]
        if places != [*range(1, len(places) + 1)]:
            yield f"the messages of the chat {name} have the places {places}"
    for visitor in evidence.lives.visitors:
        written = [
            each["content"] for each in messages[visitor.conversation_id or ""] if each["role"] == "USER"
        ]
        taken = written[: len(visitor.said)]
        if taken != visitor.said or len(written) > len(visitor.said) + 1:
            yield f"the visitor {visitor.number} has said {visitor.said}, and {written} is written"


def conversations_end(evidence: Evidence) -> Iterator[str]:
    """A chat in which nobody writes any more has ended (interface: Conversations, rule 2)."""
    for item in evidence.records("CONVERSATION"):
        if item["status"] == "ACTIVE":
            yield f"the chat {item['id']} of {item['startedAt']} goes on"
