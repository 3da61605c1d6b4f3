"""The page at the local stack's own address: where to go from there."""

from collections.abc import Mapping, Sequence

import htpy as h

from local_stack.pages.layout import local_page

_ALWAYS = (
    ("/_local/inbox", "Inbox", "Every e-mail and SMS that the service sent, as people see it."),
    ("/_local/deliveries", "Webhook deliveries", "Every request to a customer's system, and what came back."),
    ("/_local/enrollments", "Enrollments", "How far candidates are in their workflows."),
    ("/docs", "API reference", "Every operation, with a search and a way to try it."),
    ("/qsi/gather/openapi.json", "OpenAPI document", "What the reference is made from."),
    ("/_local/health", "Health", "Whether the stack answers."),
)
_OF_DEMO = {
    "inviteUrl": ("Interview", "Ada Example answers questions by voice or in writing."),
    "conversationUrl": ("Conversation", "An AI interviews Ada, by voice or in writing."),
    "chatUrl": ("Chat", "A chatbot that knows the company and its jobs."),
    "resultsUrl": ("Results", "What a hiring team sees of Grace Example, who has answered."),
}
_STYLE = """
ul { list-style: none; padding: 0; margin: .8rem 0 2rem; display: grid; gap: .8rem }
@media (min-width: 40rem) { ul { grid-template-columns: 1fr 1fr } }
li.card { position: relative; margin: 0 }
li a { font-weight: 600; text-decoration: none }
li a::after { content: ""; position: absolute; inset: 0 }
li.card:hover { border-color: var(--link) }
li span { display: block; color: var(--muted) }
.lead { margin: .4rem 0 1.6rem; color: var(--muted) }
"""


def start_page(seeded: Mapping[str, object]) -> str:
    """The page with its links; `seeded` is what the seed made, by the names of the ready file."""
    demo = [(str(seeded[name]), *told) for name, told in _OF_DEMO.items() if name in seeded]
    keys = [
        "The service runs on this machine. Its keys are in ",
        h.code["seed.json"],
        ", in the folder of its data.",
    ]
    body = [
        h.h1["Talent Screening Service"],
        h.p(".lead")[keys],
        demo and _section("What people see", demo),
        _section("What happens", _ALWAYS),
    ]
    return local_page("Talent Screening Service", body, at="/", style=_STYLE)


def _section(title: str, links: Sequence[tuple[str, str, str]]) -> h.Element:
    return h.section[h.h2[title], h.ul[(_entry(*link) for link in links)]]


def _entry(address: str, title: str, meaning: str) -> h.Element:
    return h.li(".card")[h.a(href=address)[title], h.span[meaning]]
