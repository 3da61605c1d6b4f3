"""How an e-mail looks: one column that the large mail clients show alike.

Outlook lays out tables and nothing else, and knows no maximal width. Gmail drops what is not in a style
attribute where it does not know the account. Apple Mail and Outlook show dark colors when the device does. So
tables carry the layout, every element its own style, and the style sheet is for dark screens alone.
Nothing that a person typed can become markup.
"""

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

import htpy as h
from markupsafe import Markup

from gather.core.bidi import isolated_parts
from gather.core.language import LANGUAGES, direction, known_language

WIDTH: Final = 600
"""In pixels, of the column; phones show it narrower."""

_COLOR: Final = re.compile(r"[0-9A-Fa-f]{6}|[0-9A-Fa-f]{3}")
_DEFAULT_COLOR: Final = "1f4e8c"
_FONT: Final = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
_TABLE: Final = {"role": "presentation", "border": "0", "cellpadding": "0", "cellspacing": "0"}
_RULE: Final = "margin:24px 0 0;padding:16px 0 0;border-top:1px solid #e5e7eb"
_BREAK: Final[h.Node] = [h.br, "\n"]
_OUTLOOK_BEGINS: Final = Markup(
    "<!--[if mso]>"
    '<table role="presentation" border="0" cellpadding="0" cellspacing="0" width="600"><tr><td><![endif]-->'
)
_OUTLOOK_ENDS: Final = Markup("<!--[if mso]></td></tr></table><![endif]-->")
_METAS: Final = (
    h.meta(charset="utf-8"),
    h.meta(name="viewport", content="width=device-width,initial-scale=1"),
    h.meta(name="color-scheme", content="light dark"),
    h.meta(name="supported-color-schemes", content="light dark"),
    h.meta(name="format-detection", content="telephone=no,date=no,address=no,email=no,url=no"),
    h.meta(name="x-apple-disable-message-reformatting"),
)
_NO_MORE_PREVIEW: Final = Markup("&#847;&zwnj;&nbsp;") * 40
"""Keeps the text of the mail itself out of what lists of mails show."""
_STYLE: Final = Markup(""":root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #10131a !important; }
  .card { background: #181c25 !important; }
  .ink { color: #e9ecf2 !important; }
  .soft { color: #a2abba !important; }
  .line { border-color: #2c3340 !important; }
  .link { color: #9ec1ff !important; }
}""")


@dataclass(frozen=True, slots=True)
class EmailBranding:
    """How a team's e-mail looks (interface: Teams, rules 1 and 2). Colors are hex without `#`; what cannot be
    used is left out."""

    logo_url: str | None = None
    accent_color: str | None = None
    button_color: str | None = None


@dataclass(frozen=True, slots=True)
class EmailContent:
    """The content of an e-mail, as plain text. `language` is a BCP 47 code.

    `preview` is what lists of mails show beside the subject. Of `parts`, a paragraph each, None is the button
    that leads to `link`; a paragraph is its pieces, of which None is the link itself. `help` says what one
    can ask for at `help_link`, which is empty where one cannot. `why` says why one gets the e-mail, and is
    empty where it cannot be left.
    """

    subject: str
    header: str
    preview: str
    parts: tuple[tuple[str | None, ...] | None, ...]
    link: str
    button: str
    below_button: str
    facts: tuple[str, ...]
    help: str
    help_link: str
    why: str
    unsubscribe: str
    unsubscribe_link: str
    company_name: str
    language: str

    def render(self, branding: EmailBranding) -> str:
        """The e-mail as HTML."""
        accent = _color(branding.accent_color, _DEFAULT_COLOR)
        language = known_language(LANGUAGES, self.language)
        page = h.html(lang=language, dir=direction(language))[
            _lines(
                h.head[_lines(*_METAS, h.title[self.subject], h.style[_lines(_STYLE)])],
                h.body(".page", style="margin:0;padding:0;background:#f3f4f6;-webkit-text-size-adjust:100%")[
                    _lines(_preview(self.preview), _ground(_card(self, branding, accent)))
                ],
            )
        ]
        return f"{page}\n"


def with_directions(text: str) -> h.Node:
    """A text with isolated values, each in an element in place of its marks."""
    return [h.bdi[piece] if is_isolated else piece for piece, is_isolated in isolated_parts(text)]


def _lines(*blocks: h.Node) -> Markup:
    """Blocks, each on lines of its own: a line of an e-mail has a largest length (RFC 5322, 2.1.1)."""
    return Markup("\n").join(h.fragment[block].__html__() for block in ("", *blocks, "") if block is not None)


def _preview(text: str) -> h.Element:
    return h.div(style="display:none;max-height:0;overflow:hidden;mso-hide:all")[
        with_directions(text), _NO_MORE_PREVIEW
    ]


def _ground(card: h.Element) -> h.Element:
    """The frame of the card, which has a fixed width in Outlook alone."""
    inside = h.td(align="center", style="padding:24px 12px")[_lines(_OUTLOOK_BEGINS, card, _OUTLOOK_ENDS)]
    return h.table(_TABLE, width="100%", class_="page", bgcolor="#f3f4f6", style="background:#f3f4f6")[
        _lines(h.tr[inside])
    ]


def _card(content: EmailContent, branding: EmailBranding, accent: str) -> h.Element:
    toward = direction(known_language(LANGUAGES, content.language))
    start = "right" if toward == "rtl" else "left"
    inside = h.td(
        class_="ink",
        align=start,
        style=f"padding:28px 24px;color:#1f2937;{_FONT};font-size:16px;line-height:1.5;"
        f"text-align:{start};overflow-wrap:anywhere;word-break:break-word",
    )[_lines(*_blocks(content, branding, accent))]
    return h.table(
        _TABLE,
        width="100%",
        class_="card",
        bgcolor="#ffffff",
        dir=toward,
        style=f"max-width:{WIDTH}px;background:#ffffff;border-top:4px solid #{accent}",
    )[_lines(h.tr[inside])]


def _blocks(content: EmailContent, branding: EmailBranding, accent: str) -> list[h.Node]:
    button = _button(content, _color(branding.button_color, accent))
    parts = [
        button
        if part is None and button
        else h.p(style="margin:0 0 16px")[_paragraph(part or (None,), content.link, accent)]
        for part in content.parts
    ]
    return [
        _logo(branding, content.company_name),
        h.h1(style="margin:0 0 20px;font-size:22px;line-height:1.3")[with_directions(content.header)],
        *parts,
        _facts(content),
        _footer(content),
    ]


def _paragraph(pieces: tuple[str | None, ...], link: str, accent: str) -> h.Node:
    """A paragraph: the link as an anchor, line ends as breaks."""
    shown = _address(link, f"color:#{accent}") if _is_web_address(link) else link
    return [shown if piece is None else _broken(piece) for piece in pieces]


def _broken(text: str) -> h.Node:
    return [
        h.bdi[_breaks(piece)] if is_isolated else _breaks(piece)
        for piece, is_isolated in isolated_parts(text)
    ]


def _breaks(text: str) -> h.Node:
    first, *others = text.split("\n")
    return [first, ([_BREAK, line] for line in others)]


def _address(link: str, style: str) -> h.Element:
    """A link that shows its own address, which runs from left to right in every language."""
    return h.a(href=link, class_="link", dir="ltr", style=style)[link]


def _logo(branding: EmailBranding, company_name: str) -> h.Node:
    if not _is_web_address(branding.logo_url):
        return None
    style = "display:block;height:48px;width:auto;max-width:200px;margin:0 0 20px;border:0"
    return h.img(src=branding.logo_url, alt=company_name, height="48", style=style)


def _button(content: EmailContent, color: str) -> h.Node:
    """A button that leads to the link, with the link as plain text below; nothing for no web address.

    The button is a table's cell, which all mail clients color and pad.
    """
    if not _is_web_address(content.link):
        return None
    cell = f"border-radius:6px;background:#{color};mso-padding-alt:12px 22px"
    label = (
        "display:inline-block;padding:12px 22px;border-radius:6px;"
        f"color:{_readable_on(color)};font-weight:600;text-decoration:none"
    )
    return [
        h.table(_TABLE, style="margin:24px 0 12px")[
            h.tr[h.td(bgcolor=f"#{color}", style=cell)[h.a(href=content.link, style=label)[content.button]]]
        ],
        "\n",
        h.p(class_="soft", style="margin:0 0 24px;font-size:14px;color:#4b5563")[
            content.below_button, _BREAK, _address(content.link, "color:#4b5563")
        ],
    ]


def _facts(content: EmailContent) -> h.Node:
    facts = [*map(with_directions, content.facts)]
    if content.help_link:
        facts.append(h.a(href=content.help_link, class_="link", style="color:#4b5563")[content.help])
    if not facts:
        return None
    first, *others = facts
    return h.p(class_="soft line", style=f"{_RULE};font-size:14px;color:#4b5563")[
        first, ([_BREAK, fact] for fact in others)
    ]


def _footer(content: EmailContent) -> h.Node:
    if not content.why:
        return None
    leave = h.a(href=content.unsubscribe_link, class_="link", style="color:#4b5563")[content.unsubscribe]
    return h.p(class_="soft line", style=f"{_RULE};font-size:13px;color:#4b5563")[
        with_directions(content.why), _BREAK, leave
    ]


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
