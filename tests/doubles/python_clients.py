"""The project's Python client at the running local stack, as an integrator uses it."""

from collections.abc import Mapping
from typing import Any

import httpx

from talent_screening import TalentScreening
from tests.doubles.over_http import REQUEST_SECONDS


def client_of(ready: Mapping[str, Any], key: str = "apiKey") -> TalentScreening:
    """A client with one of the keys that the stack names when it is ready. Close it, or use it in `with`."""
    return TalentScreening(ready["baseUrl"], ready[key], timeout=httpx.Timeout(REQUEST_SECONDS))


def candidate_of(ready: Mapping[str, Any]) -> TalentScreening:
    """A client without a key: the candidate's side."""
    return TalentScreening(ready["baseUrl"], timeout=httpx.Timeout(REQUEST_SECONDS))
