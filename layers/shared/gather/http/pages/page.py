"""Pages with a script of their own: one skeleton, and headers under which nothing else runs.

What the script has to know goes into the page as JSON that cannot end its element. Script and style carry a
nonce; colors that a team chose are made readable here.
"""

import json
import secrets
from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path
from string import Template
from typing import Final

from aws_lambda_powertools.event_handler import Response

from gather.core.language import direction

_PALETTE: Final = Path(__file__).parent / "assets" / "palette.css"
_SKELETON: Final = Template("""<!doctype html>
<html lang="$language" dir="$direction">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover,\
 interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<title>$title</title>
<link rel="icon" href="data:,">
<style nonce="$nonce">$style</style>
</head>
<body>
$body
$script
</body>
</html>
""")
_SCRIPT: Final = Template("""<script type="application/json" id="configuration" nonce="$nonce">$data</script>
<script nonce="$nonce">$script</script>""")


def scripted_page(
    status: int,
    *,
    language: str,
    title: str,
    style: str,
    body: str,
    policy: Mapping[str, str],
    script: str = "",
    data: object = None,
    runs_blobs: bool = False,
    headers: Mapping[str, str] | None = None,
) -> Response[str]:
    """A page. `title` is plain text; `body` is HTML in which everything foreign is escaped.

    `style` takes its colors from `palette.css`, which every page has. `policy` adds directives to the
    Content-Security-Policy. Without a `script` there is none on the page.
    `runs_blobs` lets the script load more of itself from blobs, which the audio thread cannot do without.
    """
    nonce = secrets.token_urlsafe(16)
    html = _SKELETON.substitute(
        language=escape(language),
        direction=direction(language),
        title=escape(title),
        nonce=nonce,
        style=static_text(_PALETTE) + style,
        body=body,
        script=_SCRIPT.substitute(nonce=nonce, data=script_json(data), script=script) if script else "",
    )
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
    return Response(status, content_type="text/html; charset=utf-8", body=html, headers=sent)


@cache
def static_text(path: Path) -> str:
    """A file beside a function's code, read at its first use."""
    return path.read_text(encoding="utf-8")


def https_only(url: str | None) -> str | None:
    """An image's address where a page may load it."""
    return url if url and url.startswith("https://") else None


def ink_on(color: str) -> str:
    """Black or white, whichever has the higher contrast on a color of three or six hex digits."""
    return "111" if contrast(color, "000") > contrast(color, "fff") else "fff"


def contrast(one: str, other: str) -> float:
    """The contrast of two colors, from 1 to 21 (WCAG 2)."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(color: str) -> float:
    digits = color if len(color) >= 6 else "".join(digit * 2 for digit in color)
    channels = [int(digits[start : start + 2], 16) / 255 for start in (0, 2, 4)]
    red, green, blue = (
        each / 12.92 if each <= 0.03928 else ((each + 0.055) / 1.055) ** 2.4 for each in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def script_json(data: object) -> str:
    """JSON that is safe inside a script element."""
    text = json.dumps(data, ensure_ascii=False)
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text
