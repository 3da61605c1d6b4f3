"""The issuer of sign-ins: the user pool of the deployment, or another one that speaks OpenID Connect.

The page sends a person to the issuer with a PKCE challenge; the service redeems the code that comes back. The
identity comes straight from the issuer over TLS, so that its signature need not be checked (OpenID Connect
Core 1.0, 3.1.3.7, rule 6); for whom it is, by whom and until when is checked.
"""

import base64
import binascii
import json
import ssl
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache, cached_property
from typing import Any, Final
from urllib.parse import urlencode

import urllib3
from urllib3.exceptions import HTTPError

from gather.core.clock import epoch_seconds
from gather.core.errors import ServiceUnavailable, Unauthorized

SCOPE: Final = "openid email profile"
_DISCOVERY: Final = "/.well-known/openid-configuration"
_SECONDS: Final = 5.0
_MOST_BYTES: Final = 256 * 1024
_KNOWN_SECONDS: Final = 3_600
_UNKNOWN_SECONDS: Final = 10
"""For how long an issuer that did not answer is not asked again: every page that opens would wait for it."""
_SKEW_SECONDS: Final = 60
_FIRST_SERVER_ERROR: Final = 500


@dataclass(frozen=True, slots=True)
class IssuerAddresses:
    """Where an issuer signs people in, where it redeems codes, and where it signs them out, if anywhere."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    end_session_endpoint: str | None


@cache
def issuer_of(url: str, client_id: str, *, verifies_addresses: bool) -> "Issuer":
    """The issuer at `url`, whose addresses a process remembers."""
    return Issuer(url, client_id, verifies_addresses=verifies_addresses)


class Issuer:
    """An issuer to which the service is the public client `client_id`.

    With `verifies_addresses` an identity that does not say whether its e-mail address is verified is taken:
    the operator knows that the issuer has no others. Elsewhere anybody could claim the address of somebody
    here.
    """

    def __init__(self, url: str, client_id: str, *, verifies_addresses: bool = False) -> None:
        self._url = url.rstrip("/")
        self.client_id = client_id
        self._verifies_addresses = verifies_addresses
        self._found: IssuerAddresses | None = None
        self._found_until = 0.0
        self._silent_until = 0.0

    def addresses(self) -> IssuerAddresses:
        """The addresses of the issuer, an hour old at most. Raises ServiceUnavailable."""
        now = time.monotonic()
        if self._found is not None and now < self._found_until:
            return self._found
        if now < self._silent_until:
            raise _unavailable()
        try:
            self._found = self._discover()
        except ServiceUnavailable:
            self._silent_until = time.monotonic() + _UNKNOWN_SECONDS
            raise
        self._found_until = time.monotonic() + _KNOWN_SECONDS
        return self._found

    def redeem(self, code: str, verifier: str, redirect_uri: str, now: datetime) -> str:
        """Redeem a code for the e-mail address of the person who has signed in.

        Raises Unauthorized for a code that the issuer does not take, and ServiceUnavailable; a code that was
        sent may be used up then.
        """
        addresses = self.addresses()
        form = {
            "grant_type": "authorization_code",
            "client_id": self.client_id,
            "code": code,
            "code_verifier": verifier,
            "redirect_uri": redirect_uri,
        }
        status, answer = self._request("POST", addresses.token_endpoint, urlencode(form))
        if status >= _FIRST_SERVER_ERROR:
            raise _unavailable()
        identity = answer.get("id_token")
        if status != 200 or not isinstance(identity, str):
            raise Unauthorized("The sign-in is unknown, was used, or took too long. Sign in again.")
        return self._address_in(_claims_of(identity), addresses.issuer, now)

    def _discover(self) -> IssuerAddresses:
        status, found = self._request("GET", self._url + _DISCOVERY)
        try:
            addresses = IssuerAddresses(
                issuer=str(found["issuer"]),
                authorization_endpoint=str(found["authorization_endpoint"]),
                token_endpoint=str(found["token_endpoint"]),
                end_session_endpoint=found.get("end_session_endpoint"),
            )
        except KeyError:
            raise _unavailable() from None
        if status != 200 or addresses.issuer.rstrip("/") != self._url:
            raise _unavailable()
        return addresses

    def _address_in(self, claims: Mapping[str, Any], issuer: str, now: datetime) -> str:
        """The e-mail address that an identity vouches for. Raises Unauthorized."""
        audience = claims.get("aud")
        is_ours = self.client_id in (audience if isinstance(audience, list) else [audience])
        expires_at = claims.get("exp")
        is_good = isinstance(expires_at, int | float) and expires_at + _SKEW_SECONDS > epoch_seconds(now)
        is_verified = str(claims.get("email_verified", self._verifies_addresses)).lower() == "true"
        email = claims.get("email")
        if not (
            claims.get("iss") == issuer and is_ours and is_good and is_verified and isinstance(email, str)
        ):
            raise Unauthorized("The issuer does not vouch for an e-mail address.")
        return email

    def _request(self, method: str, url: str, form: str | None = None) -> tuple[int, Mapping[str, Any]]:
        """The status and the object that the issuer answers; empty for what is no object."""
        headers = {"Accept": "application/json"}
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            reply = self._pool.request(
                method,
                url,
                body=form,
                headers=headers,
                timeout=urllib3.Timeout(total=_SECONDS),
                retries=False,
                redirect=False,
                preload_content=False,
            )
            content = reply.read(_MOST_BYTES)
            reply.release_conn()
        except (HTTPError, OSError):
            raise _unavailable() from None
        try:
            answer = json.loads(content)
        except ValueError:
            return reply.status, {}
        return reply.status, answer if isinstance(answer, dict) else {}

    @cached_property
    def _pool(self) -> urllib3.PoolManager:
        return urllib3.PoolManager(num_pools=2, maxsize=2, ssl_context=ssl.create_default_context())


def _claims_of(identity: str) -> Mapping[str, Any]:
    """The claims of a JSON Web Token; empty for what is none."""
    try:
        payload = identity.split(".")[1]
        claims = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    except (IndexError, binascii.Error, ValueError):
        return {}
    return claims if isinstance(claims, dict) else {}


def _unavailable() -> ServiceUnavailable:
    return ServiceUnavailable("The sign-in does not answer. Try again in a moment.")
