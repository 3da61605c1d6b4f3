"""The page on which a candidate leaves an organization's e-mails (interface: Opt-outs, rules 1 to 3)."""

from aws_lambda_powertools.event_handler import Response

from gather.core.language import accepted_language
from gather.core.model import FormBody, NoBody, TeamQuery
from gather.http.call import Call
from gather.http.routes import Api
from gather.messaging.channels import opt_out_storage
from gather.messaging.channels.opt_out import Preference, UnsubscribeLink, read_link
from gather.table import deployment_secret
from gather.tenancy.organizations.storage import team_key
from gather.tenancy.teams.models import Branding, Team
from unsubscriptions.pages.unsubscribe_page import absent_page, subscription_page

api = Api("unsubscriptions", prefix="")
handler = api.handler


@api.get("/unsubscribe/{token}", response=str)
def open_subscription(call: Call[NoBody, TeamQuery]) -> Response[str]:
    """The page of an unsubscribe link. Opening it changes nothing, so that mail scanners may follow it."""
    link = _link(call)
    if link is None:
        return absent_page(_language(call))
    return _page(call, link, is_out=opt_out_storage.is_out(call.records.table, link.marks))


@api.post("/unsubscribe/{token}", response=str, status=200)
def unsubscribe(call: Call[FormBody, TeamQuery]) -> Response[str]:
    """Get no more e-mails from the organization. Mail clients do the same with one click (RFC 8058)."""
    return _noted(call, Preference.STOP)


@api.post("/unsubscribe/{token}/undo", response=str, status=200)
def subscribe_again(call: Call[FormBody, TeamQuery]) -> Response[str]:
    """Get e-mails from the organization again."""
    return _noted(call, Preference.START)


def _noted(call: Call[FormBody, TeamQuery], wish: Preference) -> Response[str]:
    """Note the wish, and say so: in place, because mail clients follow no redirect."""
    link = _link(call)
    if link is None:
        return absent_page(_language(call))
    opt_out_storage.save(call.records.table, link.marks[0], wish, call.now, is_kept=True)
    return _page(call, link, is_out=wish is Preference.STOP, is_noted=True)


def _link(call: Call[FormBody, TeamQuery] | Call[NoBody, TeamQuery]) -> UnsubscribeLink | None:
    """What the token says. One round trip."""
    secret = deployment_secret.find_secret(call.records.table)
    return None if secret is None else read_link(secret, call.path["token"])


def _page(
    call: Call[FormBody, TeamQuery] | Call[NoBody, TeamQuery],
    link: UnsubscribeLink,
    *,
    is_out: bool,
    is_noted: bool = False,
) -> Response[str]:
    """The page in the branding of the team that has written. One round trip."""
    found = call.records.table.get(team_key(link.organization_id, link.team_id))
    branding = Branding.of(Team.model_validate(found)) if found else None
    return subscription_page(_language(call), branding, call.path["token"], is_out=is_out, is_noted=is_noted)


def _language(call: Call[FormBody, TeamQuery] | Call[NoBody, TeamQuery]) -> str:
    return accepted_language(call.headers.get("accept-language", ""))
