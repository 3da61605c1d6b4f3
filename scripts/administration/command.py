"""The command line of the administration: its commands, and what each does."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from administration import job_families, tenants
from administration.api_keys import create_key
from administration.articles import NotAnArticle, create_article, read_text
from administration.content import Resource, create_resource
from administration.presentation import Row, as_json, as_text
from administration.target import NoTarget, choose_environment, connect
from gather import wiring
from gather.domain.caller import Permission, Scope, TeamScope
from gather.domain.credential import expiry
from gather.domain.model import Model
from gather.domain.organization import DEFAULT_EXPIRY_DAYS
from gather.errors import GatherError
from gather.table import credentials

Arguments = argparse.Namespace
Answer = Row | Sequence[Row]
Command = Callable[[Arguments], Answer]

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def run(arguments: Sequence[str]) -> int:
    """Run a command; the status that the process ends with: 0 done, 1 refused, 2 not understood."""
    parsed = _parser().parse_args(arguments)
    command: Command = parsed.command
    try:
        connect(choose_environment(parsed.table, parsed.stack, parsed.local, os.environ))
        answer = command(parsed)
    except (NoTarget, NotAnArticle) as error:
        print(f"admin: {error}", file=sys.stderr)
        return 2
    except GatherError as error:
        print(f"admin: {error.message}", file=sys.stderr)
        return 1
    print(as_json(answer) if parsed.json else as_text(answer))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="admin.py", description="Makes and shows organizations, teams, users and API keys."
    )
    target = parser.add_mutually_exclusive_group()
    target.add_argument("--local", type=Path, metavar="FOLDER", help="state folder of a local stack (.local)")
    target.add_argument("--stack", metavar="NAME", help="CloudFormation stack of a deployment")
    target.add_argument("--table", metavar="NAME", help="table of a deployment; also TABLE_NAME")
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_tenant_commands(commands)
    _add_job_family_commands(commands)
    _add_key_commands(commands)
    return parser


def _add(commands: "Commands", name: str, command: Command, *positional: str) -> argparse.ArgumentParser:
    parser = commands.add_parser(name, help=command.__doc__, description=command.__doc__)
    for argument in positional:
        parser.add_argument(argument)
    parser.set_defaults(command=command)
    return parser


def _add_tenant_commands(commands: "Commands") -> None:
    _add(commands, "list-organizations", _list_organizations)
    _add(commands, "list-teams", _list_teams, "organization")
    _add(commands, "list-users", _list_users, "organization")
    organization = _add(commands, "create-organization", _create_organization, "name")
    organization.add_argument("--feature", action="append", default=[], help="such as jobWorkflow")
    organization.add_argument("--expiry-days", type=_days, default=DEFAULT_EXPIRY_DAYS, help="of invites")
    team = _add(commands, "create-team", _create_team, "organization", "name")
    team.add_argument("--display-name", help="what candidates see; the name when left out")
    user = _add(commands, "create-user", _create_user, "organization", "first_name", "last_name", "email")
    user.add_argument("--team", action="append", required=True, help="id of a team")
    user.add_argument("--phone", help="in E.164 form")
    user.add_argument("--dashboard", action="store_true", help="a person with dashboard access")
    resource = _add(commands, "create-resource", _create_resource)
    resource.add_argument("kind", choices=[kind.value for kind in Resource])
    for name in ("organization", "team", "title"):
        resource.add_argument(name)
    article = _add(commands, "add-article", _add_article, "organization", "team", "knowledge_base")
    article.add_argument("file", type=Path, help="a text or Markdown file in UTF-8")
    article.add_argument("--title", help="the text's first heading when left out")


def _add_job_family_commands(commands: "Commands") -> None:
    family = _add(commands, "create-job-family", _create_job_family, "organization", "team", "name")
    family.add_argument("--description", help="what its jobs have in common")
    names = ("organization", "team", "family", "job")
    _add(commands, "add-job-to-family", _add_job_to_family, *names)
    _add(commands, "remove-job-from-family", _remove_job_from_family, *names)


def _add_key_commands(commands: "Commands") -> None:
    _add(commands, "list-keys", _list_keys, "organization")
    key = _add(commands, "create-key", _create_key, "organization", "name")
    key.add_argument("--team", help="id of a team; a key of the whole organization when left out")
    key.add_argument("--user", help="id of the key's owner")
    key.add_argument("--scope", choices=[scope.value for scope in Scope], default=Scope.GATHER.value)
    key.add_argument(
        "--permission",
        action="append",
        choices=[permission.value for permission in Permission],
        help="all when left out",
    )
    key.add_argument("--expires-at", type=_moment, help="a time in ISO 8601")
    revoke = _add(commands, "revoke-key", _revoke_key, "credential")
    revoke.add_argument("--dry-run", action="store_true", help="show what would be revoked, and leave it")


def _days(text: str) -> int:
    if not text.isdigit() or not 1 <= int(text) <= 365:
        raise argparse.ArgumentTypeError("must be from 1 to 365 days")
    return int(text)


def _moment(text: str) -> str:
    try:
        return expiry(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _list_organizations(_arguments: Arguments) -> Answer:
    """Show every organization."""
    return [_row(each, "createdAt", "updatedAt") for each in tenants.organizations(wiring.table())]


def _list_teams(arguments: Arguments) -> Answer:
    """Show the teams of an organization."""
    found = tenants.teams(wiring.table(), arguments.organization)
    return [{"id": team.id, "name": team.name, "displayName": team.display_name} for team in found]


def _list_users(arguments: Arguments) -> Answer:
    """Show the users of an organization."""
    found = tenants.users(wiring.table(), arguments.organization)
    return [_row(user, "organizationId", "createdAt", "updatedAt", "phone") for user in found]


def _create_organization(arguments: Arguments) -> Answer:
    """Make an organization."""
    created = tenants.create_organization(
        wiring.table(),
        arguments.name,
        wiring.clock().now(),
        features=arguments.feature,
        default_expiry_days=arguments.expiry_days,
    )
    return _row(created)


def _create_team(arguments: Arguments) -> Answer:
    """Make a team of an organization."""
    return _row(
        tenants.create_team(
            wiring.records(),
            arguments.organization,
            arguments.name,
            wiring.clock().now(),
            display_name=arguments.display_name,
        )
    )


def _create_user(arguments: Arguments) -> Answer:
    """Make a user of some of an organization's teams."""
    return _row(
        tenants.create_user(
            wiring.records(),
            arguments.organization,
            arguments.first_name,
            arguments.last_name,
            arguments.email,
            arguments.team,
            wiring.clock().now(),
            phone=arguments.phone,
            is_api_user=not arguments.dashboard,
        )
    )


def _create_resource(arguments: Arguments) -> Answer:
    """Make a meeting, a knowledge base or a screening questionnaire of a team."""
    scope = _team(arguments)
    now = wiring.clock().now()
    return _row(create_resource(wiring.records(), Resource(arguments.kind), scope, arguments.title, now))


def _add_article(arguments: Arguments) -> Answer:
    """Add an article to a knowledge base, which the chatbots that use it answer from."""
    team_id = _team(arguments).team_id
    text = read_text(arguments.file)
    article = create_article(wiring.records(), team_id, arguments.knowledge_base, text, arguments.title)
    return {"id": article.id, "title": article.title}


def _create_job_family(arguments: Arguments) -> Answer:
    """Make a job family of a team."""
    family = job_families.create_job_family(
        wiring.records(),
        _team(arguments),
        arguments.name,
        wiring.clock().now(),
        description=arguments.description,
    )
    return _row(family)


def _add_job_to_family(arguments: Arguments) -> Answer:
    """Put a job into a job family."""
    return _change_membership(arguments, job_families.add_job)


def _remove_job_from_family(arguments: Arguments) -> Answer:
    """Take a job out of a job family."""
    return _change_membership(arguments, job_families.remove_job)


def _change_membership(arguments: Arguments, change: job_families.Change) -> Answer:
    team_id = _team(arguments).team_id
    job = change(wiring.records(), team_id, arguments.family, arguments.job, wiring.clock().now())
    return {"id": job.id, "title": job.title, "jobFamilyIds": job.job_family_ids}


def _team(arguments: Arguments) -> TeamScope:
    tenants.require_team(wiring.table(), arguments.organization, arguments.team)
    return TeamScope(arguments.organization, arguments.team, None)


def _list_keys(arguments: Arguments) -> Answer:
    """Show the keys of an organization, revoked ones included, newest first. Never the keys themselves."""
    found = credentials.of_organization(wiring.table(), arguments.organization)
    return [_row(credential, "organizationId", "userId") for credential in found]


def _create_key(arguments: Arguments) -> Answer:
    """Make an API key and show it, this one time."""
    credential, key = create_key(
        wiring.records(),
        arguments.organization,
        arguments.name,
        wiring.clock().now(),
        team_id=arguments.team,
        user_id=arguments.user,
        scope=Scope(arguments.scope),
        permissions=map(Permission, arguments.permission or list(Permission)),
        expires_at=arguments.expires_at,
    )
    return {"apiKey": key, **_row(credential, "lastUsedAt", "revokedAt")}


def _revoke_key(arguments: Arguments) -> Answer:
    """Revoke a key: requests with it fail from then on."""
    if arguments.dry_run:
        return _row(credentials.get(wiring.table(), arguments.credential))
    return _row(credentials.revoke(wiring.table(), arguments.credential, wiring.clock().now()))


def _row(record: Model, *without: str) -> Row:
    shown = record.model_dump(by_alias=True, mode="json")
    return {name: value for name, value in shown.items() if name not in without}
