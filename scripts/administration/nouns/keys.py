"""`admin.py key`: API keys of every scope."""

from argparse import ArgumentTypeError

from administration.api_keys import create_key
from administration.commands import (
    NAME,
    ORGANIZATION,
    Arguments,
    Change,
    Command,
    CommandResult,
    Noted,
    Row,
    argument,
    row,
)
from gather.core.caller import OPERATOR, Permission, Scope
from gather.core.clock import SystemClock, timestamp
from gather.tenancy.api_keys import service as api_key_service
from gather.tenancy.api_keys import storage as api_key_storage
from gather.tenancy.api_keys.models import Credential, parse_expiry
from gather.wiring import Adapters


def _later(text: str) -> str:
    try:
        moment = parse_expiry(text)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from None
    if moment <= timestamp(SystemClock().now()):
        raise ArgumentTypeError("must be a time to come")
    return moment


def _list(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Show the keys of an organization, ended ones included, newest first. Never the keys themselves."""
    found = api_key_storage.list_of_organization(adapters.records.table, arguments.organization)
    return [_listed(credential, adapters) for credential in found]


def _listed(credential: Credential, adapters: Adapters) -> Row:
    shown = row(credential, "organizationId", "userId")
    return {"id": credential.id, "state": _state(credential, adapters), **shown}


def _state(credential: Credential, adapters: Adapters) -> str:
    if credential.revoked_at is not None:
        return "revoked"
    expires_at = credential.expires_at
    return "expired" if expires_at and expires_at <= timestamp(adapters.clock.now()) else "active"


def _create(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Make an API key and show it, this one time."""
    credential, key = create_key(
        adapters.records,
        arguments.organization,
        arguments.name,
        adapters.clock.now(),
        team_id=arguments.team,
        user_id=arguments.user,
        scope=Scope(arguments.scope),
        permissions=map(Permission, arguments.permission or list(Permission)),
        expires_at=arguments.expires_at,
        sandbox=arguments.sandbox,
    )
    made = {"apiKey": key, **row(credential, "lastUsedAt", "revokedAt")}
    return Noted(made, "Keep the key now: it is shown this one time and cannot be read again.")


def _revoke(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Revoke a key: requests with it fail from then on."""
    credential = api_key_storage.get(adapters.records.table, arguments.credential)
    effect = (
        f"key {credential.name} ({credential.id}, {credential.scope.value}, last used "
        f"{credential.last_used_at or 'never'}) is revoked: requests with it fail from then on"
    )

    def carry_out() -> Row:
        api_key_service.revoke(
            adapters.records, credential.organization_id, credential.id, OPERATOR, now=adapters.clock.now()
        )
        return _listed(api_key_storage.get(adapters.records.table, credential.id), adapters)

    return Change([] if credential.revoked_at else [effect], _listed(credential, adapters), carry_out)


COMMANDS = (
    Command("key", "list", _list, (ORGANIZATION,)),
    Command(
        "key",
        "create",
        _create,
        (
            ORGANIZATION,
            argument("name", type=NAME),
            argument("--team", help="id of a team; a key of the whole organization when left out"),
            argument("--user", help="id of the key's owner"),
            argument("--scope", choices=[scope.value for scope in Scope], default=Scope.GATHER.value),
            argument(
                "--permission",
                action="append",
                choices=[permission.value for permission in Permission],
                help="all when left out; may be repeated",
            ),
            argument("--sandbox", action="store_true", help="works in the organization's sandbox"),
            argument("--expires-at", type=_later, help="a time in ISO 8601; never when left out"),
        ),
    ),
    Command(
        "key",
        "revoke",
        _revoke,
        (argument("credential", help="id of the key, as the list shows it"),),
        changes=True,
    ),
)
