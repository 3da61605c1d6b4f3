"""Sessions: the requests that begin one, and what its owner is told (interface: Console)."""

from typing import Annotated

from pydantic import StringConstraints

from gather.core.caller import Role
from gather.core.model import Model, RequestModel
from gather.tenancy.users.models import User

ShownOnce = Annotated[str, StringConstraints(min_length=1, max_length=4_096)]


class CreateSession(RequestModel):
    """Body of POST /console/session: what came back from the issuer's page, and what proves whose it is."""

    code: ShownOnce
    """The authorization code."""
    code_verifier: ShownOnce
    """The verifier of the PKCE challenge that the person was sent to the issuer with."""
    redirect_uri: ShownOnce
    """The address that the issuer has sent the person back to, of this service."""


class SignedInUser(Model):
    """The person of a session."""

    id: str
    first_name: str
    last_name: str
    email: str
    role: Role
    organization_id: str
    team_ids: tuple[str, ...]

    @classmethod
    def of(cls, user: User) -> "SignedInUser":
        """The person that a user with an account is."""
        return cls(**user.model_dump(include=set(cls.model_fields)))


class CreatedSession(Model):
    """A session as its owner is told it, this once."""

    token: str
    """The token, which requests show as `Authorization: Bearer`."""
    expires_at: str
    """When the session ends: ISO 8601 in UTC."""
    user: SignedInUser


class EndedSession(Model):
    """A session that its owner has ended."""

    ended_at: str
    """When it ended: ISO 8601 in UTC."""
