"""The inbox as a page for a person in a browser."""

import html
import re

from local_stack.messaging.inbox import InboxMessage
from local_stack.pages.layout import chip, local_page, plain_time

MOST_SHOWN = 50
"""So many messages are on the page, the newest. Programs read all."""
_ADDRESS = re.compile(r"https?://[^\s<>&\"']+(?:&amp;[^\s<>&\"']+)*")


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
