"""Every e-mail and SMS that the service sent, for a person in a browser and for tests.

The local e-mail and SMS engines append a JSON line for each message to `inbox.jsonl` in the state folder.
"""

import html
import json
import re
from pathlib import Path
from typing import TypedDict

FILE_NAME = "inbox.jsonl"
_FIELDS = ("channel", "to", "subject", "body", "sentAt")
_ADDRESS = re.compile(r"https?://[^\s<>&\"']+(?:&amp;[^\s<>&\"']+)*")


class InboxMessage(TypedDict):
    """`subject` is empty for an SMS; `sentAt` is ISO 8601."""

    channel: str
    to: str
    subject: str
    body: str
    sentAt: str


def read_inbox(state_directory: Path) -> list[InboxMessage]:
    """The messages, newest first. A line that is being written just now is left for the next reader."""
    try:
        lines = (state_directory / FILE_NAME).read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return []
    messages: list[InboxMessage] = []
    for line in lines:
        try:
            record = json.loads(line)
        except ValueError:
            continue
        if isinstance(record, dict):
            channel, to, subject, body, sent_at = (str(record.get(name) or "") for name in _FIELDS)
            messages.append(
                {"channel": channel, "to": to, "subject": subject, "body": body, "sentAt": sent_at}
            )
    return messages[::-1]


def inbox_page(messages: list[InboxMessage]) -> str:
    """The inbox as a page. Everything in a message is shown as text; web addresses in it can be followed."""
    count = f"{len(messages)} message{'' if len(messages) == 1 else 's'}"
    articles = "\n".join(map(_article, messages)) or '<p class="none">Nothing has been sent yet.</p>'
    return _PAGE.replace("{count}", count).replace("{messages}", articles)


def _article(message: InboxMessage) -> str:
    subject = f"<h2>{html.escape(message['subject'])}</h2>" if message["subject"] else ""
    kind = "sms" if message["channel"] == "sms" else "email"
    return f"""<article>
<header><span class="{kind}">{html.escape(message["channel"])}</span><b>{html.escape(message["to"])}</b>
<time datetime="{html.escape(message["sentAt"])}">{html.escape(message["sentAt"])}</time></header>
{subject}<p>{_with_links(html.escape(message["body"]))}</p>
</article>"""


def _with_links(escaped: str) -> str:
    return _ADDRESS.sub(lambda match: f'<a href="{match[0]}" rel="noreferrer">{match[0]}</a>', escaped)


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Inbox</title>
<style>
:root {
  color-scheme: light dark;
  --line: #d9dde3; --muted: #5c6672; --card: #fff; --page: #f4f6f8; --link: #1257b8
}
@media (prefers-color-scheme: dark) {
  :root { --line: #333b45; --muted: #9aa5b1; --card: #1d232a; --page: #14181d; --link: #7db4ff }
}
body { margin: 0; background: var(--page); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
h1 { font-size: 1.4rem; margin: 0 }
h2 { font-size: 1.05rem; margin: .6rem 0 0 }
.top { display: flex; gap: 1rem; align-items: baseline; color: var(--muted); margin-bottom: 1rem }
.top h1 { color: CanvasText; flex: 1 }
article { background: var(--card); border: 1px solid var(--line); border-radius: .6rem }
article { padding: 1rem; margin: .8rem 0 }
article header { display: flex; flex-wrap: wrap; gap: .3rem .7rem; align-items: center }
article p { white-space: pre-wrap; overflow-wrap: anywhere; margin: .6rem 0 0 }
article b { overflow-wrap: anywhere }
time { margin-left: auto; color: var(--muted); font-size: .85rem; font-variant-numeric: tabular-nums }
span { font-size: .75rem; padding: .1rem .5rem; border-radius: 1rem; color: #fff }
.email { background: #1c62c4 } .sms { background: #1a7f4b }
a { color: var(--link) }
.none { color: var(--muted); text-align: center; padding: 3rem 0 }
</style>
</head>
<body><main>
<div class="top"><h1>Inbox</h1><span style="color:inherit">{count}</span><a href="">Refresh</a></div>
{messages}
</main></body>
</html>
"""
