"""Every e-mail and SMS that the service sent, for a person in a browser and for tests.

The local e-mail and SMS engines append a JSON line for each message to `inbox.jsonl` in the state folder.
"""

import html
import json
import re
from pathlib import Path
from typing import Any, TypedDict

from local_stack.pages.layout import chip, local_page, plain_time

FILE_NAME = "inbox.jsonl"
MOST_SHOWN = 50
"""So many messages are on the page, the newest. Programs read all."""
_FIELDS = ("channel", "to", "subject", "body", "sentAt", "html")
_ADDRESS = re.compile(r"https?://[^\s<>&\"']+(?:&amp;[^\s<>&\"']+)*")


class InboxMessage(TypedDict):
    """`subject` and `html` are empty for an SMS; `sentAt` is ISO 8601. `headers` are an e-mail's own, such as
    `List-Unsubscribe`; an SMS has none."""

    channel: str
    to: str
    subject: str
    body: str
    sentAt: str
    html: str
    headers: dict[str, str]


def read_inbox(state_directory: Path) -> list[InboxMessage]:
    """The messages, newest first."""
    return [_shown(record) for record in _records(state_directory)][::-1]


def newest_email_tags(state_directory: Path, to: str) -> dict[str, str] | None:
    """The tags that the newest e-mail to an address carries; None without such an e-mail."""
    for record in reversed(_records(state_directory)):
        if record.get("channel") == "email" and str(record.get("to")).casefold() == to.casefold():
            return {name: str(value) for name, value in (record.get("tags") or {}).items()}
    return None


def _records(state_directory: Path) -> list[dict[str, Any]]:
    """The messages as they were kept, oldest first. A line that is being written just now is left for the
    next reader.

    Only a line feed ends a line: a text may hold any other separator, such as U+2028.
    """
    try:
        lines = (state_directory / FILE_NAME).read_text(encoding="utf-8", errors="replace").split("\n")
    except FileNotFoundError:
        return []
    records = []
    for line in lines:
        try:
            record = json.loads(line)
        except ValueError:
            continue
        if isinstance(record, dict):
            records.append(record)
    return records


def _shown(record: dict[str, Any]) -> InboxMessage:
    channel, to, subject, body, sent_at, mail = (str(record.get(name) or "") for name in _FIELDS)
    return {
        "channel": channel,
        "to": to,
        "subject": subject,
        "body": body,
        "sentAt": sent_at,
        "html": mail,
        "headers": {name: str(value) for name, value in (record.get("headers") or {}).items()},
    }


def inbox_page(messages: list[InboxMessage]) -> str:
    """The inbox as a page.

    An e-mail is shown as a mail program shows it, in a frame that runs nothing. The rest of a message is
    text, in which web addresses can be followed.
    """
    count = f"{len(messages)} message{'' if len(messages) == 1 else 's'}"
    if len(messages) > MOST_SHOWN:
        count = f"the newest {MOST_SHOWN} of {count}"
    articles = "".join(map(_article, messages[:MOST_SHOWN]))
    none = '<p class="none">Nothing has been sent yet.</p>'
    top = f'<div class="top"><h1>Inbox</h1><span class="muted">{count}</span><a href="">Refresh</a></div>'
    return local_page("Inbox", f"{top}{articles or none}", at="/_local/inbox", style=_STYLE)


def _article(message: InboxMessage) -> str:
    tone = "well" if message["channel"] == "sms" else "going"
    sent_at = html.escape(message["sentAt"])
    subject = html.escape(message["subject"])
    text = f"<p>{_with_links(html.escape(message['body']))}</p>"
    shown = f"{_mail(message)}<details><summary>As plain text</summary>{text}</details>"
    return (
        f'<article class="card"><div class="line">{chip(message["channel"], tone)}'
        f"<b>{html.escape(message['to'])}</b>"
        f'<time datetime="{sent_at}">{html.escape(plain_time(message["sentAt"]))}</time></div>'
        f"{f'<h2>{subject}</h2>' if subject else ''}{shown if message['html'] else text}</article>"
    )


def _mail(message: InboxMessage) -> str:
    """The mail in a frame without rights. Its links open in a window of their own, which has them again."""
    content = html.escape(f'<base target="_blank">{message["html"]}')
    return (
        f'<iframe title="{html.escape(message["subject"])}" referrerpolicy="no-referrer" loading="lazy" '
        f'sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="{content}"></iframe>'
    )


def _with_links(escaped: str) -> str:
    return _ADDRESS.sub(lambda match: f'<a href="{match[0]}" rel="noreferrer">{match[0]}</a>', escaped)


_STYLE = """
.line { display: flex; flex-wrap: wrap; gap: .3rem .7rem; align-items: center }
.line b { overflow-wrap: anywhere } .line time { margin-inline-start: auto }
h2 { margin-top: .6rem }
article p { white-space: pre-wrap; overflow-wrap: anywhere; margin: .6rem 0 0 }
iframe {
  display: block; width: 100%; height: 36rem; resize: vertical; margin-top: .8rem;
  border: 1px solid var(--line); border-radius: .5rem; background: #fff
}
"""
