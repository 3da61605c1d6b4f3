"""What the recruiting suites have in common in their requests and responses.

check_push_address("callback_url", order.callback_url, configuration.get("apiUrl"), "workable.com")
"""

import base64
import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Final
from urllib.parse import urlencode

from pydantic import StringConstraints

from gather.connect.orders.models import OrderedCandidate, OrderRequest
from gather.core.errors import GatherError, ValidationFailed
from gather.core.validation_faults import REASONS
from gather.outgoing.endpoint import endpoint, endpoint_if_any
from gather.screening.candidates.delivery_type import DeliveryType
from gather.screening.results.models import CandidateInterviewResults

PERSON_DECIDES: Final = "The score sorts the answers. A person decides."
"""Goes along with every score: no suite is told a verdict."""

MOST_FAULTS_IN_TEXT: Final = 10
LONGEST_REASON: Final = 300

LongText = Annotated[str, StringConstraints(max_length=100_000)]
"""A text of a suite that is kept in part or not at all, such as a résumé's signed address."""

_PHONE_FILL = re.compile(r"[\s().\-/]")
_PHONE = re.compile(r"\+[1-9][0-9]{6,14}")
_LONGEST_URL: Final = 2_048


def basic(user: str) -> str:
    """The `Authorization` of a key alone: Basic with the key as the user and no password."""
    return f"Basic {base64.b64encode(f'{user}:'.encode()).decode()}"


def bearer(token: str) -> str:
    """The `Authorization` of a token."""
    return f"Bearer {token}"


def form(members: Mapping[str, str]) -> bytes:
    """The body of a form (application/x-www-form-urlencoded)."""
    return urlencode(members).encode()


def address_below(base: str, path: str) -> str:
    """An address below a suite's own."""
    return f"{base.rstrip('/')}/{path}"


def order_request(
    interview_id: str, reference: str, push_url: str | None, candidate: OrderedCandidate
) -> OrderRequest:
    """A suite's order: the candidate is invited by e-mail alone."""
    return OrderRequest(
        interview_id=interview_id,
        reference=reference,
        push_url=push_url,
        delivery_types=(DeliveryType.EMAIL,),
        candidate=candidate,
    )


def check_push_address(member: str, url: str, api_url: str | None, domain: str) -> None:
    """Check that an order's own address is the suite's, since the suite's credentials go there.

    It has the origin of `api_url` or, without one, a host of the suite's `domain`, by https. Raises
    ValidationFailed at `member`.
    """
    if not is_address_of(url, api_url, domain):
        place = "apiUrl of the integration" if api_url else domain
        raise ValidationFailed.of(member, f"must be an address of {place}")


def is_address_of(url: str, api_url: str | None, domain: str) -> bool:
    """Whether an address is that of a suite; see `check_push_address`."""
    brought = endpoint_if_any(url)
    if brought is None:
        return False
    if api_url is not None:
        own = endpoint(api_url)
        return (brought.scheme, brought.host, brought.port) == (own.scheme, own.host, own.port)
    is_within = brought.host == domain or brought.host.endswith(f".{domain}")
    return is_within and brought.scheme == "https"


def fault_text(fault: GatherError) -> str:
    """A fault as one text, with the members that are wrong."""
    if not isinstance(fault, ValidationFailed) or not fault.faults:
        return fault.message
    return "; ".join(f"{each.field}: {each.reason}" for each in fault.faults[:MOST_FAULTS_IN_TEXT])


def is_no_json(fault: ValidationFailed) -> bool:
    """Whether a body was refused because it is no JSON."""
    return any(each.reason == REASONS["json_invalid"] for each in fault.faults)


def refused_with(errors: object) -> str:
    """The reason of a refusal, out of the errors of a suite's response."""
    texts = errors if isinstance(errors, list) else [errors]
    said = "; ".join(text for text in texts if isinstance(text, str) and text)
    return said[:LONGEST_REASON] or "refused without a reason"


def topic_scores(results: CandidateInterviewResults) -> Sequence[tuple[str, int]]:
    """The topics that have a score, with it."""
    card = results.score_card
    return (
        []
        if card is None
        else [(each.topic, each.score) for each in card.topic_scores if each.score is not None]
    )


def usable_phone(text: str | None) -> str | None:
    """A telephone number that a person typed, in E.164 form; None for one without a country."""
    number = _PHONE_FILL.sub("", text or "")
    return number if _PHONE.fullmatch(number) else None


def usable_url(text: str | None) -> str | None:
    """An address to keep; None for one that is too long, or none at all."""
    if text is None or len(text) > _LONGEST_URL or endpoint_if_any(text) is None:
        return None
    return text


def split_name(name: str) -> tuple[str, str]:
    """A full name as first and last name, at its last space; a single word is both."""
    first, _, last = name.strip().rpartition(" ")
    return (first.strip() or last, last)
