"""The engines that send e-mails and text messages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class EmailAttachment:
    """A file that comes with an e-mail. `content_type` may have parameters, as that of an invitation has."""

    name: str
    content_type: str
    content: bytes


@dataclass(frozen=True, slots=True)
class EmailMessage:
    """An e-mail to one person. `from_name` is shown as the sender, at the deployment's own address; what is
    answered goes to `reply_to` where there is one. `about` is the candidate whom it is about, for an
    engine that keeps messages. `unsubscribe_link` takes a POST that ends such e-mails (RFC 8058); it is empty
    where there is nothing to leave. `tags` come back with what is told of the message later; they hold ids
    alone."""

    to: str
    subject: str
    html: str
    text: str
    from_name: str
    reply_to: str | None = None
    about: str | None = None
    unsubscribe_link: str = ""
    tags: Mapping[str, str] = field(default_factory=dict)
    attachments: Sequence[EmailAttachment] = ()

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers by which mail clients offer to leave: one click is a POST, which no scanner sends."""
        if not self.unsubscribe_link:
            return {}
        return {
            "List-Unsubscribe": f"<{self.unsubscribe_link}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }


@dataclass(frozen=True, slots=True)
class EmailQuota:
    """How many e-mails an engine takes of all teams together, in a second and in 24 hours; None for no limit.
    `sent` were sent in the last 24 hours, as far as the engine has told."""

    most_a_second: int | None = None
    most_a_day: int | None = None
    sent: int = 0


class Email(Protocol):
    """Sends e-mail."""

    def send(self, message: EmailMessage) -> str:
        """Hand the message over and return the engine's message id."""
        ...

    def quota(self) -> EmailQuota:
        """How many e-mails the engine takes."""
        ...


@dataclass(frozen=True, slots=True)
class SmsMessage:
    """A text message to one telephone number in E.164 form. `about` is as for an e-mail."""

    to: str
    body: str
    about: str | None = None


class Sms(Protocol):
    """Sends text messages."""

    def send(self, message: SmsMessage) -> str:
        """Hand the message over and return the engine's message id."""
        ...

    def most_parts_a_second(self) -> int | None:
        """How many parts of messages the engine takes in a second, of all teams; None for no limit."""
        ...


class KeptMessages(Protocol):
    """The messages that the engines keep. Those of a deployment keep none."""

    def delete_about(self, about: str) -> int:
        """Delete all messages about a candidate; how many."""
        ...
