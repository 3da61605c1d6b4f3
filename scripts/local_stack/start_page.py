"""The page at the local stack's own address: where to go from there."""

from collections.abc import Iterator, Mapping
from html import escape

_ALWAYS = (
    ("/docs", "Reference", "Every operation, with a search and a way to try it."),
    ("/qsi/gather/openapi.json", "OpenAPI document", "What the reference is made from."),
    ("/_local/inbox", "Inbox", "Every e-mail and SMS that the service sent."),
    ("/_local/enrollments", "Enrollments", "How far candidates are in their workflows."),
    ("/_local/health", "Health", "Whether the stack answers."),
)
_OF_DEMO = {
    "inviteUrl": ("The candidate's interview", "Ada Example is invited to answer questions."),
    "conversationUrl": ("The candidate's conversation", "An AI interview by voice or in writing."),
    "chatUrl": ("The chat", "A chatbot that knows the company and its jobs."),
}


def start_page(seeded: Mapping[str, object]) -> str:
    """The page with its links; `seeded` is what the seed made, by the names of the ready file."""
    entries = "\n".join(f"<li>{link}</li>" for link in _links(seeded))
    return _PAGE.replace("{entries}", entries)


def _links(seeded: Mapping[str, object]) -> Iterator[str]:
    for address, title, meaning in _ALWAYS:
        yield _link(address, title, meaning)
    for name, (title, meaning) in _OF_DEMO.items():
        if name in seeded:
            yield _link(str(seeded[name]), title, meaning)


def _link(address: str, title: str, meaning: str) -> str:
    return f'<a href="{escape(address)}">{escape(title)}</a> <span>{escape(meaning)}</span>'


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Talent Screening Service</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 42rem; padding: 2rem 1rem }
h1 { font-size: 1.5rem }
li { margin: .6rem 0 }
span { display: block; opacity: .7 }
</style>
</head>
<body>
<h1>Talent Screening Service</h1>
<p>The service runs on this machine. Its keys are in <code>running.json</code>, in the folder of its data.</p>
<ul>
{entries}
</ul>
</body>
</html>
"""
