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
from typing import Final, Literal
from urllib.parse import urlsplit

from gather.content.built_in_messages import PHRASES
from gather.core.language import DEFAULT_LANGUAGE, LANGUAGES, direction, known_language

MessageType = Literal["INVITE", "CANDIDATE_REMINDER", "COMPLETION_CONFIRMATION", "MEETING_INVITE"]

PLACEHOLDERS: Final = ("link", "candidateFirstName", "candidateLastName", "interviewTitle", "companyName")
"""The names that stand for something."""

_PLACEHOLDER: Final = re.compile(r"\{\{\s*(\w+)\s*\}\}")
_LINK_ALONE: Final = re.compile(r"\{\{\s*link\s*\}\}")
_COLOR: Final = re.compile(r"[0-9A-Fa-f]{6}|[0-9A-Fa-f]{3}")
_DEFAULT_COLOR: Final = "1f4e8c"
_NAMES: Final[Mapping[MessageType, str]] = {
    "INVITE": "invite",
    "CANDIDATE_REMINDER": "reminder",
    "COMPLETION_CONFIRMATION": "completion",
    "MEETING_INVITE": "meeting",
}
"""How the names of a message's phrases begin."""


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
    """What the placeholders stand for. `link` is an absolute http or https URL, or empty for none.

    `language` is a BCP 47 code, of the built-in texts and of `facts`, which stand below the message: how long
    it takes, until when, whom to ask.
    """

    candidate_first_name: str
    candidate_last_name: str
    interview_title: str
    company_name: str
    link: str = ""
    language: str = DEFAULT_LANGUAGE
    facts: tuple[str, ...] = ()


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


def built_in(message_type: MessageType, language: str) -> MessageTemplate:
    """What is sent by a team that has no message of the type, and the parts that a message leaves out."""
    phrases, name = PHRASES.texts(language), _NAMES[message_type]
    return MessageTemplate(
        type=message_type,
        email_subject=phrases[f"{name}Subject"],
        email_header=phrases[f"{name}Header"],
        email_body=phrases[f"{name}Body"],
        sms_body=phrases[f"{name}Sms"],
    )


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
    complete = _completed(message, values.language)
    subject = " ".join(_filled(complete.email_subject or "", values).split())
    header = _filled(complete.email_header or "", values).strip()
    body = _with_link(complete.email_body or "", "\n\n", message.type, values)
    content = _html_body(body, message.type, values, branding) + _html_facts(values.facts)
    return RenderedEmail(
        subject=subject,
        html=_html(subject, header, content, values, branding),
        text="\n\n".join(filter(None, (header, _filled(body, values), "\n".join(values.facts)))) + "\n",
    )


def render_sms(message: MessageTemplate, values: MessageValues) -> str:
    """The text message. The link is added to an invite or a reminder whose text has none."""
    return _filled(
        _with_link(_completed(message, values.language).sms_body or "", " ", message.type, values), values
    )


def _completed(message: MessageTemplate, language: str) -> MessageTemplate:
    default = built_in(message.type, language)
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
    phrases = PHRASES.texts(values.language)
    label = phrases[f"{_NAMES[message_type]}Button"]
    button = _button(label, phrases["plainLink"], values.link, _color(branding.button_color, accent))
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
    language = known_language(LANGUAGES, values.language)
    return f"""<!doctype html>
<html lang="{language}" dir="{direction(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>{escape(subject)}</title>
</head>
<body style="margin:0;padding:24px 12px;background:#f3f4f6;color:#1f2937;\
font:16px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<div dir="{direction(language)}" style="max-width:560px;margin:0 auto;background:#ffffff;\
border-top:4px solid #{accent};border-radius:8px;padding:28px 24px;overflow-wrap:anywhere">
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


def _button(label: str, below: str, link: str, color: str) -> str:
    """A button that leads to `link`, with the link as plain text below; nothing when that is no web address.

    The button is a table's cell, which all mail clients color and pad.
    """
    if not _is_web_address(link):
        return ""
    address = escape(link)
    return (
        '<table role="presentation" border="0" cellpadding="0" cellspacing="0" style="margin:24px 0 12px">'
        f'<tr><td style="border-radius:6px;background:#{color}" bgcolor="#{color}">'
        f'<a href="{address}" style="display:inline-block;padding:12px 22px;border-radius:6px;'
        f'color:{_readable_on(color)};font-weight:600;text-decoration:none">{escape(label)}</a></td></tr></table>\n'
        f'<p style="margin:0 0 24px;font-size:14px;color:#4b5563">{escape(below)}<br>\n'
        f'<a href="{address}" style="color:#4b5563">{address}</a></p>'
    )


def _html_facts(facts: tuple[str, ...]) -> str:
    if not facts:
        return ""
    lines = "<br>\n".join(escape(fact) for fact in facts)
    return (
        '\n<p style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #e5e7eb;font-size:14px;'
        f'color:#4b5563">{lines}</p>'
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
