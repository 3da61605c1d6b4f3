"""The OpenAPI document, and the page on which people read it (interface: Reference, rules 1 and 2).

The page's viewer is Swagger UI as powertools carries it. A deployment's layer leaves its files out, and
`scripts/layer/package_function.py` puts them into `assets/viewer`.
"""

from pathlib import Path

import aws_lambda_powertools
from aws_lambda_powertools.event_handler import Response

from gather.core.model import NoBody, NoQuery
from gather.http.call import Call
from gather.http.compression import WORTH_COMPRESSING
from gather.http.routes import GATHER_PREFIX, Api
from gather.http.static_text import static_text

api = Api("reference", prefix="")
handler = api.handler

_KEPT_SECONDS = 300
_ASSETS = Path(__file__).parent / "assets"
_IN_LIBRARY = Path("event_handler", "openapi", "swagger_ui")

# The page runs its own files alone. `data:` are the viewer's icons.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@api.get(f"{GATHER_PREFIX}/openapi.json", response=str, media_type="application/json")
def get_document(call: Call[NoBody, NoQuery]) -> Response[str]:
    """Read this document: OpenAPI 3.1 itself, without an envelope."""
    return _sent(_ASSETS / "openapi.json", "application/json", {"Access-Control-Allow-Origin": "*"})


@api.get("/docs", response=str)
def open_reference(call: Call[NoBody, NoQuery]) -> Response[str]:
    """The reference of the interface as a page, with a search and a way to try each operation."""
    headers = {"Content-Security-Policy": _POLICY, "Referrer-Policy": "no-referrer"}
    return _sent(_ASSETS / "page.html", "text/html; charset=utf-8", headers)


@api.get("/docs/start.js", response=str, media_type="text/javascript")
def get_start_script(call: Call[NoBody, NoQuery]) -> Response[str]:
    """The script that begins the page of `/docs`."""
    return _sent(_ASSETS / "bundles" / "start.js", "text/javascript; charset=utf-8")


@api.get("/docs/viewer.js", response=str, media_type="text/javascript")
def get_viewer(call: Call[NoBody, NoQuery]) -> Response[str]:
    """The viewer that the page of `/docs` runs."""
    return _sent(_viewer() / "swagger-ui-bundle.min.js", "text/javascript; charset=utf-8")


@api.get("/docs/viewer.css", response=str, media_type="text/css")
def get_style_of_viewer(call: Call[NoBody, NoQuery]) -> Response[str]:
    """The style of the viewer that the page of `/docs` runs."""
    return _sent(_viewer() / "swagger-ui.min.css", "text/css; charset=utf-8", after=_ASSETS / "page.css")


def _viewer() -> Path:
    """The folder of the viewer's files."""
    packaged = _ASSETS / "viewer"
    return packaged if packaged.is_dir() else Path(aws_lambda_powertools.__file__).parent / _IN_LIBRARY


def _sent(
    file: Path, media_type: str, headers: dict[str, str] | None = None, after: Path | None = None
) -> Response[str]:
    """A file, with another one after it if there is one, which a browser may keep for a while."""
    sent = {
        "Cache-Control": f"public, max-age={_KEPT_SECONDS}",
        **WORTH_COMPRESSING,
        **(headers or {}),
    }
    body = static_text(file) + (static_text(after) if after else "")
    return Response(200, content_type=media_type, body=body, headers=sent)
