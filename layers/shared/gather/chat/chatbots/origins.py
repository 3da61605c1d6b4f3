"""The sites whose pages may embed a chatbot (interface: Chatbots, rule 6).

A chatbot without allowed domains may be embedded anywhere: its page is public as it is. With some, only their
pages may frame the chat, and only they and the chat's own page may call its routes from a browser.
"""

from dataclasses import dataclass
from urllib.parse import urlsplit

from gather.chat.chatbots.models import Chatbot
from gather.core.errors import Forbidden


@dataclass(frozen=True, slots=True)
class RequestOrigin:
    """The `Origin` that a request states, and the hosts by which it reached the service.

        check_origin(chatbot, RequestOrigin("https://jobs.example.com", frozenset({"api.example.org"})))

    `origin` is None where the request states none.
    """

    origin: str | None
    own_hosts: frozenset[str]


def frame_ancestors(chatbot: Chatbot) -> str:
    """The sources that may frame the page, for its Content-Security-Policy."""
    if not chatbot.allowed_domains:
        return "*"
    return " ".join(("'self'", *(f"{domain}:*" for domain in chatbot.allowed_domains)))


def check_origin(chatbot: Chatbot, origin: RequestOrigin) -> None:
    """Raises Forbidden for a request that a page of a site makes which the chatbot does not allow.

    A request without `Origin` comes from no page. A client that is not a browser can claim any origin, so
    this protects the visitors of other sites and not the chat.
    """
    if origin.origin is None or not chatbot.allowed_domains:
        return
    parts = urlsplit(origin.origin)
    if parts.netloc and parts.netloc in origin.own_hosts:
        return
    host = parts.netloc.partition(":")[0]
    if not any(_covers(domain, host) for domain in chatbot.allowed_domains):
        raise Forbidden("This chat may not be used from this site.")


def _covers(domain: str, host: str) -> bool:
    if domain.startswith("*."):
        return host.endswith(domain[1:])
    return host == domain
