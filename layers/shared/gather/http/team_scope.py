"""The team and the user that a request with a key is about."""

from gather.core.caller import Caller, SignedIn, TeamScope
from gather.core.errors import NotFound, ValidationFailed
from gather.core.model import QueryModel, RequestBody
from gather.core.tenant import beside
from gather.http.validation import TEAM_REQUIRED
from gather.table.store import Table
from gather.tenancy.organizations.storage import team_key, user_key


def team_scope(table: Table, caller: Caller, body: RequestBody, query: QueryModel) -> TeamScope:
    """The team and the user that a request names, checked (interface: Conventions, rules 8 and 9).

    Costs a round trip only when the request names another team than the key's or another user. A person who
    has signed in works as themselves in a team of theirs.
    """
    named = getattr(query, "team_id", None) or getattr(body, "team_id", None)
    if caller.signed_in is not None:
        return _team_of_person(caller, caller.signed_in, named)
    user_id = getattr(query, "user_id", None) or getattr(body, "user_id", None) or caller.user_id
    organization_id = caller.organization_id
    team_id = beside(organization_id, named) if named else caller.team_id
    if team_id is None:
        raise ValidationFailed([TEAM_REQUIRED])
    wanted = {}
    if team_id != caller.team_id:
        wanted["teamId"] = ("team", named or team_id, team_key(organization_id, team_id))
    if user_id is not None and user_id != caller.user_id:
        wanted["userId"] = ("user", user_id, user_key(organization_id, user_id))
    if wanted:
        found = table.get_many(key for _, _, key in wanted.values())
        for name, (resource, identifier, key) in wanted.items():
            if key not in found or found[key].get("archivedAt"):
                raise NotFound(resource, identifier, name)
    return TeamScope(organization_id, team_id, user_id)


def _team_of_person(caller: Caller, signed_in: SignedIn, named: str | None) -> TeamScope:
    team_id = named or caller.team_id
    if team_id is None:
        raise ValidationFailed([TEAM_REQUIRED])
    if team_id not in signed_in.team_ids:
        raise NotFound("team", team_id, "teamId")
    return TeamScope(caller.organization_id, team_id, caller.user_id)
