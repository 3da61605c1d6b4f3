"""Routes of credentials, for the internal administration tool (interface: Keys, rules 1 to 6)."""

from gather.core.caller import Scope
from gather.core.model import NoBody, NoQuery
from gather.http.call import KeyCall
from gather.http.routes import Api
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

api = Api("credentials", scopes=frozenset({Scope.ADMIN}))
handler = api.handler


@api.post("/credentials", response=CreatedCredential)
def create_credential(call: KeyCall[CreateCredential, NoQuery]) -> CreatedCredential:
    """Make an API key for a team. The response shows the key, this one time."""
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
    credential_storage.create(call.records, credential, hash_of(key))
    return CreatedCredential.of(credential, key)


@api.get("/credentials", response=list[ListedCredential])
def list_credentials(call: KeyCall[NoBody, CredentialListQuery]) -> list[ListedCredential]:
    """List an organization's credentials that are not revoked, newest first."""
    found = credential_storage.of_organization(call.records.table, call.query.organization_id)
    return [credential for credential in found if credential.revoked_at is None]


@api.delete("/credentials/{credentialId}", response=RevokedCredential)
def revoke_credential(call: KeyCall[NoBody, NoQuery]) -> RevokedCredential:
    """Revoke a credential: requests with its key fail from now on."""
    return credential_storage.revoke(call.records.table, call.path["credentialId"], call.now)
