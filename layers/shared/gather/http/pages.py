"""The plain pages that a token opens: one look, and headers that keep the token to itself."""

from html import escape

from aws_lambda_powertools.event_handler import Response

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'unsafe-inline'; media-src *; img-src https:; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
}

_STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 42rem; padding: 2rem 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
button { font: inherit; padding: .6rem 1.2rem; }
.quiet { opacity: .7; }
blockquote { border-left: 3px solid; margin: .5rem 0; padding-left: .8rem; opacity: .8; }
"""


def page(status: int, title: str, body: str) -> Response[str]:
    """A page with a heading. `title` is plain text; `body` is HTML in which everything foreign is escaped."""
    name = escape(title)
    html = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{name}</title><style>{_STYLE}</style></head><body><h1>{name}</h1>{body}</body></html>"
    )
    return Response(status_code=status, content_type="text/html; charset=utf-8", body=html, headers=HEADERS)
