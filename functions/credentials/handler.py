"""Routes of credentials, for the internal administration tool (interface: Credentials; answers: Keys)."""

from gather.core.caller import Scope
from gather.core.model import NoBody, NoQuery
from gather.http.routes import Api, Call
from gather.tenancy import credential_storage
from gather.tenancy.credential import (
    CreateCredential,
    CreatedCredential,
    CredentialListQuery,
    ListedCredential,
    RevokedCredential,
    hash_of,
    new_credential,
    new_key,
)
from gather.wiring import records, table

api = Api("credentials", scopes=frozenset({Scope.ADMIN}), works_in_team=False)
handler = api.handler


@api.post("/credentials", answer=CreatedCredential, body=CreateCredential, query=NoQuery)
def create_credential(call: Call[CreateCredential, NoQuery]) -> CreatedCredential:
    """Make an API key for a team. The answer shows the key, this one time."""
    body = call.body
    credential = new_credential(
        body.organization_id,
        body.team_id,
        body.name,
        body.permissions,
        call.now,
        scope=body.scope,
        user_id=body.user_id,
        expires_at=body.expires_at,
    )
    key = new_key()
    credential_storage.create(records(), credential, hash_of(key))
    return CreatedCredential.of(credential, key)


@api.get("/credentials", answer=list[ListedCredential], query=CredentialListQuery)
def list_credentials(call: Call[NoBody, CredentialListQuery]) -> list[ListedCredential]:
    """List an organization's credentials that are not revoked, newest first."""
    found = credential_storage.of_organization(table(), call.query.organization_id)
    return [credential for credential in found if credential.revoked_at is None]


@api.delete("/credentials/{credentialId}", answer=RevokedCredential, query=NoQuery)
def revoke_credential(call: Call[NoBody, NoQuery]) -> RevokedCredential:
    """Revoke a credential: requests with its key fail from now on."""
    return credential_storage.revoke(table(), call.path["credentialId"], call.now)
