"""The recruiting suites of the local stack as pages: what each would show its recruiter."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import htpy as h

from local_stack.pages.layout import chip, local_page, plain_time, top
from local_stack.settings import SUITES_PATH
from local_stack.suites.simulator import RecordedRefusal, SimulatedOrder, SuiteSimulator

MOST: Final = 100
"""The number of orders, and of refusals, on the page, newest first."""

_WELL: Final = frozenset({"complete", "completed", "screening-completed"})
_ILL: Final = frozenset({"expired", "cancelled", "rejected", "not ordered"})
_STYLE: Final = """
.line { display: flex; flex-wrap: wrap; gap: .3rem .8rem; align-items: center }
.line h2 { flex: 1 1 auto }
.card p { margin: .3rem 0 0; overflow-wrap: anywhere }
section { margin-top: 1.6rem }
p, pre { overflow-wrap: anywhere }
pre { white-space: pre-wrap }
"""


def list_of_suites_page(suites: Iterable[SuiteSimulator]) -> str:
    """The suites, each with a link to its page."""
    rows = [_suite(each) for each in suites]
    return local_page(
        "Recruiting suites", [top("Recruiting suites", f"{len(rows)}"), rows], at=SUITES_PATH, style=_STYLE
    )


def suite_page(suite: SuiteSimulator) -> str:
    """A suite: how to connect it, its orders with their results, and what it refused."""
    orders = list(suite.orders.values())[::-1]
    shown = f"{len(orders)} order{'' if len(orders) == 1 else 's'}"
    memory = (
        "A simulator of the suite, for this machine. What it knows is in memory: it ends with the stack, "
        "and it takes no results of orders from before."
    )
    none = h.p(".none")["Nothing has been ordered yet."]
    body = [
        h.p[h.a(href=SUITES_PATH)["All suites"]],
        top(suite.title, shown, h.a(href="")["Refresh"]),
        h.p(".muted")[memory],
        h.details[
            h.summary["Connect it"],
            h.p[f"POST {suite.connection.connect_url}/integrations takes this configuration:"],
            _text(suite.configuration),
            h.p[f"POST {SUITES_PATH}/{suite.vendor}/orders orders an interview."],
        ],
        [_order(each) for each in orders[:MOST]] or none,
        _refusals(suite.refusals[: -MOST - 1 : -1]),
    ]
    return local_page(suite.title, body, at=SUITES_PATH, style=_STYLE)


def _suite(suite: SuiteSimulator) -> h.Element:
    refused = f", {len(suite.refusals)} refusals" if suite.refusals else ""
    return h.article(".card")[
        h.div(".line")[h.h2[h.a(href=f"{SUITES_PATH}/{suite.vendor}")[suite.title]]],
        h.p(".muted")[f"{len(suite.orders)} orders{refused}"],
    ]


def _order(order: SimulatedOrder) -> h.Element:
    person = order.person
    score = "none yet" if order.score is None else f"{order.score}"
    facts: Mapping[str, h.Node] = {
        "Score": score,
        "Results": h.a(href=order.link, rel="noreferrer")["Open the results"] if order.link else "none yet",
        "E-mail": person.email,
        "Order": order.partner_id or order.id,
    }
    return h.article(".card")[
        h.div(".line")[h.h2[f"{person.first_name} {person.last_name}"], _status(order.status)],
        h.dl[(h.div[h.dt[name], h.dd[value]] for name, value in facts.items())],
        order.details and h.details[h.summary["What else it was told"], _text(order.details)],
        [h.p(".muted")[f"{plain_time(at)} {status}"] for at, status in order.history],
    ]


def _refusals(refusals: Sequence[RecordedRefusal]) -> h.Node:
    if not refusals:
        return None
    return h.section[h.h2["What it refused"], [_refusal(each) for each in refusals]]


def _refusal(refusal: RecordedRefusal) -> h.Element:
    whose = "the response to " if refusal.is_of_response else ""
    return h.article(".card")[
        h.div(".line")[h.h2[f"{whose}{refusal.call}"], chip(f"HTTP {refusal.status}", "ill")],
        h.p[refusal.reason],
    ]


def _status(status: str) -> h.Element:
    word = status.lower()
    return chip(status, "well" if word in _WELL else "ill" if word in _ILL else "going")


def _text(content: Any) -> h.Element:
    return h.pre[json.dumps(content, indent=2, ensure_ascii=False)]
