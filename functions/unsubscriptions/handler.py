"""The page on which a candidate leaves an organization's e-mails (interface: Opt-outs, rules 1 to 3)."""

from aws_lambda_powertools.event_handler import Response

from gather.core.language import accepted_language
from gather.core.model import FormBody, NoBody, TeamQuery
from gather.http.call import Call
from gather.http.routes import Api
from gather.messaging.channels import service
from gather.messaging.channels.opt_out import Preference
from gather.messaging.channels.service import Subscription
from unsubscriptions.pages.unsubscribe_page import absent_page, subscription_page

api = Api("unsubscriptions", prefix="")
handler = api.handler


@api.get("/unsubscribe/{token}", response=str)
def open_subscription(call: Call[NoBody, TeamQuery]) -> Response[str]:
    """The page of an unsubscribe link. Opening it changes nothing, so that mail scanners may follow it."""
    return _page(call, service.find_subscription(call.records, call.path["token"]), is_noted=False)


@api.post("/unsubscribe/{token}", response=str, status=200)
def unsubscribe(call: Call[FormBody, TeamQuery]) -> Response[str]:
    """Get no more e-mails from the organization. Mail clients do the same with one click (RFC 8058)."""
    return _save(call, Preference.STOP)


@api.post("/unsubscribe/{token}/undo", response=str, status=200)
def subscribe_again(call: Call[FormBody, TeamQuery]) -> Response[str]:
    """Get e-mails from the organization again."""
    return _save(call, Preference.START)


def _save(call: Call[FormBody, TeamQuery], preference: Preference) -> Response[str]:
    """Save the preference, and say so: in place, because mail clients follow no redirect."""
    subscription = service.save_preference(call.records, call.path["token"], preference, now=call.now)
    return _page(call, subscription, is_noted=True)


def _page(
    call: Call[FormBody, TeamQuery] | Call[NoBody, TeamQuery],
    subscription: Subscription | None,
    *,
    is_noted: bool,
) -> Response[str]:
    language = accepted_language(call.headers.get("accept-language", ""))
    if subscription is None:
        return absent_page(language)
    return subscription_page(
        language,
        subscription.branding,
        call.path["token"],
        is_out=subscription.is_out,
        is_noted=is_noted,
    )
