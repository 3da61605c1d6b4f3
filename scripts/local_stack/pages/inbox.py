"""The inbox as a page for a person in a browser."""

import re
from base64 import b64encode
from hashlib import sha256

import htpy as h
from markupsafe import Markup

from local_stack.messaging.inbox import InboxAttachment, InboxMessage
from local_stack.pages.layout import chip, local_page, plain_time, top

MOST_SHOWN = 50
"""The number of messages on the page, newest first. Programs read all."""
_ADDRESS = re.compile(r"(https?://[^\s<>&\"']+(?:&[^\s<>&\"']+)*)")


def inbox_page(messages: list[InboxMessage]) -> str:
    """The inbox as a page.

    An e-mail is shown as a mail program shows it, in a frame that runs nothing and is as high as the mail.
    The rest of a message is text, in which web addresses can be followed.
    """
    count = f"{len(messages)} message{'' if len(messages) == 1 else 's'}"
    if len(messages) > MOST_SHOWN:
        count = f"the newest {MOST_SHOWN} of {count}"
    articles = [_article(each) for each in messages[:MOST_SHOWN]]
    none = h.p(".none")["Nothing has been sent yet."]
    refresh = h.a(href="")["Refresh"]
    script = h.script[Markup(_SCRIPT)]  # noqa: S704  # the page's own
    body = [top("Inbox", count, refresh), articles or none, script]
    return local_page("Inbox", body, at="/_local/inbox", style=_STYLE)


def _article(message: InboxMessage) -> h.Element:
    tone = "well" if message["channel"] == "sms" else "going"
    text = h.p[_with_links(message["body"])]
    return h.article(".card")[
        h.div(".line")[
            chip(message["channel"], tone),
            h.b[message["to"]],
            h.time(datetime=message["sentAt"])[plain_time(message["sentAt"])],
        ],
        message["subject"] and h.h2[message["subject"]],
        [_mail(message), h.details[h.summary["As plain text"], text]] if message["html"] else text,
        [h.p[_file(each)] for each in message["attachments"]],
    ]


def _mail(message: InboxMessage) -> h.Element:
    """The mail in a frame that runs nothing. Its links open in a window of their own, which has all rights.

    The frame is of the page's origin, so that the page can measure it.
    """
    return h.iframe(
        title=message["subject"],
        referrerpolicy="no-referrer",
        loading="lazy",
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox",
        srcdoc=f'<base target="_blank">{message["html"]}',
    )


def _file(attachment: InboxAttachment) -> h.Element:
    """A file that came with the mail, to be opened by the program for it."""
    kind = attachment["contentType"].partition(";")[0]
    content = f"data:{kind};base64,{attachment['content']}"
    return h.a(href=content, download=attachment["name"])[attachment["name"]]


def _with_links(text: str) -> h.Node:
    """A text in which web addresses can be followed."""
    pieces = _ADDRESS.split(text)
    return [
        h.a(href=piece, rel="noreferrer")[piece] if index % 2 else piece for index, piece in enumerate(pieces)
    ]


_SCRIPT = """
const fit = (frame) => {
  const mail = frame.contentDocument?.documentElement;
  // A frame that is still to be loaded is empty.
  if (!mail || mail.ownerDocument.URL !== "about:srcdoc") return;
  frame.style.height = "0";
  frame.style.height = `${mail.scrollHeight + 2}px`;
};
for (const frame of document.querySelectorAll("iframe")) {
  frame.addEventListener("load", () => fit(frame));
  new ResizeObserver(() => fit(frame)).observe(frame.parentElement);
  fit(frame);
}
"""
"""Frames do not take the height of their content by themselves. Without the script they can be pulled."""

SCRIPT_SOURCE = f"'sha256-{b64encode(sha256(_SCRIPT.encode()).digest()).decode()}'"
"""The one script that the page may run, as a Content-Security-Policy names it."""

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
