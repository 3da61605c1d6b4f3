"""Messages to candidates as they are sent: e-mail in HTML and plain text, and SMS.

    message = MessageTemplate("INVITE", email_body="Hello {{candidateFirstName}}: {{link}}")
    message.render_email(values, EmailBranding()).html

Teams write plain text with placeholders in double braces (interface: Message groups, rule 3); spaces
inside the braces are allowed. Other names are refused where a text comes in, and stay as they are here.
Each text is filled in once, so that a value that looks like a placeholder stays a value. Nothing that a
person typed can become markup.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from gather.content.message_groups.built_in_messages import PHRASES
from gather.content.message_groups.placeholders import PLACEHOLDER
from gather.core.bidi import isolate
from gather.core.language import DEFAULT_LANGUAGE
from gather.messaging.rendering.email_layout import EmailBranding, EmailContent
from gather.messaging.rendering.gsm_text import gsm_text
from gather.messaging.rendering.stop_notice import says_how_to_stop

MessageType = Literal[
    "INVITE",
    "CANDIDATE_REMINDER",
    "COMPLETION_CONFIRMATION",
    "REJECTION",
    "ADVANCE",
    "MEETING_INVITE",
    "MEETING_MOVED",
    "REQUEST_REPLY",
    "WITHDRAWAL",
    "MEETING_SLOTS",
    "MEETING_BOOKED",
    "MEETING_REBOOKED",
    "MEETING_CANCELLED",
    "MEETING_RELEASED",
]


_LINK_ALONE: Final = re.compile(r"\{\{\s*link\s*\}\}")
_DETAILS: Final = "{{details}}"
"""Where a built-in message has its details, as a paragraph of its own."""
_TELLING: Final = 40
"""In characters; what is shorter is a greeting."""
_NAMES: Final[Mapping[MessageType, str]] = {
    "INVITE": "invite",
    "CANDIDATE_REMINDER": "reminder",
    "COMPLETION_CONFIRMATION": "completion",
    "REJECTION": "rejection",
    "ADVANCE": "advance",
    "MEETING_INVITE": "meeting",
    "MEETING_MOVED": "meetingMoved",
    "REQUEST_REPLY": "reply",
    "WITHDRAWAL": "withdrawal",
    "MEETING_SLOTS": "meetingSlots",
    "MEETING_BOOKED": "meetingBooked",
    "MEETING_REBOOKED": "meetingRebooked",
    "MEETING_CANCELLED": "meetingCancelled",
    "MEETING_RELEASED": "meetingReleased",
}
"""How the names of a message's phrases begin."""
_BUTTONS: Final[Mapping[MessageType, str]] = {
    "REJECTION": "completion",
    "ADVANCE": "completion",
    "MEETING_MOVED": "meeting",
    "WITHDRAWAL": "completion",
    "MEETING_REBOOKED": "meetingBooked",
    "MEETING_CANCELLED": "meetingSlots",
    "MEETING_RELEASED": "meetingSlots",
}
"""Whose button a message has, if not its own."""
_WITHOUT_LINK: Final = frozenset({"COMPLETION_CONFIRMATION", "REJECTION", "ADVANCE", "WITHDRAWAL"})
"""Messages that ask for nothing."""
_ANSWERABLE: Final = frozenset({"INVITE", "CANDIDATE_REMINDER", "REQUEST_REPLY"})
"""Messages of which the interview may be still to be answered."""


@dataclass(frozen=True, slots=True)
class MessageValues:
    """The values of the placeholders. `link` is an absolute http or https URL, or empty for none.

    `language` is a BCP 47 code, of the built-in texts and of `facts`, which stand below the message: how long
    it takes, until when, whom to ask. `unsubscribe_link` ends the e-mails; `is_stoppable` says that a text
    message can be answered by STOP. `details` are when and where it is. They stand in the built-in text of a
    meeting's invite, and before the facts where a team wrote the text. `help_link` is where the candidate can
    ask for something, and stands below e-mails.
    """

    candidate_first_name: str
    candidate_last_name: str
    interview_title: str
    company_name: str
    link: str = ""
    language: str = DEFAULT_LANGUAGE
    facts: tuple[str, ...] = ()
    unsubscribe_link: str = ""
    is_stoppable: bool = False
    details: tuple[str, ...] = ()
    help_link: str = ""


@dataclass(frozen=True, slots=True)
class RenderedEmail:
    """An e-mail ready to be sent."""

    subject: str
    html: str
    text: str


@dataclass(frozen=True, slots=True)
class MessageTemplate:
    """A message of a group. A part that is None or blank is taken from the built-in message."""

    type: MessageType
    email_subject: str | None = None
    email_header: str | None = None
    email_body: str | None = None
    sms_body: str | None = None

    def render_email(self, values: MessageValues, branding: EmailBranding) -> RenderedEmail:
        """The e-mail of the message, in both forms: whatever the one says the other says too.

        The link becomes a button where it stands in a paragraph of its own; an invite or a reminder whose
        text has no link gets one at the end.
        """
        complete = self._complete(values.language)
        phrases = PHRASES.texts(values.language)
        subject = " ".join(_fill(complete.email_subject or "", values).split())
        header = _fill(complete.email_header or "", values).strip()
        paragraphs = _paragraphs(_with_link(complete.email_body or "", "\n\n", self.type, values))
        has_details = _DETAILS in paragraphs
        if not values.details:
            paragraphs = [each for each in paragraphs if each != _DETAILS]
        if not values.link:
            paragraphs = [each for each in paragraphs if not _LINK_ALONE.fullmatch(each)]
        facts = values.facts if has_details else (*values.details, *values.facts)
        help_text = phrases["helpOpen" if self.type in _ANSWERABLE else "helpDone"]
        help_line = f"{help_text}: {values.help_link}" if values.help_link else ""
        why = phrases["whyYou"].format(company=isolate(values.company_name, values.language))
        content = EmailContent(
            subject=subject,
            header=header,
            preview=_preview([_fill(each, values) for each in paragraphs], header),
            parts=tuple(None if _LINK_ALONE.fullmatch(each) else _runs(each, values) for each in paragraphs),
            link=values.link,
            button=phrases[f"{_BUTTONS.get(self.type, _NAMES[self.type])}Button"],
            below_button=phrases["plainLink"],
            facts=facts,
            help=help_text,
            help_link=values.help_link,
            why=why if values.unsubscribe_link else "",
            unsubscribe=phrases["unsubscribe"],
            unsubscribe_link=values.unsubscribe_link,
            company_name=values.company_name,
            language=values.language,
        )
        end = f"{why}\n{phrases['unsubscribe']}: {values.unsubscribe_link}" if values.unsubscribe_link else ""
        texts = (
            header,
            *(_fill(each, values) for each in paragraphs),
            "\n".join(filter(None, (*facts, help_line))),
            end,
        )
        return RenderedEmail(subject, content.render(branding), "\n\n".join(filter(None, texts)) + "\n")

    def render_sms(self, values: MessageValues) -> str:
        """The text message. The link is added to an invite or a reminder whose text has none, and how to stop
        them to each that can be answered, unless its template says so."""
        template = self._complete(values.language).sms_body or ""
        text = _fill(_with_link(template, " ", self.type, values), values)
        if values.is_stoppable and not says_how_to_stop(template):
            text = f"{text}\n{PHRASES.texts(values.language)['smsStop']}"
        return gsm_text(text)

    def _complete(self, language: str) -> "MessageTemplate":
        """The message with the built-in parts in the place of those it leaves out."""
        default = built_in_message(self.type, language)
        return replace(
            self,
            email_subject=_given(self.email_subject) or default.email_subject,
            email_header=_given(self.email_header) or default.email_header,
            email_body=_given(self.email_body) or default.email_body,
            sms_body=_given(self.sms_body) or default.sms_body,
        )


def built_in_message(message_type: MessageType, language: str) -> MessageTemplate:
    """The message of a team that has none of the type, and the parts that a message leaves out."""
    phrases, name = PHRASES.texts(language), _NAMES[message_type]
    return MessageTemplate(
        type=message_type,
        email_subject=phrases[f"{name}Subject"],
        email_header=phrases[f"{name}Header"],
        email_body=phrases[f"{name}Body"],
        sms_body=phrases[f"{name}Sms"],
    )


def _given(text: str | None) -> str | None:
    return text if text and text.strip() else None


def _values_by_name(values: MessageValues) -> dict[str, str]:
    """The text of each placeholder; text that runs the other way than the message is isolated."""
    named = {
        "candidateFirstName": values.candidate_first_name,
        "candidateLastName": values.candidate_last_name,
        "interviewTitle": values.interview_title,
        "companyName": values.company_name,
    }
    return {
        "link": values.link,
        "details": "\n".join(values.details),
        **{name: isolate(value, values.language) for name, value in named.items()},
    }


def _fill(text: str, values: MessageValues) -> str:
    by_name = _values_by_name(values)
    return PLACEHOLDER.sub(lambda match: by_name.get(match.group(1), match.group(0)), text)


def _with_link(body: str, separator: str, message_type: MessageType, values: MessageValues) -> str:
    """`body`, with a placeholder for the link added where it has to have one."""
    text = body.replace("\r\n", "\n").strip()
    has_link = any(match.group(1) == "link" for match in PLACEHOLDER.finditer(text))
    if has_link or not values.link or message_type in _WITHOUT_LINK:
        return text
    return f"{text}{separator}{{{{link}}}}"


def _paragraphs(body: str) -> list[str]:
    return [paragraph.strip() for paragraph in re.split(r"\n\s*\n", body) if paragraph.strip()]


def _runs(paragraph: str, values: MessageValues) -> tuple[str | None, ...]:
    """A paragraph filled in, in pieces; the link is None."""
    pieces = re.split(r"(\{\{\s*link\s*\}\})", paragraph)
    return tuple(None if _LINK_ALONE.fullmatch(piece) else _fill(piece, values) for piece in pieces if piece)


def _preview(paragraphs: list[str], header: str) -> str:
    """The preview that lists of mails show: the first paragraph that is more than a greeting."""
    return next((" ".join(each.split()) for each in paragraphs if len(each) >= _TELLING), header)
