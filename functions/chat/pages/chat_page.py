"""The chat's page and the script that embeds it.

What a customer configured goes into the page as JSON that cannot end its element, and what anybody wrote is
put on it as text alone. Only the page's own script and style run: they carry a nonce.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import htpy as h
from aws_lambda_powertools.event_handler import Response

from gather.chat.chatbots.models import Chatbot
from gather.chat.chatbots.origins import frame_ancestors
from gather.chat.chats.limits import LONGEST_MESSAGE
from gather.chat.chats.phrases import phrases
from gather.chat.chats.reply import welcome
from gather.chat.files.models import FILE_TYPES, LARGEST_FILE_BYTES, upload_key
from gather.core.document_fault import DocumentFault
from gather.core.document_type import DocumentType, FileType, PictureType
from gather.core.errors import NotFound
from gather.core.language import LANGUAGES, known_language
from gather.http.pages.colors import ink_on
from gather.http.pages.page import https_only, script_json, scripted_page, verbatim
from gather.http.static_text import static_text
from gather.ports.failure import EngineFailed
from gather.ports.media import Media

_ASSETS = Path(__file__).parents[1] / "assets"
_DEFAULT_COLOR = "2f5bea"
_SCRIPT_MAY_BE_KEPT_SECONDS = 300


def _endings(kind: FileType) -> list[str]:
    """The endings that the names of such files have on people's devices."""
    return [kind.ending, *([".jpg"] if kind is PictureType.JPEG else [])]


_TAKEN: Final = {
    "largestBytes": LARGEST_FILE_BYTES,
    "types": [
        {"type": each.value, "name": each.name, "endings": _endings(each)}
        for each in (*DocumentType, *PictureType)
    ],
    "faults": {
        DocumentFault.LOCKED.reason: "fileLocked",
        DocumentFault.DAMAGED.reason: "fileDamaged",
        DocumentFault.MACROS.reason: "fileMacros",
    },
}
"""The facts about files that the page's script needs."""


def chat_page(load: Callable[[], Chatbot], media: Callable[[], Media], accepted: str) -> Response[str]:
    """The page of a chatbot, or one that says in the language `accepted` that there is none (404)."""
    try:
        chatbot = load()
    except NotFound:
        return _absent_page(accepted)
    texts = phrases(chatbot.language)
    store = _store(media()) if chatbot.media_enabled else None
    return _page(
        200,
        language=known_language(LANGUAGES, chatbot.language),
        title=texts["title"].format(name=chatbot.visible_name),
        body=[verbatim(_source("chat.html")), h.noscript[h.p(".notice")[texts["noScript"]]]],
        style=_colors(chatbot) + _source("chat.css"),
        script=_source("bundles/chat_page.js"),
        data={**_configuration(chatbot), "files": _TAKEN if store else None},
        ancestors=frame_ancestors(chatbot),
        store=store,
    )


def embed_script(chatbot: Chatbot) -> Response[str]:
    """The script that adds a button to a customer's page, which opens the chat in a frame."""
    texts = phrases(chatbot.language)
    data = {
        "chatbotId": chatbot.id,
        "title": texts["title"].format(name=chatbot.visible_name),
        "close": texts["close"],
        "color": f"#{_button_color(chatbot)}",
        "ink": f"#{ink_on(_button_color(chatbot))}",
        "domains": list(chatbot.allowed_domains),
    }
    script = f"(chatConfiguration => {{{_source('bundles/embed.js')}}})({script_json(data)});\n"
    headers = {
        "Cache-Control": f"public, max-age={_SCRIPT_MAY_BE_KEPT_SECONDS}",
        "Cross-Origin-Resource-Policy": "cross-origin",
    }
    return Response(200, content_type="text/javascript; charset=utf-8", body=script, headers=headers)


def _absent_page(language: str) -> Response[str]:
    texts = phrases(language)
    title = texts["absentTitle"]
    return _page(
        404,
        language=language,
        title=title,
        body=h.main(".absent")[h.h1[title], h.p[texts["absent"]]],
        style=f":root {{ --accent: #{_DEFAULT_COLOR}; }}" + _source("chat.css"),
        ancestors="*",
    )


def _page(
    status: int,
    *,
    language: str,
    title: str,
    body: h.Node,
    style: str,
    ancestors: str,
    script: str = "",
    data: dict[str, Any] | None = None,
    store: str | None = None,
) -> Response[str]:
    return scripted_page(
        status,
        language=language,
        title=title,
        body=body,
        style=style,
        script=script,
        data=data,
        policy={"connect-src": " ".join(filter(None, ("'self'", store))), "frame-ancestors": ancestors},
    )


def _configuration(chatbot: Chatbot) -> dict[str, Any]:
    """The facts about the chatbot that the page's script needs; its instructions are none of them."""
    branding = chatbot.branding
    opening = welcome(chatbot)
    return {
        "chatbotId": chatbot.id,
        "name": chatbot.visible_name,
        "description": chatbot.description or "",
        "logoUrl": https_only(branding.logo_url),
        "headerImageUrl": https_only(branding.header_image_url),
        "backgroundImageUrl": https_only(branding.background_image_url),
        "longestMessage": LONGEST_MESSAGE,
        "greets": opening is None,
        # A token is handed to no site that the chatbot does not name.
        "keepsOnSite": bool(chatbot.allowed_domains),
        "welcome": {"content": opening.text, "metadata": opening.metadata} if opening else None,
        "texts": phrases(chatbot.language).for_script(),
    }


def _store(media: Media) -> str | None:
    """The origin of the addresses that files are uploaded to, taken from one that the store signs without
    being asked. None where it signs none: then the page takes no files."""
    try:
        signed = media.presigned_upload(upload_key("page", "origin"), FILE_TYPES[0], 1, 1)
    except EngineFailed:
        return None
    address = urlsplit(signed.url)
    return f"{address.scheme}://{address.netloc}"


def _colors(chatbot: Chatbot) -> str:
    accent = chatbot.branding.accent_color or chatbot.branding.button_color or _DEFAULT_COLOR
    button = _button_color(chatbot)
    return (
        f":root {{ --accent: #{accent}; --accent-ink: #{ink_on(accent)}; "
        f"--button: #{button}; --button-ink: #{ink_on(button)}; }}\n"
    )


def _button_color(chatbot: Chatbot) -> str:
    return chatbot.branding.button_color or chatbot.branding.accent_color or _DEFAULT_COLOR


def _source(name: str) -> str:
    return static_text(_ASSETS / name)
