"""The chat's page and the script that embeds it.

What a customer configured goes into the page as JSON that cannot end its element, and what anybody wrote is
put on it as text alone. Only the page's own script and style run: they carry a nonce.
"""

import json
import secrets
from collections.abc import Callable
from functools import cache
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from aws_lambda_powertools.event_handler import Response

from chat.answering import shown_name, welcome
from chat.limits import LONGEST_MESSAGE
from chat.origins import frame_ancestors
from chat.phrases import known_language, phrases
from gather.domain.chatbot import Chatbot
from gather.errors import NotFound

_FOLDER = Path(__file__).parent
_DEFAULT_COLOR = "2f5bea"
_SCRIPT_MAY_BE_KEPT_SECONDS = 300


def chat_page(load: Callable[[], Chatbot]) -> Response[str]:
    """The page of a chatbot, or one that says that there is none (404)."""
    try:
        chatbot = load()
    except NotFound:
        return _absent_page()
    texts = phrases(chatbot.language)
    return _page(
        200,
        language=known_language(chatbot.language),
        title=texts["title"].format(name=shown_name(chatbot)),
        body="chat.html",
        style=_colors(chatbot) + _source("chat.css"),
        script=_source("chat.js"),
        data=_configuration(chatbot),
        ancestors=frame_ancestors(chatbot),
        no_script=texts["noScript"],
    )


def embed_script(chatbot: Chatbot) -> Response[str]:
    """The script that adds a button to a customer's page, which opens the chat in a frame."""
    texts = phrases(chatbot.language)
    data = {
        "chatbotId": chatbot.id,
        "title": texts["title"].format(name=shown_name(chatbot)),
        "close": texts["close"],
        "color": f"#{_button_color(chatbot)}",
        "ink": _ink_on(_button_color(chatbot)),
        "domains": list(chatbot.allowed_domains),
    }
    script = Template(_source("embed.js")).substitute(configuration=_json(data))
    headers = {
        "Cache-Control": f"public, max-age={_SCRIPT_MAY_BE_KEPT_SECONDS}",
        "Cross-Origin-Resource-Policy": "cross-origin",
        "X-Content-Type-Options": "nosniff",
    }
    return Response(200, content_type="text/javascript; charset=utf-8", body=script, headers=headers)


def _absent_page() -> Response[str]:
    texts = phrases("en")
    return _page(
        404,
        language="en",
        title=texts["absentTitle"],
        body="absent.html",
        style=f":root {{ --accent: #{_DEFAULT_COLOR}; }}" + _source("chat.css"),
        script="",
        data={"text": texts["absent"]},
        ancestors="*",
        no_script=texts["absent"],
    )


def _page(
    status: int,
    *,
    language: str,
    title: str,
    body: str,
    style: str,
    script: str,
    data: dict[str, Any],
    ancestors: str,
    no_script: str,
) -> Response[str]:
    nonce = secrets.token_urlsafe(16)
    html = Template(_source("page.html")).substitute(
        language=escape(language),
        title=escape(title),
        nonce=nonce,
        style=style,
        body=Template(_source(body)).substitute(text=escape(str(data.get("text", "")))),
        data=_json(data),
        script=script,
        no_script=escape(no_script),
    )
    policy = (
        f"default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; connect-src 'self'; "
        f"img-src https: data:; base-uri 'none'; form-action 'none'; frame-ancestors {ancestors}"
    )
    headers = {
        "Cache-Control": "no-store",
        "Content-Security-Policy": policy,
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
    }
    return Response(status, content_type="text/html; charset=utf-8", body=html, headers=headers)


def _configuration(chatbot: Chatbot) -> dict[str, Any]:
    """What the page's script needs to know of the chatbot; nothing of how it is instructed."""
    branding = chatbot.branding
    opening = welcome(chatbot)
    return {
        "chatbotId": chatbot.id,
        "name": shown_name(chatbot),
        "description": chatbot.description or "",
        "logoUrl": _https(branding.logo_url),
        "headerImageUrl": _https(branding.header_image_url),
        "backgroundImageUrl": _https(branding.background_image_url),
        "longestMessage": LONGEST_MESSAGE,
        "greets": opening is None,
        "welcome": {"content": opening.text, "metadata": opening.metadata} if opening else None,
        "texts": dict(phrases(chatbot.language)),
    }


def _https(url: str | None) -> str | None:
    """An image's address where the page may load it."""
    return url if url and url.startswith("https://") else None


def _colors(chatbot: Chatbot) -> str:
    accent = chatbot.branding.accent_color or chatbot.branding.button_color or _DEFAULT_COLOR
    button = _button_color(chatbot)
    return (
        f":root {{ --accent: #{accent}; --accent-ink: {_ink_on(accent)}; "
        f"--button: #{button}; --button-ink: {_ink_on(button)}; }}\n"
    )


def _button_color(chatbot: Chatbot) -> str:
    return chatbot.branding.button_color or chatbot.branding.accent_color or _DEFAULT_COLOR


def _ink_on(color: str) -> str:
    """Black or white, whichever has the higher contrast on a color (WCAG 2, relative luminance)."""
    digits = color if len(color) >= 6 else "".join(digit * 2 for digit in color)
    channels = [int(digits[start : start + 2], 16) / 255 for start in (0, 2, 4)]
    red, green, blue = (
        each / 12.92 if each <= 0.03928 else ((each + 0.055) / 1.055) ** 2.4 for each in channels
    )
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return "#111" if (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) else "#fff"


def _json(data: object) -> str:
    """JSON that is safe inside a script element."""
    text = json.dumps(data, ensure_ascii=False)
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


@cache
def _source(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")
