"""An e-mail with attachments in the form in which it travels (RFC 5322, MIME).

A calendar file stands in it twice: beside the text, where Outlook looks for an invitation, and as a file to
open, where a program that knows none shows it. The type has the METHOD of the file unquoted, because Outlook
and Gmail pass over an invitation without it (RFC 6047, 2.4).
"""

from email.header import Header
from email.mime.application import MIMEApplication
from email.mime.base import MIMEBase
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from email.utils import formatdate
from typing import Final

from gather.ports.messages import EmailAttachment, EmailMessage

_CALENDAR: Final = "text/calendar"
_FILE: Final = "application/ics"


def mime_message(message: EmailMessage, sender: str, recipient: str, reply_to: list[str]) -> bytes:
    """The whole e-mail from the mailbox `sender` to the address `recipient`."""
    whole = MIMEMultipart("mixed")
    whole["From"] = sender
    whole["To"] = recipient
    if reply_to:
        whole["Reply-To"] = ", ".join(reply_to)
    whole["Subject"] = Header(" ".join(message.subject.split()), "utf-8").encode()
    whole["Date"] = formatdate(usegmt=True)
    for name, value in message.headers.items():
        whole[name] = value
    whole.attach(_body(message))
    for attachment in message.attachments:
        whole.attach(_file(attachment))
    return whole.as_bytes()


def _body(message: EmailMessage) -> MIMEMultipart:
    """The same in several forms, of which a program shows the last one that it knows."""
    body = MIMEMultipart("alternative")
    body.attach(MIMEText(message.text, "plain", "utf-8"))
    body.attach(MIMEText(message.html, "html", "utf-8"))
    for attachment in message.attachments:
        if attachment.content_type.startswith(_CALENDAR):
            calendar = MIMEText(attachment.content.decode(), "calendar", "utf-8")
            calendar.replace_header("Content-Type", attachment.content_type)
            body.attach(calendar)
    return body


def _file(attachment: EmailAttachment) -> MIMEBase:
    is_calendar = attachment.content_type.startswith(_CALENDAR)
    kind = _FILE if is_calendar else attachment.content_type
    part = MIMEApplication(attachment.content, kind.rpartition("/")[2])
    part.replace_header("Content-Type", f'{kind}; name="{attachment.name}"')
    part.add_header("Content-Disposition", "attachment", filename=attachment.name)
    return part
