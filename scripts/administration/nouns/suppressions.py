"""`admin.py suppression`: e-mail addresses to which an organization sends nothing more."""

from administration.commands import Arguments, Change, Command, CommandResult, Row, argument, checked
from gather.core.formats import EmailAddress
from gather.messaging.channels import suppression_storage
from gather.messaging.channels.opt_out import mark_of
from gather.screening.candidates.delivery_type import DeliveryType
from gather.table import deployment_secret
from gather.tenancy.organizations import storage as organization_storage
from gather.wiring import Adapters


def _show(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Say whether mail to an address has bounced for good or was complained of."""
    return _row(adapters, _mark(arguments, adapters))


def _lift(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Let e-mail of an organization go to an address again. The list that SES itself keeps stays as it is."""
    mark = _mark(arguments, adapters)
    present = _row(adapters, mark)

    def carry_out() -> Row:
        suppression_storage.lift(adapters.records.table, mark, adapters.clock.now())
        return _row(adapters, mark)

    effects = [] if present["reason"] is None else ["e-mail of the organization goes to the address again"]
    return Change(effects, present, carry_out)


def _mark(arguments: Arguments, adapters: Adapters) -> str:
    """The mark of the address. Raises NotFound for the organization."""
    table = adapters.records.table
    organization = organization_storage.get(table, arguments.organization)
    secret = deployment_secret.find_secret(table) or deployment_secret.get_or_create_secret(table)
    return mark_of(secret, DeliveryType.EMAIL, organization.id, arguments.email).hex()


def _row(adapters: Adapters, mark: str) -> Row:
    reason = suppression_storage.find_reason(adapters.records.table, mark)
    return {"suppressed": reason is not None, "reason": None if reason is None else reason.value}


_WHOSE = (
    argument("organization", metavar="ORGANIZATION", help="id of the organization"),
    argument("email", type=checked(EmailAddress), metavar="EMAIL", help="the e-mail address"),
)

COMMANDS = (
    Command("suppression", "show", _show, _WHOSE),
    Command("suppression", "lift", _lift, _WHOSE, changes=True),
)
