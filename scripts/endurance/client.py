"""A client as a careful integrator writes it: it asks again until it has its response."""

import http.client
import json
import time
import urllib.error
import urllib.request
from itertools import count
from typing import Any
from uuid import uuid4

_REQUEST_SECONDS = 60
_PAUSE_SECONDS = 0.5
_PATIENCE_SECONDS = 900
_LOST = "was carried out, and its response was lost"
_PATIENT_STATUSES = frozenset({409, 429})


class RefusedRequest(Exception):
    """The service has refused a request for good, or did not do it in time."""


class PatientClient:
    """Sends requests with the keys of a team in turn; a POST carries an `Idempotency-Key`."""

    def __init__(self, base_url: str, keys: list[str]) -> None:
        self._base_url = base_url
        self._keys = keys
        self._sent = count()

    def call(self, method: str, path: str, body: object = None) -> Any:
        """The data of the response. Raises RefusedRequest."""
        headers = {"x-api-key": self._keys[next(self._sent) % len(self._keys)]}
        if method == "POST":
            headers["idempotency-key"] = str(uuid4())
        return self._until_done(method, f"/qsi/gather{path}", body, headers)

    def call_public(self, method: str, path: str, body: object = None) -> Any:
        """The same without a key."""
        return self._until_done(method, path, body, {})

    def _until_done(self, method: str, path: str, body: object, headers: dict[str, str]) -> Any:
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while True:
            try:
                return self._send(method, path, body, headers)
            except urllib.error.HTTPError as error:
                told = error.read().decode(errors="replace")
                failure = f"{method} {path}: {error.code} {told}"
                is_lost = error.code == 409 and _LOST in told
                if is_lost or (error.code < 500 and error.code not in _PATIENT_STATUSES):
                    raise RefusedRequest(failure) from error
            except (OSError, http.client.HTTPException) as error:
                failure = f"{method} {path}: {error!r}"
            if time.monotonic() > deadline:
                raise RefusedRequest(failure)
            time.sleep(_PAUSE_SECONDS)

    def _send(self, method: str, path: str, body: object, headers: dict[str, str]) -> Any:
        content = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"{self._base_url}{path}",
            content,
            {"content-type": "application/json", "accept": "application/json", **headers},
            method=method,
        )
        with urllib.request.urlopen(request, timeout=_REQUEST_SECONDS) as response:
            return json.loads(response.read()).get("data")
