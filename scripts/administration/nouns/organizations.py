"""`admin.py organization`: the customers of the service, and what is switched on for each."""

from argparse import ArgumentTypeError
from dataclasses import fields

from administration import tenants
from administration.commands import (
    NAME,
    ORGANIZATION,
    Arguments,
    Change,
    Command,
    CommandResult,
    Row,
    argument,
    checked,
    difference,
    row,
)
from administration.supplement import supplement
from gather.core.errors import Conflict
from gather.core.time_range import StartDate
from gather.ports.provider import EngineChoice, EngineName
from gather.screening.candidates.calling_codes import list_countries
from gather.tenancy.audit import storage as audit_storage
from gather.tenancy.organizations import storage as organization_storage
from gather.tenancy.organizations.models import (
    CONSENT_REQUIRED,
    DEFAULT_EXPIRY_DAYS,
    JOB_WORKFLOW,
    UNMASKED_SCORING,
    Organization,
    RetainedKind,
)
from gather.wiring import Adapters

FEATURES = (JOB_WORKFLOW, "scoreCard", CONSENT_REQUIRED, UNMASKED_SCORING)
LONGEST_EXPIRY_DAYS = 365
RETAINED = [kind.value for kind in RetainedKind]
LONGEST_RETENTION_DAYS = 36_500
MOST_ENTRIES = 1_000
ENGINE_KINDS = [each.name for each in fields(EngineChoice)]
ENGINES = [each.value for each in EngineName]


def _days(text: str) -> int:
    if not (text.isascii() and text.isdigit()) or not 1 <= int(text) <= LONGEST_EXPIRY_DAYS:
        raise ArgumentTypeError(f"must be from 1 to {LONGEST_EXPIRY_DAYS} days")
    return int(text)


def _entries(text: str) -> int:
    if not (text.isascii() and text.isdigit()) or not 1 <= int(text) <= MOST_ENTRIES:
        raise ArgumentTypeError(f"must be from 1 to {MOST_ENTRIES}")
    return int(text)


def _retention(text: str) -> tuple[str, int]:
    """A kind and its days, of `recordings=90`."""
    kind, _, days = text.partition("=")
    if kind not in RETAINED:
        raise ArgumentTypeError(f"{kind} has no retention; {', '.join(RETAINED)} have one")
    if not (days.isascii() and days.isdigit()) or not 1 <= int(days) <= LONGEST_RETENTION_DAYS:
        raise ArgumentTypeError(f"must name from 1 to {LONGEST_RETENTION_DAYS} whole days, as {kind}=90 does")
    return kind, int(days)


def _engine(text: str) -> tuple[str, tuple[str, ...]]:
    """A kind and its engines in their order, of `model=openai-compatible,default`."""
    kind, _, named = text.partition("=")
    names = tuple(named.split(","))
    if kind not in ENGINE_KINDS:
        raise ArgumentTypeError(f"{kind} is no kind of engine; {', '.join(ENGINE_KINDS)} are")
    if not set(names) <= set(ENGINES) or len(set(names)) < len(names):
        raise ArgumentTypeError(
            f"must name engines once each, of {', '.join(ENGINES)}, as {kind}=default does"
        )
    return kind, names


def _country(text: str) -> str:
    """A country by its code, in capitals."""
    if text.upper() not in list_countries():
        raise ArgumentTypeError(f"{text} is no country that has telephone numbers, as DE has")
    return text.upper()


def _list(_arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Show every organization, oldest first."""
    return [
        row(each, "createdAt", "updatedAt")
        for each in organization_storage.list_organizations(adapters.records.table)
    ]


def _show(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Show an organization with the number of its teams and users."""
    organization = organization_storage.get(adapters.records.table, arguments.organization)
    return {
        **row(organization),
        "teams": len(tenants.teams(adapters.records.table, organization.id)),
        "users": len(tenants.users(adapters.records.table, organization.id)),
    }


def _audit_log(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Show what was done in an organization and is noted, newest first. Never what was written."""
    page = audit_storage.list_entries(
        adapters.records.table,
        arguments.organization,
        since=arguments.since,
        until=None,
        after="",
        limit=arguments.limit,
        now=adapters.clock.now(),
    )
    return [row(entry) for entry in page.entries]


def _create(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Make an organization."""
    created = tenants.create_organization(
        adapters.records.table,
        arguments.name,
        adapters.clock.now(),
        features=dict.fromkeys(arguments.feature),
        default_expiry_days=arguments.expiry_days,
        country=arguments.country,
        sms_countries=dict.fromkeys(arguments.sms_country),
    )
    return row(created)


def _change(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Change an organization: its name, how long invites hold, its features, what it keeps how long."""
    before = organization_storage.get(adapters.records.table, arguments.organization)
    after = _changed(before, arguments)

    def carry_out() -> Row:
        return row(tenants.change_organization(adapters.records, before, after, adapters.clock.now()))

    return Change(difference(row(before), row(after)), row(before), carry_out)


def _changed(before: Organization, arguments: Arguments) -> Organization:
    """The organization after the change. Raises Conflict where text messages would go everywhere unasked."""
    features = (*before.features, *arguments.feature)
    retention = {**before.retention, **dict(arguments.retention)}
    country = None if arguments.without_country else arguments.country or before.country
    sms_countries = tuple(
        each
        for each in dict.fromkeys((*before.sms_countries, *arguments.sms_country))
        if each not in arguments.without_sms_country
    )
    if before.sms_countries and not sms_countries and country is None and not arguments.without_country:
        raise Conflict("Without a country, text messages go everywhere. Say so: --without-country.")
    return before.changed(
        name=arguments.name or before.name,
        default_expiry_days=arguments.expiry_days or before.default_expiry_days,
        features=tuple(each for each in dict.fromkeys(features) if each not in arguments.without_feature),
        retention={kind: days for kind, days in retention.items() if kind not in arguments.without_retention},
        country=country,
        sms_countries=sms_countries,
        engines={
            kind: names
            for kind, names in {**before.engines, **dict(arguments.engine)}.items()
            if kind not in arguments.without_engine
        },
    )


def _supplement(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Give the records of an organization, or of all, what those of an earlier release lack for lists."""
    named = [arguments.organization] if arguments.organization else None
    table = adapters.records.table
    wanted = named or [each.id for each in organization_storage.list_organizations(table)]
    newest = organization_storage.NEWEST_SUPPLEMENT
    lacking = [
        each for each in wanted if named or not organization_storage.has_supplement(table, each, newest)
    ]

    def carry_out() -> Row:
        done = [supplement(adapters.records, each) for each in lacking]
        return {
            "organizations": len(done),
            "records": sum(each.read for each in done),
            "changed": sum(each.changed for each in done),
        }

    effects = [f"the records of organization {each} get what they lack for lists" for each in lacking]
    return Change(effects, {"organizations": 0, "records": 0, "changed": 0}, carry_out)


_TEXTED = (
    argument(
        "--country",
        type=_country,
        metavar="COUNTRY",
        help="where the organization is (ISO 3166-1, such as DE): text messages go there, and nowhere else "
        "unless it is named",
    ),
    argument(
        "--sms-country",
        action="append",
        default=[],
        type=_country,
        metavar="COUNTRY",
        help="a further country to which text messages go",
    ),
)

COMMANDS = (
    Command("organization", "list", _list),
    Command("organization", "show", _show, (ORGANIZATION,)),
    Command(
        "organization",
        "audit-log",
        _audit_log,
        (
            ORGANIZATION,
            argument("--since", type=checked(StartDate), help="only entries from this time on, in ISO 8601"),
            argument("--limit", type=_entries, default=50, help="how many entries are shown at most"),
        ),
    ),
    Command(
        "organization",
        "create",
        _create,
        (
            argument("name", type=NAME),
            argument("--feature", action="append", default=[], choices=FEATURES, help="to be switched on"),
            argument("--expiry-days", type=_days, default=DEFAULT_EXPIRY_DAYS, help="how long invites hold"),
            *_TEXTED,
        ),
    ),
    Command(
        "organization",
        "change",
        _change,
        (
            ORGANIZATION,
            argument("--name", type=NAME),
            *_TEXTED,
            argument("--without-country", action="store_true", help="it is not known where it is any more"),
            argument(
                "--without-sms-country",
                action="append",
                default=[],
                type=_country,
                metavar="COUNTRY",
                help="a country to which no text messages go any more",
            ),
            argument("--expiry-days", type=_days, help="how long invites hold that are sent from now on"),
            argument("--feature", action="append", default=[], choices=FEATURES, help="to be switched on"),
            argument(
                "--without-feature", action="append", default=[], metavar="FEATURE", help="to be switched off"
            ),
            argument(
                "--retention",
                action="append",
                default=[],
                type=_retention,
                metavar="KIND=DAYS",
                help=f"for how many days after the completion {', '.join(RETAINED)} are kept",
            ),
            argument(
                "--without-retention",
                action="append",
                default=[],
                choices=RETAINED,
                help="no longer to be set",
            ),
            argument(
                "--engine",
                type=_engine,
                action="append",
                default=[],
                metavar="KIND=NAME,NAME",
                help=(
                    f"the engines for {', '.join(ENGINE_KINDS)} in the order in which they are asked:"
                    f" {' or '.join(ENGINES)}, or the one and then the other"
                ),
            ),
            argument(
                "--without-engine",
                action="append",
                default=[],
                choices=ENGINE_KINDS,
                help="the deployment's own again",
            ),
        ),
        changes=True,
    ),
    Command(
        "organization",
        "supplement",
        _supplement,
        (argument("organization", nargs="?", help="id of the organization; without it, all that lack some"),),
        changes=True,
    ),
)
