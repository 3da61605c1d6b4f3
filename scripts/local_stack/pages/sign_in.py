"""The stand-in for the issuer of sign-ins, which speaks OpenID Connect with PKCE, and sign-in without a page.

Its page lists the people of the console as buttons, and asks nothing else. Whoever can open the local stack
can sign in as anybody. Nothing of it is deployed.
"""

import base64
import hashlib
import json
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

import htpy as h
from flask import Flask, Response, request

from local_stack.pages.layout import PAGE_POLICY, local_page
from local_stack.settings import CLIENT_ID, ISSUER_PATH

_CODE_SECONDS: Final = 60
_IDENTITY_SECONDS: Final = 300
_STYLE: Final = """
form { display: grid; gap: .8rem; max-width: 24rem }
button {
  font: inherit; padding: .8rem 1rem; text-align: start; border: 1px solid var(--line); border-radius: 10px;
  background: var(--card); color: inherit; cursor: pointer
}
button span { display: block; color: var(--muted) }
"""
_POLICY: Final = PAGE_POLICY.replace("form-action 'none'", "form-action 'self'")
_ROLES: Final = {
    "reviewer": "Reads and judges",
    "manager": "Also makes interviews, and invites",
    "administrator": "Also people, keys and webhooks",
    "otherAdministrator": "Administers another organization",
}


@dataclass(frozen=True)
class _Grant:
    """What a code stands for."""

    email: str
    challenge: str
    redirect_uri: str
    nonce: str
    until: float


class StandInIssuer:
    """Codes for people of the console. `people` are those of the ready file, by what they are."""

    def __init__(self, base_url: str, people: Callable[[], Mapping[str, Mapping[str, str]]]) -> None:
        self._base_url = base_url
        self._people = people
        self._grants: dict[str, _Grant] = {}

    def configuration(self) -> Response:
        """The addresses of the issuer, as OpenID Connect Discovery has them.

        Functions in containers reach the stack at another address than browsers.
        """
        return _json(
            200,
            {
                "issuer": _asked_issuer(),
                "authorization_endpoint": f"{self._base_url}{ISSUER_PATH}/authorize",
                "token_endpoint": f"{_asked_issuer()}/token",
                "end_session_endpoint": f"{self._base_url}{ISSUER_PATH}/sign-out",
                "response_types_supported": ["code"],
                "code_challenge_methods_supported": ["S256"],
            },
        )

    def ask(self) -> Response:
        """The page on which a person says who they are."""
        asked = request.args.to_dict()
        if fault := self._fault(asked):
            return _json(400, {"error": "invalid_request", "error_description": fault})
        fields = [h.input(type="hidden", name=name, value=value) for name, value in asked.items()]
        buttons = [
            h.button(name="email", value=person["email"], aria_label=person["name"])[
                person["name"], h.span[_ROLES.get(what, "")]
            ]
            for what, person in self._people().items()
        ]
        body = [h.h1["Who are you?"], h.form(method="post")[fields, buttons]]
        return _page(local_page("Sign in", body, at="", style=_STYLE))

    def grant(self) -> Response:
        """Send the person back with a code."""
        asked = request.form.to_dict()
        emails = {person["email"] for person in self._people().values()}
        fault = self._fault(asked) or ("" if asked.get("email") in emails else "nobody has this address")
        if fault:
            return _json(400, {"error": "invalid_request", "error_description": fault})
        code = secrets.token_urlsafe(24)
        self._grants[code] = _Grant(
            asked["email"],
            asked["code_challenge"],
            asked["redirect_uri"],
            asked.get("nonce", ""),
            time.monotonic() + _CODE_SECONDS,
        )
        answer = urlencode({"code": code, "state": asked.get("state", "")})
        mark = "&" if urlsplit(asked["redirect_uri"]).query else "?"
        return _redirect(f"{asked['redirect_uri']}{mark}{answer}")

    def redeem(self) -> Response:
        """Give the identity that a code stands for, once."""
        asked = request.form
        grant = self._grants.pop(asked.get("code", ""), None)
        digest = hashlib.sha256(asked.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).decode().rstrip("=")
        is_good = (
            grant is not None
            and grant.until > time.monotonic()
            and secrets.compare_digest(grant.challenge, challenge)
            and grant.redirect_uri == asked.get("redirect_uri")
            and asked.get("client_id") == CLIENT_ID
        )
        if grant is None or not is_good:
            return _json(400, {"error": "invalid_grant"})
        now = int(time.time())
        claims = {
            "iss": _asked_issuer(),
            "aud": CLIENT_ID,
            "sub": hashlib.sha256(grant.email.encode()).hexdigest(),
            "iat": now,
            "exp": now + _IDENTITY_SECONDS,
            "email": grant.email,
            "email_verified": True,
            "nonce": grant.nonce,
        }
        identity = f"{_encoded({'alg': 'none'})}.{_encoded(claims)}."
        answer = {"access_token": secrets.token_urlsafe(24), "token_type": "Bearer", "id_token": identity}
        return _json(200, {**answer, "expires_in": _IDENTITY_SECONDS})

    def sign_out(self) -> Response:
        """Send the person back: the stand-in knows no sessions of its own."""
        back = request.args.get("post_logout_redirect_uri", "")
        return _redirect(back if back.startswith(f"{self._base_url}/") else f"{self._base_url}/console")

    def _fault(self, asked: Mapping[str, str]) -> str:
        """What is wrong with a request to sign somebody in; empty where nothing is."""
        if asked.get("response_type") != "code" or asked.get("client_id") != CLIENT_ID:
            return "response_type is code, client_id that of the console"
        if not asked.get("redirect_uri", "").startswith(f"{self._base_url}/console"):
            return "redirect_uri is no address of the console"
        if asked.get("code_challenge_method") != "S256" or not asked.get("code_challenge"):
            return "a code_challenge by S256 is needed"
        return ""


def add_sign_in_routes(
    application: Flask,
    base_url: str,
    table: Callable[[], Any],
    table_name: str,
    seeded: Mapping[str, object],
) -> None:
    """Registers the routes on the gateway's application; `seeded` is what the seed made."""

    def people() -> Mapping[str, Mapping[str, str]]:
        found: Any = seeded.get("consoleUsers", {})
        return dict(found)

    def sign_in() -> Response:
        # The service itself is imported only where it is needed: the stack's own tests have a sample.
        from local_stack.pages.direct_sign_in import begin_session

        return begin_session(table(), table_name, request.get_data(), datetime.now(UTC))

    issuer = StandInIssuer(base_url, people)
    for path, view, method in (
        (f"{ISSUER_PATH}/.well-known/openid-configuration", issuer.configuration, "GET"),
        (f"{ISSUER_PATH}/authorize", issuer.ask, "GET"),
        (f"{ISSUER_PATH}/authorize", issuer.grant, "POST"),
        (f"{ISSUER_PATH}/token", issuer.redeem, "POST"),
        (f"{ISSUER_PATH}/sign-out", issuer.sign_out, "GET"),
        ("/_local/sign-in", sign_in, "POST"),
    ):
        application.add_url_rule(
            path,
            endpoint=f"{method} {path}",
            view_func=view,
            methods=[method],
            provide_automatic_options=False,
        )


def _asked_issuer() -> str:
    """The issuer under the address by which it is asked."""
    return request.host_url.rstrip("/") + ISSUER_PATH


def _encoded(part: Mapping[str, object]) -> str:
    return base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=")


def _page(content: str) -> Response:
    headers = {"Content-Security-Policy": _POLICY, "Cache-Control": "no-store"}
    return Response(content, mimetype="text/html", headers=headers)


def _redirect(address: str) -> Response:
    return Response("", 303, {"Location": address, "Cache-Control": "no-store"})


def _json(status: int, body: object) -> Response:
    headers = {"Cache-Control": "no-store"}
    return Response(json.dumps(body), status, mimetype="application/json", headers=headers)
