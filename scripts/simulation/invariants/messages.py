"""Who has left the messages gets none, and what became of an e-mail is known (interface: Opt-outs)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from gather.events.task import TaskName
from gather.messaging.channels.email_fate import RANKS, SUPPRESSES
from gather.messaging.channels.opt_out import Preference, mark_of
from gather.messaging.channels.opt_out_storage import opt_out_key
from gather.messaging.channels.suppression_storage import suppression_key
from gather.messaging.sent_messages.storage import sent_message_key
from gather.screening.candidates.delivery_type import DeliveryType
from gather.table import deployment_secret
from gather.table.keys import Key
from simulation.invariants.evidence import Evidence
from simulation.workload.candidates import SimulatedCandidate

_CONFIRMING: Final = frozenset(
    {TaskName.SEND_COMPLETION, TaskName.SEND_REQUEST_REPLY, TaskName.SEND_WITHDRAWAL}
)
"""The tasks of messages that still go out by e-mail to who has left (rule 4)."""
_TIME_TO_HEED: Final = 60.0
"""For how many seconds a worker may be at work that has seen before that nobody had left."""


def nobody_who_has_left_is_written_to(evidence: Evidence) -> Iterator[str]:
    """After an opt-out is noted nothing goes out by its channel, but for confirmations by e-mail (rule 4)."""
    changes = _changes(evidence, "OPTOUT#", "wish")
    if not changes:
        return
    names = {item["id"]: item["name"] for item in evidence.stored() if item.get("entity") == "TASK"}
    email, sms = evidence.world.engines.email, evidence.world.engines.sms
    for candidate in evidence.lives.candidates:
        wishes = changes[_opt_out_key(evidence, candidate, DeliveryType.EMAIL)]
        for message, at in zip(email.messages, email.sent_at, strict=True):
            is_wanted = names.get(message.tags.get("task", "")) in _CONFIRMING
            if message.to == candidate.email and not is_wanted and _is(Preference.STOP, wishes, at):
                yield f"{candidate.email}, who has left, is sent {message.subject!r} at {at:.3f}"
        wishes = changes[_opt_out_key(evidence, candidate, DeliveryType.SMS)]
        for text, at in zip(sms.messages, sms.sent_at, strict=True):
            if text.to == candidate.person["phone"] and _is(Preference.STOP, wishes, at):
                yield f"{text.to}, who has texted STOP, is sent a text message at {at:.3f}"


def the_last_wish_counts(evidence: Evidence) -> Iterator[str]:
    """What somebody has said last is noted (rules 2 and 5)."""
    for recipient in evidence.lives.recipients:
        for channel, wish in dict(recipient.wishes).items():
            item = evidence.at(_opt_out_key(evidence, recipient.candidate, channel))
            noted = item.get("wish", Preference.START)
            if noted != wish:
                yield f"{recipient.candidate.email} has said {recipient.wishes}, and {channel} is {noted}"


def the_fate_of_emails_is_known(evidence: Evidence) -> Iterator[str]:
    """The team sees the gravest thing that became of an e-mail, and an address that takes no mail for good is
    suppressed (rule 8)."""
    kept = {item["id"] for item in evidence.records("CANDIDATE")}
    for published in evidence.lives.mail_systems.published:
        tags = published.message.tags
        if published.fate in SUPPRESSES and not evidence.at(suppression_key(tags["mark"])):
            yield f"{published.message.to} is not suppressed after a {published.fate}"
        place = sent_message_key(tags["team"], tags["candidate"], tags["task"], DeliveryType.EMAIL)
        rank = evidence.at(place).get("fateRank", 0)
        if tags["candidate"] in kept and rank < RANKS[published.fate]:
            yield f"nobody knows of the {published.fate} of {place}, {published.message.subject!r}"


def nothing_goes_to_suppressed_addresses(evidence: Evidence) -> Iterator[str]:
    """After an address is suppressed no e-mail goes there, not even a confirmation (rule 8)."""
    changes = _changes(evidence, "SUPPRESSION#", "reason")
    email = evidence.world.engines.email
    for message, at in zip(email.messages, email.sent_at, strict=True):
        noted = changes[suppression_key(message.tags["mark"])] if message.tags else []
        if noted and noted[0][0] + _TIME_TO_HEED < at:
            yield f"{message.to}, which takes no mail, is sent {message.subject!r} at {at:.3f}"


def _changes(evidence: Evidence, prefix: str, attribute: str) -> Mapping[Key, Sequence[tuple[float, str]]]:
    """The values that an attribute has had in items, with the seconds at which each was written."""
    found: defaultdict[Key, list[tuple[float, str]]] = defaultdict(list)
    for change in evidence.world.changes:
        if change.key[0].startswith(prefix) and change.after is not None:
            found[Key(*change.key)].append((change.at, change.after[attribute]["S"]))
    return found


def _is(value: str, changes: Sequence[tuple[float, str]], at: float) -> bool:
    """Whether this has been the value for so long that everybody had to heed it."""
    before = [each for each in changes if each[0] <= at]
    return bool(before) and before[-1][1] == value and before[-1][0] + _TIME_TO_HEED < at


def _opt_out_key(evidence: Evidence, candidate: SimulatedCandidate, channel: DeliveryType) -> Key:
    secret = deployment_secret.find_secret(evidence.world.records.table) or b""
    address = candidate.email if channel is DeliveryType.EMAIL else candidate.person["phone"]
    return opt_out_key(mark_of(secret, channel, candidate.team.organization_id, address).hex())
