"""The page at the local stack's own address: where to go from there."""

from collections.abc import Mapping, Sequence

import htpy as h

from local_stack.pages.layout import local_page

_FOR_CANDIDATES = {
    "inviteUrl": ("Interview", "Ada Example answers questions by voice or in writing."),
    "germanInviteUrl": ("Interview in German", "Lena Schäfer is asked and answers in German."),
    "arabicInviteUrl": ("Interview in Arabic", "Layla Haddad's page runs from right to left."),
    "conversationUrl": ("Conversation", "An AI interviews Ada, by voice or in writing."),
    "chatUrl": ("Chat", "A chatbot that knows the company and its jobs."),
}
_FOR_TEAM = {
    "resultsUrl": ("Results", "What a hiring team sees of Grace Example, who has answered."),
}
_CANDIDATES = (
    "/_local/enrollments",
    "Enrollments",
    "Candidates at all stages, who come in the first minutes: who waits for a person, and who decided.",
)
_CONSOLE = (
    "/console",
    "Console",
    "Where the hiring team works. Sign in as a reviewer, a manager or an administrator.",
)
_ENROLLMENTS = ("/_local/enrollments", "Enrollments", "How far candidates are in their workflows.")
_WHAT_HAPPENS = (
    ("/_local/inbox", "Inbox", "Every e-mail and SMS that the service sent, as people see it."),
    ("/_local/deliveries", "Webhook deliveries", "Every request to a customer's system, and what came back."),
    ("/_local/suites", "Recruiting suites", "What Greenhouse, Ashby and others would show of their orders."),
)
_FOR_DEVELOPERS = (
    ("/docs", "API reference", "Every operation, with a search and a way to try it."),
    ("/qsi/gather/openapi.json", "OpenAPI document", "What the reference is made from."),
    ("/_local/health", "Health", "Whether the stack answers."),
)
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
    candidates, team = _of(seeded, _FOR_CANDIDATES), _of(seeded, _FOR_TEAM)
    keys = [
        "The service runs on this machine. Its keys are in ",
        h.code["seed.json"],
        ", in the folder of its data.",
    ]
    body = [
        h.h1["Talent Screening Service"],
        h.p(".lead")[keys],
        candidates and _section("For candidates", candidates),
        _section("For the team", [_CONSOLE, *((*team, _CANDIDATES) if team else ())]),
        _section("What happens", _WHAT_HAPPENS if team else (*_WHAT_HAPPENS, _ENROLLMENTS)),
        _section("For developers", _FOR_DEVELOPERS),
    ]
    return local_page("Talent Screening Service", body, at="/", style=_STYLE)


def _of(seeded: Mapping[str, object], told: Mapping[str, tuple[str, str]]) -> list[tuple[str, str, str]]:
    """The links whose addresses the seed made."""
    return [(str(seeded[name]), *words) for name, words in told.items() if name in seeded]


def _section(title: str, links: Sequence[tuple[str, str, str]]) -> h.Element:
    return h.section[h.h2[title], h.ul[(_entry(*link) for link in links)]]


def _entry(address: str, title: str, meaning: str) -> h.Element:
    return h.li(".card")[h.a(href=address)[title], h.span[meaning]]
