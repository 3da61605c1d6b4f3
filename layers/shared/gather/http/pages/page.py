"""Pages with a script of their own: one skeleton, and headers under which nothing else runs.

What the script has to know goes into the page as JSON that cannot end its element. Script and style carry a
nonce.
"""

import json
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import htpy as h
from aws_lambda_powertools.event_handler import Response
from markupsafe import Markup

from gather.core.language import direction
from gather.http.static_text import static_text

_PALETTE: Final = Path(__file__).parent / "assets" / "palette.css"
_VIEWPORT: Final = (
    "width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
)
_HEAD: Final = [
    h.meta(charset="utf-8"),
    h.meta(name="viewport", content=_VIEWPORT),
    h.meta(name="color-scheme", content="light dark"),
]


def scripted_page(
    status: int,
    *,
    language: str,
    title: str,
    style: str,
    body: h.Node,
    policy: Mapping[str, str],
    script: str = "",
    data: object = None,
    runs_blobs: bool = False,
    headers: Mapping[str, str] | None = None,
) -> Response[str]:
    """A page. Strings in `title` and `body` are plain text, which the page escapes.

    `style` takes its colors from `palette.css`, which every page has. `policy` adds directives to the
    Content-Security-Policy. Without a `script` there is none on the page.
    `runs_blobs` lets the script load more of itself from blobs, which the audio thread cannot do without.
    """
    nonce = secrets.token_urlsafe(16)
    html = h.html(lang=language, dir=direction(language))[
        h.head[
            _HEAD,
            h.title[title],
            h.link(rel="icon", href="data:,"),
            h.style(nonce=nonce)[verbatim(static_text(_PALETTE) + style)],
        ],
        h.body[body, _scripts(script, data, nonce) if script else None],
    ]
    directives = {
        "default-src": "'none'",
        "script-src": f"'nonce-{nonce}' blob:" if runs_blobs else f"'nonce-{nonce}'",
        "style-src": f"'nonce-{nonce}'",
        "img-src": "https: data:",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
        **policy,
    }
    sent = {
        "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in directives.items()),
        "Referrer-Policy": "no-referrer",
        **(headers or {}),
    }
    return Response(status, content_type="text/html; charset=utf-8", body=str(html), headers=sent)


def _scripts(script: str, data: object, nonce: str) -> h.Node:
    return [
        h.script(type="application/json", id="configuration", nonce=nonce)[verbatim(script_json(data))],
        h.script(nonce=nonce)[verbatim(script)],
    ]


def verbatim(text: str) -> Markup:
    """The service's own text that goes into a page as it is: a style, a script, a file of HTML."""
    return Markup(text)  # noqa: S704  # the one place that escapes nothing


def https_only(url: str | None) -> str | None:
    """An image's address where a page may load it."""
    return url if url and url.startswith("https://") else None


def script_json(data: object) -> str:
    """JSON that is safe inside a script element."""
    text = json.dumps(data, ensure_ascii=False)
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text
