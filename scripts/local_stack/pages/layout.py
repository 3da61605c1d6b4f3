"""The look of the pages that only the local stack has: without a script, on any screen, light and dark."""

import htpy as h
from markupsafe import Markup

PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
"""What a page with texts of others may do (Content-Security-Policy): run no script, and load nothing."""

_NAVIGATION = (
    ("/", "Start"),
    ("/_local/inbox", "Inbox"),
    ("/_local/deliveries", "Deliveries"),
    ("/_local/enrollments", "Enrollments"),
    ("/docs", "Reference"),
)


def local_page(title: str, body: h.Node, *, at: str, style: str = "") -> str:
    """A page with the way to the others. `at` is the address whose link is marked. `style` is CSS."""
    page = h.html(lang="en")[
        h.head[
            h.meta(charset="utf-8"),
            h.meta(name="viewport", content="width=device-width, initial-scale=1"),
            h.title[title],
            h.style[Markup(_STYLE + style)],  # noqa: S704  # the pages' own
        ],
        h.body[
            h.header[h.nav(aria_label="Local stack")[(_link(*each, at) for each in _NAVIGATION)]],
            h.main[body],
        ],
    ]
    return str(page)


def _link(address: str, name: str, at: str) -> h.Element:
    return h.a(href=address, aria_current="page" if address == at else None)[name]


def chip(words: str, tone: str) -> h.Element:
    """A status as a colored word: `tone` is `well`, `ill`, `going`, `held` or `still`."""
    return h.span(class_=["chip", tone])[words]


def top(title: str, shown: str, *more: h.Node) -> h.Element:
    """The head of a list: its title and how many of how many are shown."""
    return h.div(".top")[h.h1[title], h.span(".muted")[shown], more]


def plain_time(moment: str) -> str:
    """A timestamp for a person: UTC, to the second."""
    return moment.replace("T", " ")[:19]


_STYLE = """
:root {
  color-scheme: light dark;
  --ink: #1b2530; --line: #d9dde3; --muted: #5a6470; --card: #fff; --page: #f4f6f8; --link: #1257b8;
  --well: #17703f; --ill: #b3261e; --going: #1c62c4; --held: #8a5200; --still: #5a6470; --on: #fff
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e8ecf1; --line: #333b45; --muted: #a3adb8; --card: #1d232a; --page: #14181d; --link: #8bbcff;
    --well: #4cc38a; --ill: #ff8a7e; --going: #8bbcff; --held: #f0b354; --still: #a3adb8; --on: #14181d
  }
}
.well { --tone: var(--well) } .ill { --tone: var(--ill) } .going { --tone: var(--going) }
.held { --tone: var(--held) } .still { --tone: var(--still) }
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
body > header { background: var(--card); border-bottom: 1px solid var(--line) }
nav { display: flex; flex-wrap: wrap; max-width: 54rem; margin: 0 auto; padding: 0 .4rem }
nav a { padding: .7rem .6rem; color: var(--muted); text-decoration: none }
@media (max-width: 28rem) { nav { padding: 0 .25rem } nav a { padding: .8rem .25rem; font-size: .85rem } }
nav a:hover { color: var(--ink) }
nav a[aria-current] { color: var(--ink); font-weight: 600; box-shadow: inset 0 -3px var(--link) }
main { max-width: 54rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
main > p:first-child { margin: 0 0 .8rem }
h1 { font-size: 1.4rem; line-height: 1.25; margin: 0; overflow-wrap: anywhere }
h2 { font-size: 1.1rem; line-height: 1.3; margin: 0; overflow-wrap: anywhere }
a { color: var(--link) }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
.top { display: flex; flex-wrap: wrap; gap: .4rem 1rem; align-items: center; margin-bottom: 1rem }
.top h1 { flex: 1 1 auto }
.muted, time { color: var(--muted); font-size: .875rem; font-variant-numeric: tabular-nums }
.chip { font-size: .8rem; padding: .1rem .6rem; border-radius: 1rem }
.chip { background: var(--tone); color: var(--on) }
.card {
  background: var(--card); border: 1px solid var(--line); border-radius: .7rem; padding: 1rem; margin: .8rem 0
}
.none { color: var(--muted); text-align: center; padding: 3rem 0 }
dl { display: flex; flex-wrap: wrap; gap: .5rem 2rem; margin: 1rem 0 }
dt { font-size: .8rem; color: var(--muted) } dd { margin: 0; overflow-wrap: anywhere; font-size: .9rem }
pre {
  margin: .6rem 0 0; padding: .8rem; border-radius: .5rem; background: var(--page); font-size: .85rem;
  white-space: pre-wrap; overflow-wrap: anywhere
}
summary { cursor: pointer; padding: .5rem 0; color: var(--link) }
"""
