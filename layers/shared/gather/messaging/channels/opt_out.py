"""Opt-outs from messages, by address and not by person (interface: Opt-outs, rules 1 to 7).

    mark = mark_of(secret, DeliveryType.EMAIL, organization_id, "ada@example.com")
    opt_out_storage.save(table, mark, Preference.STOP, now)

An opt-out is stored under a mark of the address: a hash under a secret of the deployment. It therefore holds
for everyone who has the address, also for a candidate who is added anew, and it outlives an erasure, because
nothing that names anybody is kept. E-mail is left by organization. A text message is answered to the number
that all organizations send from, so STOP holds for all of them.
"""

import base64
import binascii
import hmac
import re
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import Final
from uuid import UUID

from gather.core.email_address import normal_email
from gather.core.tenant import is_sandbox, plain_id, sandbox_of
from gather.messaging.sent_messages.models import SentMessageType
from gather.screening.candidates.delivery_type import DeliveryType
from gather.screening.candidates.models import Candidate

_MARK_BYTES: Final = 16
_TAG_BYTES: Final = 16
_ID_BYTES: Final = 16
_SENDER_BYTES: Final = 2 * _ID_BYTES + 1
EVERYONE: Final = ""
"""In the place of an organization: all that send from the number."""

CONFIRMS: Final = frozenset(
    {SentMessageType.COMPLETION_CONFIRMATION, SentMessageType.REQUEST_REPLY, SentMessageType.WITHDRAWAL}
)
"""The messages that confirm or answer what the candidate has done or asked. By e-mail they still go out after
an opt-out; a text message after STOP never does."""


class Preference(StrEnum):
    """The wish of an address: no further messages, or messages again."""

    STOP = "stop"
    START = "start"


def mark_of(secret: bytes, channel: DeliveryType, organization_id: str, address: str) -> bytes:
    """The mark of an address, for the e-mail of an organization or for all text messages.

    All spellings of an address have one mark: its domain may be typed or in Punycode, composed or decomposed.
    A sandbox sends no text messages, so that its trials of them are not stopped either.
    """
    scope = organization_id if channel is DeliveryType.EMAIL or is_sandbox(organization_id) else EVERYONE
    typed = address.strip()
    return _mark(secret, channel, scope, normal_email(typed) if channel is DeliveryType.EMAIL else typed)


def marks_of(secret: bytes, candidate: Candidate) -> dict[DeliveryType, bytes]:
    """The marks of a candidate's addresses."""
    addresses = {DeliveryType.EMAIL: candidate.email, DeliveryType.SMS: candidate.phone}
    return {
        channel: mark_of(secret, channel, candidate.organization_id, address)
        for channel, address in addresses.items()
        if address
    }


def _mark(secret: bytes, channel: DeliveryType, scope: str, address: str) -> bytes:
    text = f"{channel.value}\n{scope}\n{address}"
    return hmac.digest(secret, text.encode(), "sha256")[:_MARK_BYTES]


def withheld_channels(
    message_type: SentMessageType, opted_out: Collection[DeliveryType]
) -> frozenset[DeliveryType]:
    """The channels of `opted_out` by which a message must not go (interface: Opt-outs, rule 4)."""
    kept = {DeliveryType.EMAIL} if message_type in CONFIRMS else set()
    return frozenset(opted_out) - kept


@dataclass(frozen=True, slots=True)
class UnsubscribeLink:
    """The content of an unsubscribe link's token: organization, team, and the address's mark."""

    organization_id: str
    team_id: str
    mark: bytes

    def token(self, secret: bytes) -> str:
        """The link's token. It needs no item of its own: the tag shows that the service made it."""
        flag = b"\x01" if is_sandbox(self.organization_id) else b"\x00"
        ids = [UUID(plain_id(each)).bytes for each in (self.organization_id, self.team_id)]
        said = b"".join((*ids, flag, self.mark))
        return base64.urlsafe_b64encode(said + _tag(secret, said)).decode().rstrip("=")

    def address(self, base_url: str, secret: bytes) -> str:
        """The address of the link."""
        return f"{base_url}/unsubscribe/{self.token(secret)}"


def read_link(secret: bytes, token: str) -> UnsubscribeLink | None:
    """Read the link of a token; None where the service has not made it."""
    try:
        said = base64.b64decode(token + "=" * (-len(token) % 4), b"-_", validate=True)
    except (binascii.Error, ValueError):
        return None
    said, tag = said[:-_TAG_BYTES], said[-_TAG_BYTES:]
    if len(said) != _SENDER_BYTES + _MARK_BYTES or not hmac.compare_digest(tag, _tag(secret, said)):
        return None
    organization_id, team_id = (str(UUID(bytes=said[start : start + _ID_BYTES])) for start in (0, _ID_BYTES))
    if said[2 * _ID_BYTES]:
        organization_id, team_id = sandbox_of(organization_id), sandbox_of(team_id)
    return UnsubscribeLink(organization_id, team_id, said[_SENDER_BYTES:])


def _tag(secret: bytes, said: bytes) -> bytes:
    return hmac.digest(secret, b"unsubscribe\n" + said, "sha256")[:_TAG_BYTES]


def takes_replies(origination_identity: str) -> bool:
    """Whether text messages from an identity can be answered: a telephone number's or a pool's can, a
    sender id's cannot."""
    name = origination_identity.rpartition(":")[2].rpartition("/")[0] or origination_identity
    return not name or bool(re.match(r"\+?\d|phone|pool", name))
