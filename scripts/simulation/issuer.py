"""An issuer of sign-ins that speaks OpenID Connect with PKCE, and is slow or down at times.

A code is good once, for a minute, for whoever knows what its challenge was made of (RFC 7636).
"""

import base64
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

from gather.core.clock import epoch_seconds
from gather.core.errors import ServiceUnavailable
from gather.outgoing.result import AttemptResult
from simulation.unreliable_hosts import RequestArrival, UnreliableHosts
from simulation.virtual_time import VirtualTime

ISSUER_HOST: Final = "login.example"
ISSUER_URL: Final = f"https://{ISSUER_HOST}/pool"
CLIENT_ID: Final = "console"
_CODE_SECONDS: Final = 60.0
_IDENTITY_SECONDS: Final = 300
_LIMIT_SECONDS: Final = 5.0
_CODE_BITS: Final = 96


def challenge_of(verifier: str) -> str:
    """The challenge of a verifier, by S256."""
    return _encoded(hashlib.sha256(verifier.encode()).digest())


@dataclass(frozen=True, slots=True)
class _IssuedCode:
    """What a code stands for."""

    claims: Mapping[str, Any]
    challenge: str
    redirect_uri: str
    until: float


@dataclass(slots=True)
class SimulatedIssuer:
    """The issuer behind `hosts`."""

    time: VirtualTime
    random: Random
    hosts: UnreliableHosts
    _grants: dict[str, _IssuedCode] = field(default_factory=dict)

    def authorize(self, claims: Mapping[str, Any], verifier: str, redirect_uri: str) -> str:
        """The code with which a person comes back who has signed in. `claims` are what the identity says
        beside or in place of what is usual; it says nothing where one is None."""
        code = f"{self.random.getrandbits(_CODE_BITS):024x}"
        usual = {
            "iss": ISSUER_URL,
            "aud": CLIENT_ID,
            "exp": epoch_seconds(self.time.now()) + _IDENTITY_SECONDS,
            "email_verified": True,
        }
        said = {name: value for name, value in {**usual, **claims}.items() if value is not None}
        until = self.time.elapsed + _CODE_SECONDS
        self._grants[code] = _IssuedCode(said, challenge_of(verifier), redirect_uri, until)
        return code

    def request(self, method: str, url: str, form: str | None = None) -> tuple[int, Mapping[str, Any]]:
        """What `gather.tenancy.sessions.issuer.Issuer` gets for a request. Raises ServiceUnavailable."""

        @cache  # A fault may repeat a call. The service sends a request once.
        def answer() -> AttemptResult:
            return self._redeem(form) if method == "POST" else self._addresses(url)

        def take(_arrival: RequestArrival) -> AttemptResult:
            return answer()

        result = self.hosts.attempt(f"{method} {ISSUER_HOST}", ISSUER_HOST, take, _LIMIT_SECONDS)
        if result.status is None:
            raise ServiceUnavailable("The sign-in does not answer. Try again in a moment.")
        return result.status, result.data if isinstance(result.data, dict) else {}

    def _addresses(self, url: str) -> AttemptResult:
        if not urlsplit(url).path.endswith("/.well-known/openid-configuration"):
            return AttemptResult(status=404)
        found = {
            "issuer": ISSUER_URL,
            "authorization_endpoint": f"{ISSUER_URL}/authorize",
            "token_endpoint": f"{ISSUER_URL}/token",
        }
        return AttemptResult(status=200, data=found)

    def _redeem(self, form: str | None) -> AttemptResult:
        asked = {name: values[0] for name, values in parse_qs(form or "").items()}
        grant = self._grants.pop(asked.get("code", ""), None)
        if grant is None or not self._is_good(grant, asked):
            return AttemptResult(status=400, data={"error": "invalid_grant"})
        return AttemptResult(status=200, data={"id_token": _identity(grant.claims)})

    def _is_good(self, grant: _IssuedCode, asked: Mapping[str, str]) -> bool:
        return (
            asked.get("client_id") == CLIENT_ID
            and asked.get("redirect_uri") == grant.redirect_uri
            and challenge_of(asked.get("code_verifier", "")) == grant.challenge
            and self.time.elapsed < grant.until
        )


def _identity(claims: Mapping[str, Any]) -> str:
    """The claims as a JSON Web Token, whose signature nobody looks at."""
    return ".".join(_encoded(json.dumps(part).encode()) for part in ({"alg": "none"}, claims)) + "."


def _encoded(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")
