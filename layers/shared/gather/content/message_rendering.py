"""Messages to candidates as they are sent: e-mail in HTML and plain text, and SMS.

Teams write plain text with placeholders in double braces (interface: Message groups, rule 3); spaces
inside the braces are allowed. Other names are refused where a text comes in, and stay as they are here.
Each text is filled in once, so that a value that looks like a placeholder stays a value. Nothing that a
person typed can become markup.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from html import escape
from types import MappingProxyType
from typing import Final, Literal
from urllib.parse import urlsplit

MessageType = Literal["INVITE", "CANDIDATE_REMINDER", "COMPLETION_CONFIRMATION"]

PLACEHOLDERS: Final = ("link", "candidateFirstName", "candidateLastName", "interviewTitle", "companyName")
"""The names that stand for something."""

_PLACEHOLDER: Final = re.compile(r"\{\{\s*(\w+)\s*\}\}")
_LINK_ALONE: Final = re.compile(r"\{\{\s*link\s*\}\}")
_COLOR: Final = re.compile(r"[0-9A-Fa-f]{6}|[0-9A-Fa-f]{3}")
_DEFAULT_COLOR: Final = "1f4e8c"
_BUTTON_LABELS: Final[Mapping[MessageType, str]] = {
    "INVITE": "Start the interview",
    "CANDIDATE_REMINDER": "Continue the interview",
    "COMPLETION_CONFIRMATION": "Open",
}


@dataclass(frozen=True, slots=True)
class MessageTemplate:
    """A message of a group. A part that is None or blank is taken from the built-in message."""

    type: MessageType
    email_subject: str | None = None
    email_header: str | None = None
    email_body: str | None = None
    sms_body: str | None = None


@dataclass(frozen=True, slots=True)
class MessageValues:
    """What the placeholders stand for. `link` is an absolute http or https URL, or empty for none."""

    candidate_first_name: str
    candidate_last_name: str
    interview_title: str
    company_name: str
    link: str = ""


@dataclass(frozen=True, slots=True)
class EmailBranding:
    """How a team's e-mail looks (interface: Teams, rules 1 and 2). Colors are hex without `#`; what cannot be
    used is left out."""

    logo_url: str | None = None
    accent_color: str | None = None
    button_color: str | None = None


@dataclass(frozen=True, slots=True)
class RenderedEmail:
    """An e-mail ready to be sent."""

    subject: str
    html: str
    text: str


# Typographic characters would cut an SMS part from 160 to 70 characters: plain ones there.
DEFAULT_MESSAGES: Final[Mapping[MessageType, MessageTemplate]] = MappingProxyType(
    {
        "INVITE": MessageTemplate(
            type="INVITE",
            email_subject="Your interview with {{companyName}}",
            email_header="You are invited to an interview",
            email_body=(
                "Hello {{candidateFirstName}},\n\n"
                "thank you for your interest in {{companyName}}! We would like to get to know you better "
                "and invite you to the interview “{{interviewTitle}}”.\n\n"
                "You can take it whenever it suits you, on a phone or a computer:\n\n"
                "{{link}}\n\n"
                "This link is yours alone, so please do not pass it on. Good luck!\n\n"
                "Kind regards\n{{companyName}}"
            ),
            sms_body=(
                "Hi {{candidateFirstName}}, {{companyName}} invites you to the interview "
                "{{interviewTitle}}. Start whenever it suits you: {{link}}"
            ),
        ),
        "CANDIDATE_REMINDER": MessageTemplate(
            type="CANDIDATE_REMINDER",
            email_subject="Reminder: your interview with {{companyName}}",
            email_header="Your interview is waiting for you",
            email_body=(
                "Hello {{candidateFirstName}},\n\n"
                "you have not finished the interview “{{interviewTitle}}” yet. We would be glad to hear "
                "from you, and you can go on where you left off:\n\n"
                "{{link}}\n\n"
                "Kind regards\n{{companyName}}"
            ),
            sms_body=(
                "Hi {{candidateFirstName}}, your interview {{interviewTitle}} with {{companyName}} is "
                "still open. Go on here: {{link}}"
            ),
        ),
        "COMPLETION_CONFIRMATION": MessageTemplate(
            type="COMPLETION_CONFIRMATION",
            email_subject="Thank you for your interview with {{companyName}}",
            email_header="Thank you",
            email_body=(
                "Hello {{candidateFirstName}},\n\n"
                "thank you for completing the interview “{{interviewTitle}}”. We have received your "
                "answers and will get back to you as soon as we have reviewed them.\n\n"
                "Kind regards\n{{companyName}}"
            ),
            sms_body=(
                "Hi {{candidateFirstName}}, thank you for completing the interview {{interviewTitle}}. "
                "We will get back to you. {{companyName}}"
            ),
        ),
    }
)
"""What is sent by a team that has no message group, and the parts that a message leaves out."""


def with_known_placeholders(text: str) -> str:
    """`text`, if all of its double braces enclose a name of PLACEHOLDERS.

    Raises ValueError, saying which there are: a misspelt one would reach candidates as it was typed.
    """
    rest = _PLACEHOLDER.sub(lambda match: "" if match.group(1) in PLACEHOLDERS else match.group(0), text)
    if "{{" in rest or "}}" in rest:
        known = ", ".join(f"{{{{{name}}}}}" for name in PLACEHOLDERS)
        raise ValueError(f"may hold {known} and no other double braces")
    return text


def render_email(message: MessageTemplate, values: MessageValues, branding: EmailBranding) -> RenderedEmail:
    """The e-mail of a message.

    The link becomes a button where it stands in a paragraph of its own; an invite or a reminder whose
    text has no link gets one at the end.
    """
    complete = _completed(message)
    subject = " ".join(_filled(complete.email_subject or "", values).split())
    header = _filled(complete.email_header or "", values).strip()
    body = _with_link(complete.email_body or "", "\n\n", message.type, values)
    return RenderedEmail(
        subject=subject,
        html=_html(subject, header, _html_body(body, message.type, values, branding), values, branding),
        text=f"{header}\n\n{_filled(body, values)}\n",
    )


def render_sms(message: MessageTemplate, values: MessageValues) -> str:
    """The text message. The link is added to an invite or a reminder whose text has none."""
    return _filled(_with_link(_completed(message).sms_body or "", " ", message.type, values), values)


def _completed(message: MessageTemplate) -> MessageTemplate:
    default = DEFAULT_MESSAGES[message.type]
    return replace(
        message,
        email_subject=_given(message.email_subject) or default.email_subject,
        email_header=_given(message.email_header) or default.email_header,
        email_body=_given(message.email_body) or default.email_body,
        sms_body=_given(message.sms_body) or default.sms_body,
    )


def _given(text: str | None) -> str | None:
    return text if text and text.strip() else None


def _values_by_name(values: MessageValues) -> dict[str, str]:
    return {
        "link": values.link,
        "candidateFirstName": values.candidate_first_name,
        "candidateLastName": values.candidate_last_name,
        "interviewTitle": values.interview_title,
        "companyName": values.company_name,
    }


def _filled(text: str, values: MessageValues) -> str:
    by_name = _values_by_name(values)
    return _PLACEHOLDER.sub(lambda match: by_name.get(match.group(1), match.group(0)), text)


def _with_link(body: str, separator: str, message_type: MessageType, values: MessageValues) -> str:
    """`body`, with a placeholder for the link added where it has to have one."""
    text = body.replace("\r\n", "\n").strip()
    has_link = any(match.group(1) == "link" for match in _PLACEHOLDER.finditer(text))
    if has_link or not values.link or message_type == "COMPLETION_CONFIRMATION":
        return text
    return f"{text}{separator}{{{{link}}}}"


def _html_body(body: str, message_type: MessageType, values: MessageValues, branding: EmailBranding) -> str:
    accent = _color(branding.accent_color, _DEFAULT_COLOR)
    button = _button(_BUTTON_LABELS[message_type], values.link, _color(branding.button_color, accent))
    paragraphs = [paragraph.strip() for paragraph in re.split(r"\n\s*\n", body) if paragraph.strip()]
    return "\n".join(
        button
        if button and _LINK_ALONE.fullmatch(paragraph)
        else f'<p style="margin:0 0 16px">{_filled_html(paragraph, values, accent)}</p>'
        for paragraph in paragraphs
    )


def _filled_html(text: str, values: MessageValues, color: str) -> str:
    """`text` filled in as markup: all of it escaped, the link as an anchor, line ends as breaks."""
    by_name = {name: escape(value) for name, value in _values_by_name(values).items()}
    if _is_web_address(values.link):
        by_name["link"] = f'<a href="{by_name["link"]}" style="color:#{color}">{by_name["link"]}</a>'
    # Escaping leaves braces alone, so that placeholders are still found afterwards.
    filled = _PLACEHOLDER.sub(lambda match: by_name.get(match.group(1), match.group(0)), escape(text))
    return filled.replace("\n", "<br>\n")


def _html(subject: str, header: str, body: str, values: MessageValues, branding: EmailBranding) -> str:
    """The page; `header` is text that is filled in already, `body` is markup."""
    accent = _color(branding.accent_color, _DEFAULT_COLOR)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>{escape(subject)}</title>
</head>
<body style="margin:0;padding:24px 12px;background:#f3f4f6;color:#1f2937;\
font:16px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;background:#ffffff;border-top:4px solid #{accent};\
border-radius:8px;padding:28px 24px;overflow-wrap:anywhere">
{_logo(branding, values.company_name)}\
<h1 style="margin:0 0 20px;font-size:22px;line-height:1.3">{escape(header)}</h1>
{body}
</div>
</body>
</html>
"""


def _logo(branding: EmailBranding, company_name: str) -> str:
    if not _is_web_address(branding.logo_url):
        return ""
    return (
        f'<img src="{escape(branding.logo_url or "")}" alt="{escape(company_name)}" '
        'style="display:block;max-height:48px;max-width:200px;margin:0 0 20px">\n'
    )


def _button(label: str, link: str, color: str) -> str:
    """A button that leads to `link`, or nothing when that is no web address."""
    if not _is_web_address(link):
        return ""
    return (
        f'<p style="margin:24px 0"><a href="{escape(link)}" style="display:inline-block;'
        f"padding:12px 22px;border-radius:6px;background:#{color};color:{_readable_on(color)};"
        f'font-weight:600;text-decoration:none">{label}</a></p>'
    )


def _is_web_address(url: str | None) -> bool:
    try:
        return bool(url) and urlsplit(url).scheme in ("http", "https")
    except ValueError:
        return False


def _color(color: str | None, default: str) -> str:
    """Six digits; each of three stands for two, as in CSS."""
    if not color or not _COLOR.fullmatch(color):
        return default
    return color if len(color) == 6 else "".join(digit * 2 for digit in color)


def _readable_on(background: str) -> str:
    """Black or white, whichever contrasts more with `background` (perceived brightness)."""
    red, green, blue = (int(background[start : start + 2], 16) for start in (0, 2, 4))
    return "#111827" if red * 299 + green * 587 + blue * 114 > 150_000 else "#ffffff"
