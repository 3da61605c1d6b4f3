"""How an e-mail looks: one column that the large mail clients show alike.

Outlook lays out tables and nothing else, and knows no maximal width. Gmail drops what is not in a style
attribute where it does not know the account. Apple Mail and Outlook show dark colors when the device does. So
tables carry the layout, every element its own style, and the style sheet is for dark screens alone.
Nothing that a person typed can become markup.
"""

import re
from dataclasses import dataclass
from html import escape
from typing import Final
from urllib.parse import urlsplit

from gather.core.bidi import as_markup
from gather.core.language import LANGUAGES, direction, known_language

WIDTH: Final = 600
"""In pixels, of the column; phones show it narrower."""

_COLOR: Final = re.compile(r"[0-9A-Fa-f]{6}|[0-9A-Fa-f]{3}")
_DEFAULT_COLOR: Final = "1f4e8c"
_FONT: Final = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
_TABLE: Final = 'role="presentation" border="0" cellpadding="0" cellspacing="0"'
_NO_MORE_PREVIEW: Final = "&#847;&zwnj;&nbsp;" * 40
"""Keeps the text of the mail itself out of what lists of mails show."""
_STYLE: Final = """:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #10131a !important; }
  .card { background: #181c25 !important; }
  .ink { color: #e9ecf2 !important; }
  .soft { color: #a2abba !important; }
  .line { border-color: #2c3340 !important; }
  .link { color: #9ec1ff !important; }
}"""


@dataclass(frozen=True, slots=True)
class EmailBranding:
    """How a team's e-mail looks (interface: Teams, rules 1 and 2). Colors are hex without `#`; what cannot be
    used is left out."""

    logo_url: str | None = None
    accent_color: str | None = None
    button_color: str | None = None


@dataclass(frozen=True, slots=True)
class EmailContent:
    """What an e-mail says, as plain text. `language` is a BCP 47 code.

    `preview` is what lists of mails show beside the subject. Of `parts`, a paragraph each, None is the button
    that leads to `link`; a paragraph is its pieces, of which None is the link itself. `why` says why one gets
    the e-mail, and is empty where it cannot be left.
    """

    subject: str
    header: str
    preview: str
    parts: tuple[tuple[str | None, ...] | None, ...]
    link: str
    button: str
    below_button: str
    facts: tuple[str, ...]
    why: str
    unsubscribe: str
    unsubscribe_link: str
    company_name: str
    language: str


def email_page(content: EmailContent, branding: EmailBranding) -> str:
    """The e-mail as HTML."""
    accent = _color(branding.accent_color, _DEFAULT_COLOR)
    language = known_language(LANGUAGES, content.language)
    toward = direction(language)
    start = "right" if toward == "rtl" else "left"
    inside = _cell(content, branding, accent)
    preview = as_markup(content.preview) + _NO_MORE_PREVIEW
    return f"""<!doctype html>
<html lang="{escape(language)}" dir="{toward}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<meta name="x-apple-disable-message-reformatting">
<title>{escape(content.subject)}</title>
<style>
{_STYLE}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f4f6;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">{preview}</div>
<table {_TABLE} width="100%" class="page" bgcolor="#f3f4f6" style="background:#f3f4f6">
<tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table {_TABLE} width="{WIDTH}"><tr><td><![endif]-->
<table {_TABLE} width="100%" class="card" bgcolor="#ffffff" dir="{toward}" \
style="max-width:{WIDTH}px;background:#ffffff;border-top:4px solid #{accent}">
<tr><td class="ink" align="{start}" style="padding:28px 24px;color:#1f2937;{_FONT};font-size:16px;\
line-height:1.5;text-align:{start};overflow-wrap:anywhere;word-break:break-word">
{inside}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
"""


def _cell(content: EmailContent, branding: EmailBranding, accent: str) -> str:
    button = _button(content, _color(branding.button_color, accent))
    header = f'<h1 style="margin:0 0 20px;font-size:22px;line-height:1.3">{as_markup(content.header)}</h1>'
    parts = (
        button
        if part is None and button
        else f'<p style="margin:0 0 16px">{_paragraph(part or (None,), content.link, accent)}</p>'
        for part in content.parts
    )
    blocks = (_logo(branding, content.company_name), header, *parts, _facts(content), _footer(content))
    return "\n".join(filter(None, blocks))


def _paragraph(pieces: tuple[str | None, ...], link: str, accent: str) -> str:
    """A paragraph as markup: all of it escaped, the link as an anchor, line ends as breaks."""
    shown = _address(link, f"color:#{accent}") if _is_web_address(link) else escape(link)
    return "".join(shown if piece is None else as_markup(piece) for piece in pieces).replace("\n", "<br>\n")


def _anchor(link: str, label: str, style: str) -> str:
    return f'<a href="{escape(link)}" class="link" style="{style}">{escape(label)}</a>'


def _address(link: str, style: str) -> str:
    """A link that shows its own address, which runs from left to right in every language."""
    return f'<a href="{escape(link)}" class="link" dir="ltr" style="{style}">{escape(link)}</a>'


def _logo(branding: EmailBranding, company_name: str) -> str:
    if not _is_web_address(branding.logo_url):
        return ""
    return (
        f'<img src="{escape(branding.logo_url or "")}" alt="{escape(company_name)}" height="48" '
        'style="display:block;height:48px;width:auto;max-width:200px;margin:0 0 20px;border:0">'
    )


def _button(content: EmailContent, color: str) -> str:
    """A button that leads to the link, with the link as plain text below; nothing for no web address.

    The button is a table's cell, which all mail clients color and pad.
    """
    if not _is_web_address(content.link):
        return ""
    return (
        f'<table {_TABLE} style="margin:24px 0 12px"><tr>'
        f'<td bgcolor="#{color}" style="border-radius:6px;background:#{color};mso-padding-alt:12px 22px">'
        f'<a href="{escape(content.link)}" style="display:inline-block;padding:12px 22px;border-radius:6px;'
        f'color:{_readable_on(color)};font-weight:600;text-decoration:none">{escape(content.button)}</a>'
        "</td></tr></table>\n"
        f'<p class="soft" style="margin:0 0 24px;font-size:14px;color:#4b5563">{escape(content.below_button)}'
        f"<br>\n{_address(content.link, 'color:#4b5563')}</p>"
    )


def _facts(content: EmailContent) -> str:
    if not content.facts:
        return ""
    lines = "<br>\n".join(map(as_markup, content.facts))
    return (
        '<p class="soft line" style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #e5e7eb;'
        f'font-size:14px;color:#4b5563">{lines}</p>'
    )


def _footer(content: EmailContent) -> str:
    if not content.why:
        return ""
    leave = _anchor(content.unsubscribe_link, content.unsubscribe, "color:#4b5563")
    return (
        '<p class="soft line" style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #e5e7eb;'
        f'font-size:13px;color:#4b5563">{as_markup(content.why)}<br>\n{leave}</p>'
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
