"""Webhook configurations: who wants to hear of which events, at which addresses.

Interface: Webhooks, rule 1.
"""

import base64
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Any

from pydantic import AfterValidator, Field, StringConstraints

from gather.core.clock import from_timestamp, timestamp
from gather.core.errors import Fault
from gather.core.formats import ONCE_EACH
from gather.core.model import UNSET, RequestModel
from gather.core.record import Identified
from gather.core.repetition import repeated, texts
from gather.core.tenant import TenantId
from gather.events.event import EventName, EventRecord, SubscribableName
from gather.outgoing.endpoint import Endpoint, WebhookUrl, endpoint_if_any
from gather.webhooks.signing import SHORTEST_SECRET, STANDARD_PREFIX

MOST_URLS = 10
MOST_NAMES = 100
MOST_CONFIGURATIONS = 50
SECRET_BYTES = 32
LONGEST_OVERLAP_HOURS = 168
LONGEST_FAILING = timedelta(days=5)
"""How long all deliveries of a configuration may fail before it is switched off (interface: Deliveries,
rule 17)."""

RESULT_EVENTS = frozenset({EventName.CANDIDATE_INTERVIEW_COMPLETED})
"""The events that go to a candidate interview's own `webhookUrl`, which is "for results".

Interface: Webhooks, rule 6.
"""


def _distinct(names: list[str]) -> list[str]:
    return list(dict.fromkeys(names))


WebhookUrls = Annotated[
    list[WebhookUrl],
    Field(min_length=1, max_length=MOST_URLS, json_schema_extra=ONCE_EACH),
]
EventNames = Annotated[
    list[SubscribableName], Field(min_length=1, max_length=MOST_NAMES), AfterValidator(_distinct)
]
Description = Annotated[str, StringConstraints(max_length=1_000)]
Secret = Annotated[str, StringConstraints(min_length=SHORTEST_SECRET, max_length=256)]


class WebhookConfiguration(Identified):
    """A subscription of a team (interface: Webhooks, rule 1).

    `events` may hold names that are no longer accepted in requests (interface: Webhooks, rule 2).
    """

    description: str | None = None
    """A note that only the team sees."""
    urls: list[str]
    """The addresses that events are sent to."""
    events: list[str]
    """The events that are sent, by their names."""
    is_active: bool = True
    """Whether events are sent."""
    organization_id: TenantId
    """The organization that the configuration belongs to."""
    team_id: TenantId
    """The team whose events are sent."""

    def wants(self, event_name: str, created_at: str) -> bool:
        """Whether the configuration asks for an event of that name and time: it is active, names the event,
        and is no younger (interface: Webhooks, rules 1 and 8)."""
        return self.is_active and self.created_at <= created_at and event_name in self.events

    def has_url(self, url: str) -> bool:
        """Whether a URL leads where one of the configuration's does."""
        return _address(url) in {_address(own) for own in self.urls}

    def is_subscribed_to(self, event: EventRecord) -> bool:
        """Whether `event` goes to the configuration's URLs: it is wanted, and of the same team."""
        return (
            self.organization_id == event.organization_id
            and self.team_id == event.team_id
            and self.wants(event.name, event.created_at)
        )


class WebhookWithSecret(WebhookConfiguration):
    """A configuration as only the create and the rotate call return it."""

    secret: str = Field(repr=False)
    """Signs what is sent. Told only when it is made; the service makes one unless it is sent."""


class WebhookRecord(WebhookWithSecret):
    """A configuration as the table has it.

    `previous_secret` signs beside `secret` until `previous_secret_until`, the end of a rotation's overlap.
    `failing_since` is when the first of the unbroken failures of its deliveries ended.
    """

    previous_secret: str | None = Field(default=None, repr=False)
    previous_secret_until: str | None = None
    failing_since: str | None = None

    def update(self, request: "UpdateWebhook", *, now: str) -> "WebhookRecord":
        """Set the members that the request supplies; `now` is a timestamp. Another secret replaces all.

        Who switches it on starts the count of its failures anew.
        """
        changed = self.changed(**request.supplied(), updated_at=now)
        if request.is_active is True:
            changed = changed.changed(failing_since=None)
        if changed.secret == self.secret:
            return changed
        return changed.changed(previous_secret=None, previous_secret_until=None)

    def replace_secret(self, request: "RotateWebhookSecret", *, now: datetime) -> "WebhookRecord":
        """Replace the secret; the present one signs on for the request's overlap.

        An overlap that still runs ends, so that there are never more than two secrets (interface: Webhooks,
        rule 9).
        """
        overlaps = request.overlap_hours > 0
        until = timestamp(now + timedelta(hours=request.overlap_hours))
        return self.changed(
            secret=request.secret or new_secret(),
            previous_secret=self.secret if overlaps else None,
            previous_secret_until=until if overlaps else None,
            updated_at=timestamp(now),
        )

    def signing_secrets(self, now: datetime) -> tuple[str, ...]:
        """The secrets that sign an attempt at `now`, the present one first."""
        previous, until = self.previous_secret, self.previous_secret_until
        if previous is None or until is None or from_timestamp(until) <= now:
            return (self.secret,)
        return self.secret, previous

    def settle_delivery(self, *, delivered: bool, now: datetime) -> "WebhookRecord":
        """Count a delivery that ended at `now`; returns the same record when that tells nothing new.

        One delivery that arrived ends a row of failures. A configuration whose deliveries have all failed for
        five days is switched off (interface: Deliveries, rule 17).
        """
        since = self.failing_since
        if delivered:
            return self if since is None else self.changed(failing_since=None)
        if not self.is_active:
            return self
        if since is None:
            return self.changed(failing_since=timestamp(now))
        if now - from_timestamp(since) < LONGEST_FAILING:
            return self
        return self.changed(is_active=False, updated_at=timestamp(now))


class WebhookDeletion(Identified):
    """A configuration that is gone and whose deliveries are being deleted; the id is the configuration's.

    `due_at` is when the recovery worker goes on with it, should nobody else have.
    """

    organization_id: TenantId
    team_id: TenantId
    due_at: str

    @classmethod
    def of(cls, configuration: WebhookConfiguration, *, now: str, due_at: str) -> "WebhookDeletion":
        """The deletion of `configuration` and its deliveries, begun at the timestamp `now`."""
        return cls(
            id=configuration.id,
            organization_id=configuration.organization_id,
            team_id=configuration.team_id,
            due_at=due_at,
            created_at=now,
            updated_at=now,
        )


class CreateWebhook(RequestModel):
    """Body of the create call; a secret is generated when none is given."""

    description: Description | None = None
    urls: WebhookUrls
    events: EventNames
    is_active: bool = True
    secret: Secret | None = Field(default=None, repr=False)

    @classmethod
    def cross_field_faults(cls, raw: Mapping[str, Any]) -> Iterable[Fault]:
        """One fault for each URL that leads where an earlier one does."""
        return _repeated_urls(raw)


class UpdateWebhook(RequestModel):
    """Body of PATCH and PUT: the members that are supplied are replaced, no others."""

    description: Description | None = None
    urls: WebhookUrls = UNSET
    events: EventNames = UNSET
    is_active: bool = UNSET
    secret: Secret = Field(default=UNSET, repr=False)

    @classmethod
    def cross_field_faults(cls, raw: Mapping[str, Any]) -> Iterable[Fault]:
        """One fault for each URL that leads where an earlier one does."""
        return _repeated_urls(raw)


class RotateWebhookSecret(RequestModel):
    """Body of the rotate call; a secret is generated when none is given.

    For `overlap_hours` the secret that is replaced signs as well (interface: Webhooks, rule 9).
    """

    secret: Secret | None = Field(default=None, repr=False)
    overlap_hours: Annotated[float, Field(ge=0, le=LONGEST_OVERLAP_HOURS, allow_inf_nan=False)] = 0
    """For how many hours the replaced secret signs as well."""


@dataclass(frozen=True, slots=True)
class DeliveryTarget:
    """One URL that an event goes to, and the record that says so: exactly one of the two ids is set."""

    url: str
    webhook_configuration_id: str | None = None
    candidate_interview_id: str | None = None

    @property
    def owner_id(self) -> str:
        """The id of the record that names the URL."""
        owner_id = self.webhook_configuration_id or self.candidate_interview_id
        if owner_id is None:
            raise ValueError("a target belongs to a webhook configuration or a candidate interview")
        return owner_id


def new_secret() -> str:
    """Make a secret of 256 random bits, in the form that the libraries of Standard Webhooks read."""
    return STANDARD_PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def new_webhook(
    request: CreateWebhook, *, identifier: str, organization_id: str, team_id: str, now: str
) -> WebhookRecord:
    """Make the configuration that a create request asks for; `now` is a timestamp."""
    return WebhookRecord(
        id=identifier,
        description=request.description,
        urls=request.urls,
        events=request.events,
        is_active=request.is_active,
        organization_id=organization_id,
        team_id=team_id,
        secret=request.secret or new_secret(),
        created_at=now,
        updated_at=now,
    )


def list_targets(
    event: EventRecord,
    configurations: Iterable[WebhookConfiguration],
    *,
    candidate_interview_url: str | None = None,
) -> list[DeliveryTarget]:
    """List the URLs that `event` goes to, each with the record that names it.

    A URL that several configurations share gets the event once, from the first of them (interface: Webhooks,
    rule 7).
    `candidate_interview_url` is the `webhookUrl` of the event's candidate interview, if it has one. That is
    a target of its own, signed with a secret of its own.
    """
    found: dict[object, DeliveryTarget] = {}
    for configuration in configurations:
        if configuration.is_subscribed_to(event):
            for url in configuration.urls:
                target = DeliveryTarget(url, webhook_configuration_id=configuration.id)
                found.setdefault(_address(url), target)
    candidate_interview_id = event.payload.get("candidateInterviewId")
    if candidate_interview_url and candidate_interview_id and event.name in RESULT_EVENTS:
        own = DeliveryTarget(candidate_interview_url, candidate_interview_id=candidate_interview_id)
        return [*found.values(), own]
    return list(found.values())


def _repeated_urls(raw: Mapping[str, Any]) -> list[Fault]:
    urls = raw.get("urls")
    if not isinstance(urls, list):
        return []
    reached = (None if url is None else endpoint_if_any(url) for url in texts(urls[:MOST_URLS]))
    return [
        Fault(f"urls[{position}]", f"must not repeat urls[{earlier}]")
        for position, earlier in repeated(reached)
    ]


def _address(url: str) -> Endpoint | str:
    """The endpoint that equal addresses share; a URL that cannot be read is an address of its own."""
    return endpoint_if_any(url) or url
