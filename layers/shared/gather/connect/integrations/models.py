"""Integrations of organizations with vendors (interface: Connect, rule 3)."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any

from pydantic import Field

from gather.connect.integrations.access_token import new_integration_key
from gather.core.caller import Caller
from gather.core.clock import timestamp
from gather.core.formats import Title
from gather.core.identifiers import new_id
from gather.core.model import UNSET, LeftOutWhenNull, RequestModel
from gather.core.open_object import GivenObject, OpenObject
from gather.core.record import Identified
from gather.tenancy.api_keys.secret import hash_of

MOST_INTEGRATIONS = 50
"""How many integrations an organization may have: they are read whole, and their vendors asked at once."""


class IntegrationStatus(StrEnum):
    """Whether an integration takes part; a disabled one loses nothing and does nothing."""

    ACTIVE = "active"
    DISABLED = "disabled"


class IntegrationRecord(Identified):
    """A stored integration. `configuration` contains its secrets, which are encrypted and which no response
    shows.

    `team_id` is the team that orders work in. `user` and the password of `password_hash` are its Basic
    credentials (interface: Connect, rule 3).
    """

    vendor: str
    """The vendor."""
    name: str
    """The integration's name."""
    status: IntegrationStatus = IntegrationStatus.ACTIVE
    """Whether the integration may be used."""
    organization_id: str
    """The organization."""
    team_id: str
    """The team."""
    user: str
    """The user of the integration's Basic credentials."""
    password_hash: str = Field(repr=False)
    sealed_password: str | None = Field(default=None, repr=False)
    """The password, encrypted, where the vendor is called with it."""
    configuration: OpenObject = Field(repr=False)
    """The configuration in the vendor's own members. Secrets are not shown in answers."""

    def is_open_to(self, caller: Caller) -> bool:
        """Whether the caller is of its organization and, where the key is a team's, of its team."""
        return caller.organization_id == self.organization_id and caller.team_id in (None, self.team_id)


class Integration(Identified):
    """An integration as responses show it. `secrets` names the secret members that its configuration has."""

    vendor: str
    name: str
    status: IntegrationStatus
    organization_id: str
    team_id: str
    user: str
    configuration: OpenObject
    secrets: tuple[str, ...]
    """The names of the configuration's members that are kept secret."""
    address: Annotated[str | None, LeftOutWhenNull] = None
    """What is entered in the vendor's system, where that is an address of ours."""

    @classmethod
    def of(
        cls, record: IntegrationRecord, secrets: frozenset[str], address: str | None = None
    ) -> "Integration":
        """The response for a record; `secrets` are the members that are secret by its vendor's model."""
        return cls(
            **record.model_dump(exclude={"password_hash", "sealed_password", "configuration"}),
            address=address,
            configuration={
                name: value for name, value in record.configuration.items() if name not in secrets
            },
            secrets=tuple(sorted(secrets & record.configuration.keys())),
        )


class IntegrationWithPassword(Integration):
    """The only response that shows a new password."""

    password: Annotated[str | None, LeftOutWhenNull] = Field(default=None, repr=False)
    """The password of the integration's Basic credentials. Told this once."""


class CreateIntegration(RequestModel):
    """Body of POST /connect/{vendor}/integrations; `configuration` is what the vendor's model takes."""

    name: Title
    status: IntegrationStatus = IntegrationStatus.ACTIVE
    configuration: GivenObject = Field(repr=False)


class ChangeIntegration(RequestModel):
    """Body of PATCH: members of `configuration` are merged, null removes one. `rotatePassword` makes a new
    password for Basic, and the former one fails from then on."""

    name: Title = UNSET
    status: IntegrationStatus = UNSET
    configuration: GivenObject = Field(default=UNSET, repr=False)
    rotate_password: bool = False
    """`true` makes a new password, which the answer tells."""


class ValidateConfiguration(RequestModel):
    """Body of POST /connect/{vendor}/config/validate."""

    configuration: GivenObject = Field(repr=False)


def new_integration(
    vendor: str,
    name: str,
    configuration: dict[str, Any],
    organization_id: str,
    team_id: str,
    now: datetime,
    status: IntegrationStatus = IntegrationStatus.ACTIVE,
) -> tuple[IntegrationRecord, str]:
    """Make an integration, and its password, of which only a hash is stored.

    The password is random, so that a plain hash of it does.
    """
    moment, record_id = timestamp(now), new_id()
    user = f"{vendor}-{record_id}"
    password = new_integration_key(vendor, user)
    record = IntegrationRecord(
        id=record_id,
        vendor=vendor,
        name=name,
        status=status,
        organization_id=organization_id,
        team_id=team_id,
        user=user,
        password_hash=hash_of(password),
        configuration=configuration,
        created_at=moment,
        updated_at=moment,
    )
    return record, password


def merge_configuration(configuration: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """Merge a PATCH into a configuration: members replace those of their name, null deletes one."""
    merged = {**configuration, **change}
    return {name: value for name, value in merged.items() if value is not None}
