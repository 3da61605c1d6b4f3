"""The console: the page that hiring teams work on, its files, and their sessions (interface: Console).

The page is one program, which `console/` builds and every address below `/console` shows. It calls the same
routes as everybody else, with a session instead of a key.
"""

import json
import re
from functools import cache
from pathlib import Path

from aws_lambda_powertools.event_handler import Response

from gather.core.errors import ServiceUnavailable, Unauthorized
from gather.core.language import LANGUAGES, accepted_language
from gather.core.model import Model, NoBody, NoQuery
from gather.core.settings import Settings
from gather.http.call import Call
from gather.http.compression import WORTH_COMPRESSING
from gather.http.pages.media_origin import media_origin
from gather.http.routes import Api, unknown_path
from gather.http.static_text import static_text
from gather.tenancy.sessions import service
from gather.tenancy.sessions.issuer import SCOPE, Issuer, issuer_of
from gather.tenancy.sessions.models import CreatedSession, CreateSession, EndedSession

api = Api("console", prefix="")
handler = api.handler

_BUILT = Path(__file__).parent / "assets" / "app"
_BEARER_HEADER = "Authorization"
_PLACE = 'id="configuration">{}</script>'
_FIRST_PHRASES = "src/languages/{}.json?part=first"
_FILE = re.compile(r"[A-Za-z0-9_.-]+-[A-Za-z0-9_-]{8,}\.(js|css)")
_MEDIA_TYPES = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}
_NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Console</title>
<p>The console is not built yet. Install Node.js 20 or later with npm, and run <code>make console</code>.</p>
"""

# The page runs its own files alone. Recordings come from the bucket, by way of an address of the service.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "media-src 'self' blob: {store}; connect-src 'self' {store}; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)


class OneSession(Model):
    """Data of POST /console/session."""

    session: CreatedSession


class OneEndedSession(Model):
    """Data of DELETE /console/session."""

    session: EndedSession


@api.post("/console/session", response=OneSession, refusals=frozenset({401, 403}))
def create_session(call: Call[CreateSession, NoQuery]) -> OneSession:
    """Sign in: redeem the code of the issuer for a session of twelve hours."""
    issuer = _issuer(call.own_adapters.settings)
    if issuer is None:
        raise ServiceUnavailable("No issuer of sign-ins is set up.")
    return OneSession(session=service.sign_in(call.records, issuer, call.body, call.base_url, now=call.now))


@api.delete("/console/session", response=OneEndedSession, token_header=_BEARER_HEADER)
def end_session(call: Call[NoBody, NoQuery]) -> OneEndedSession:
    """Sign out: the session whose token is shown as Bearer ends at once."""
    scheme, _, token = call.headers.get(_BEARER_HEADER.lower(), "").partition(" ")
    if scheme.lower() != "bearer":
        raise Unauthorized("Send the token of the session as Authorization: Bearer.")
    return OneEndedSession(session=service.end(call.records, token.strip(), now=call.now))


@api.get("/console", response=str)
def open_console(call: Call[NoBody, NoQuery]) -> Response[str]:
    """The console, which starts with the review queue."""
    return _page(call)


@api.get("/console/assets/{file}", response=str, media_type="text/javascript")
def get_console_file(call: Call[NoBody, NoQuery]) -> Response[str]:
    """A file of the console. Its name has the hash of its content, so that a browser may keep it for good."""
    name = call.path["file"]
    file = _BUILT / "assets" / name
    if not _FILE.fullmatch(name) or not file.is_file():
        raise unknown_path()
    headers = {"Cache-Control": "public, max-age=31536000, immutable", **WORTH_COMPRESSING}
    return Response(200, content_type=_MEDIA_TYPES[file.suffix], body=static_text(file), headers=headers)


@api.get("/console/{screen+}", response=str)
def open_console_screen(call: Call[NoBody, NoQuery]) -> Response[str]:
    """A screen of the console. What there is to see is known to the page, which shows it."""
    return _page(call)


def _page(call: Call[NoBody, NoQuery]) -> Response[str]:
    settings = call.own_adapters.settings
    file = _BUILT / "index.html"
    language = accepted_language(call.headers.get("accept-language", ""))
    text = _NOT_BUILT
    if file.is_file():
        filled = _PLACE.format(_configuration(settings, language)) + _preload(language)
        text = static_text(file).replace(_PLACE.format("{}"), filled)
    policy = _POLICY.format(store=media_origin(call.own_adapters.engines.media()) or "").replace(" ;", ";")
    headers = {
        "Content-Security-Policy": policy,
        "Referrer-Policy": "no-referrer",
        **WORTH_COMPRESSING,
    }
    return Response(200, content_type="text/html; charset=utf-8", body=text, headers=headers)


def _preload(language: str) -> str:
    """Has the browser read what the first view says beside its scripts, not when they run."""
    name = _built_files(_BUILT / ".vite" / "manifest.json")[_FIRST_PHRASES.format(language)]
    return f'<link rel="modulepreload" crossorigin href="/console/{name}">'


@cache
def _built_files(manifest: Path) -> dict[str, str]:
    """What the build has made of each source that comes as a file of its own."""
    return {source: each["file"] for source, each in json.loads(manifest.read_text(encoding="utf-8")).items()}


def _configuration(settings: Settings, language: str) -> str:
    """What the page has to know, as JSON that cannot end the element that holds it."""
    known = {"issuer": _sign_in_page(settings), "language": language, "languages": LANGUAGES}
    return json.dumps(known).replace("<", "\\u003c")


def _sign_in_page(settings: Settings) -> dict[str, str | None] | None:
    """Where the page sends people to sign in; None where that is not known now."""
    issuer = _issuer(settings)
    try:
        addresses = issuer.addresses() if issuer else None
    except ServiceUnavailable:
        return None
    if issuer is None or addresses is None:
        return None
    return {
        "authorizationEndpoint": addresses.authorization_endpoint,
        "endSessionEndpoint": addresses.end_session_endpoint,
        "clientId": issuer.client_id,
        "scope": SCOPE,
    }


def _issuer(settings: Settings) -> Issuer | None:
    if not settings.issuer_url:
        return None
    return issuer_of(
        settings.issuer_url,
        settings.sign_in_client_id,
        verifies_addresses=settings.issuer_verifies_addresses,
    )
