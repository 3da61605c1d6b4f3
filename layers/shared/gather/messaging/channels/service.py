"""The ways in which somebody leaves an organization's messages, or comes back: a link, a word, a bounce.

    subscription = service.find_subscription(records, token)
    service.save_preference(records, token, Preference.STOP, now=now)

Interface: Opt-outs.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from gather.core.clock import from_timestamp
from gather.core.observability import count
from gather.messaging.channels import opt_out_storage, suppression_storage
from gather.messaging.channels.email_event import read_event
from gather.messaging.channels.email_fate import SUPPRESSES
from gather.messaging.channels.opt_out import EVERYONE, Preference, UnsubscribeLink, mark_of, read_link
from gather.messaging.channels.text_preference import preference_of
from gather.messaging.sent_messages import storage as sent_message_storage
from gather.screening.candidates.delivery_type import DeliveryType
from gather.table import deployment_secret
from gather.table.records import Records
from gather.table.store import Table
from gather.tenancy.organizations.storage import team_key
from gather.tenancy.teams.models import Branding, Team


@dataclass(frozen=True, slots=True)
class Subscription:
    """Whether an address has left an organization's e-mails, and the branding of the team that wrote."""

    is_out: bool
    branding: Branding | None


def find_subscription(records: Records, token: str) -> Subscription | None:
    """The subscription that the token of a link leads to; None where the service has not made the link.

    Three round trips.
    """
    link = _find_link(records.table, token)
    if link is None:
        return None
    is_out = opt_out_storage.is_opted_out(records.table, link.mark)
    return Subscription(is_out, _find_branding(records.table, link))


def save_preference(
    records: Records, token: str, preference: Preference, *, now: datetime
) -> Subscription | None:
    """Save whether an address wants an organization's e-mails; None where the service has not made the link.

    Three round trips.
    """
    link = _find_link(records.table, token)
    if link is None:
        return None
    opt_out_storage.save(records.table, link.mark, preference, now)
    return Subscription(preference is Preference.STOP, _find_branding(records.table, link))


def _find_link(table: Table, token: str) -> UnsubscribeLink | None:
    """Read the link of a token. One round trip."""
    secret = deployment_secret.find_secret(table)
    return None if secret is None else read_link(secret, token)


def _find_branding(table: Table, link: UnsubscribeLink) -> Branding | None:
    """The branding of the team that has written. One round trip."""
    found = table.get(team_key(link.organization_id, link.team_id))
    return Branding.of(Team.model_validate(found)) if found else None


def receive_text(records: Records, published: Mapping[str, Any]) -> None:
    """Save the preference that a text message states, as AWS End User Messaging publishes it.

    Two round trips; none for a message that states none.
    """
    table, message = records.table, json.loads(published["Message"])
    preference = preference_of(message["messageBody"])
    count("TextMessagesReceived", wish=preference.value if preference else "none")
    if preference is None:
        return
    secret = deployment_secret.find_secret(table) or deployment_secret.get_or_create_secret(table)
    mark = mark_of(secret, DeliveryType.SMS, EVERYONE, message["originationNumber"])
    opt_out_storage.save(table, mark, preference, from_timestamp(published["Timestamp"]))


def receive_email_event(records: Records, published: Mapping[str, Any]) -> None:
    """Save the fate of an e-mail, as SES publishes it, and suppress the address where the fate says so.

    Up to two round trips; none for an event that is about no message to a candidate.
    """
    found = read_event(json.loads(published["Message"]))
    count("EmailEvents", fate=found.fate.value if found else "none")
    if found is None:
        return
    if found.fate in SUPPRESSES:
        suppression_storage.suppress(records.table, found.tags.mark, found.fate, found.at)
    sent_message_storage.save_fate(records, found.tags, found.fate)
