"""On whose pages a chatbot may be embedded (interface: Chatbots, rule 6).

A chatbot without allowed domains may be embedded anywhere: its page is public as it is. With some, only their
pages may frame the chat, and only they and the chat's own page may call its routes from a browser.
"""

from collections.abc import Mapping
from urllib.parse import urlsplit

from gather.chat.chatbots.models import Chatbot
from gather.core.errors import Forbidden


def frame_ancestors(chatbot: Chatbot) -> str:
    """The sources that may frame the page, for its Content-Security-Policy."""
    if not chatbot.allowed_domains:
        return "*"
    return " ".join(("'self'", *(f"{domain}:*" for domain in chatbot.allowed_domains)))


def check_origin(chatbot: Chatbot, headers: Mapping[str, str], base_url: str) -> None:
    """Raises Forbidden for a request that another site's page makes.

    A request without `Origin` comes from no page. A client that is not a browser can claim any origin, so
    this protects the visitors of other sites and not the chat.
    """
    origin = headers.get("origin")
    if origin is None or not chatbot.allowed_domains:
        return
    parts = urlsplit(origin)
    if parts.netloc and parts.netloc in (headers.get("host"), urlsplit(base_url).netloc):
        return
    host = parts.netloc.partition(":")[0]
    if not any(_covers(domain, host) for domain in chatbot.allowed_domains):
        raise Forbidden("This chat may not be used from this site.")


def _covers(domain: str, host: str) -> bool:
    if domain.startswith("*."):
        return host.endswith(domain[1:])
    return host == domain
