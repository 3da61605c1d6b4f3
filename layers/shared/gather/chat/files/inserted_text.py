"""The text of what programs insert into Word documents as it is: web pages, saved web pages and plain text.

Word shows such a part where `altChunk` names it (ECMA-376, part 1, 17.17.2). Many generators write only this.
"""

import codecs
import re
from html.parser import HTMLParser
from typing import Final

_SAVED_PAGE: Final = re.compile(
    rb"\s*(mime-version|from|content-type|message-id|date|subject):", re.IGNORECASE
)
_CHARSET: Final = re.compile(rb"charset\s*=\s*[\"']?\s*([\w-]+)", re.IGNORECASE)
_CHARSET_WITHIN: Final = 2048
_TAG: Final = re.compile(
    r"<(!doctype|html|head|body|div|p|span|h[1-6]|table|ul|ol|br|b|i|a)\b", re.IGNORECASE
)
_TAG_WITHIN: Final = 4096
_RICH_TEXT: Final = b"{\\rtf"
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

_LINES: Final = re.compile(
    "address|article|aside|blockquote|br|d[dlt]|div|fig.*|footer|form|h[1-6r]|header|li|main|nav|[ou]l|p|pre|section"
    "|table|title|tr"
)
"""The elements that begin and end lines."""
_CELLS: Final = frozenset({"td", "th"})
_UNSHOWN: Final = frozenset({"script", "style", "title", "template"})


def text_of_inserted(content: bytes) -> str:
    """The text of an inserted part; nothing of one in another format."""
    if content.startswith(_RICH_TEXT):
        return ""
    return _text_of_saved_page(content) if _SAVED_PAGE.match(content) else _shown(_decode(content))


def _text_of_saved_page(content: bytes) -> str:
    """The first page, or plain text, of an MHTML archive (RFC 2557)."""
    from email import message_from_bytes

    message = message_from_bytes(content)
    parts = [each for each in message.walk() if each.get_content_type() in ("text/html", "text/plain")]
    if not parts:
        return ""
    part = next((each for each in parts if each.get_content_type() == "text/html"), parts[0])
    body = part.get_payload(decode=True)
    return _shown(_decode(body, part.get_content_charset())) if isinstance(body, bytes) else ""


def _decode(content: bytes, declared: str | None = None) -> str:
    """The characters: as a byte order mark, the part's header or the page says; else UTF-8 or Windows'."""
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return content[len(mark) :].decode(encoding, errors="replace")
    within = _CHARSET.search(content[:_CHARSET_WITHIN])
    said = declared or (within[1].decode("ascii", errors="replace") if within else None)
    for encoding in filter(None, (said, "utf-8")):
        try:
            return content.decode(encoding)
        except (LookupError, UnicodeError):
            continue
    return content.decode("cp1252", errors="replace")


def _shown(text: str) -> str:
    if not _TAG.search(text[:_TAG_WITHIN]):
        return text
    page = _InsertedPage()
    page.feed(text)
    page.close()
    return "".join(page.parts)


class _InsertedPage(HTMLParser):
    """The text that a web page shows."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._unshown = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self._unshown += tag in _UNSHOWN
        if _LINES.fullmatch(tag):
            self.parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        self._unshown = max(0, self._unshown - (tag in _UNSHOWN))
        if _LINES.fullmatch(tag):
            self.parts.append("\n")
        elif tag in _CELLS:
            self.parts.append(" ")

    def handle_data(self, data: str) -> None:
        if not self._unshown:
            # A page's own line ends are spaces.
            self.parts.append(" ".join(data.splitlines()) if data.strip() else " ")
