"""What a suite is called with: a key, or tokens of its own that end."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final
from urllib.parse import parse_qsl

from gather.outgoing.result import AttemptResult
from simulation.unreliable_hosts import RequestArrival

TOKEN_SECONDS: Final = 90
"""Less than suites give, so that tokens are renewed often."""
FIRST_REFRESH: Final = "refresh-0"
_BETWEEN_ENDINGS: Final = timedelta(minutes=15)
_LEASE: Final = timedelta(seconds=20)
"""For so long nobody takes a renewal over: half a minute, by clocks that are apart."""


@dataclass(frozen=True, slots=True)
class PushRequest:
    """A request that reaches the server of a suite at `at`."""

    method: str
    url: str
    body: bytes
    authorization: str
    arrival: RequestArrival
    at: datetime


class SuiteCredentials(ABC):
    """Says who may call a suite."""

    @abstractmethod
    def lets_in(self, authorization: str, at: datetime) -> bool:
        """Whether a request is let in. Raises ValueError for credentials that nobody ever had."""

    @abstractmethod
    def issue_token(self, request: PushRequest) -> AttemptResult:
        """Answer a request for a token. Raises ValueError for who may have none."""

    @abstractmethod
    def end_tokens(self, at: datetime) -> None:
        """End every token that is good `at` a time, unless that was done shortly before: a new token is good
        for the one more try that follows."""


@dataclass(slots=True)
class SuiteOwnKey(SuiteCredentials):
    """A key that does not end, as the `Authorization` that it comes in."""

    authorization: str

    def lets_in(self, authorization: str, at: datetime) -> bool:
        if authorization != self.authorization:
            raise ValueError("wrong credentials")
        return True

    def issue_token(self, request: PushRequest) -> AttemptResult:
        raise ValueError("there are no tokens")

    def end_tokens(self, at: datetime) -> None:
        """There are none."""


@dataclass(slots=True)
class RotatingTokens(SuiteCredentials):
    """The tokens of one client, who shows `client`. `refresh` is the refresh token of now, None for a client
    without any."""

    client: Mapping[str, str]
    refresh: str | None = None
    _ends: dict[str, datetime] = field(default_factory=dict)
    _former: str | None = None
    _renewed_by: RequestArrival | None = None
    _renewed_at: datetime | None = None
    _ended: datetime | None = None

    def lets_in(self, authorization: str, at: datetime) -> bool:
        token = authorization.removeprefix("Bearer ")
        if token not in self._ends:
            raise ValueError("wrong credentials")
        return at < self._ends[token]

    def issue_token(self, request: PushRequest) -> AttemptResult:
        """A refresh token is good once; again only where the answer to it may have been lost."""
        form = dict(parse_qsl(request.body.decode()))
        shown = form.pop("refresh_token", None)
        if form != self.client:
            raise ValueError("wrong credentials for a token")
        if shown != self.refresh:
            self._check_former(shown, request.at)
            if not self._is_lost():
                return AttemptResult(status=400, status_text="Bad Request", data={"error": "invalid_grant"})
        number = len(self._ends) + 1
        if self.refresh is not None:
            self._former, self._renewed_by, self.refresh = shown, request.arrival, f"refresh-{number}"
            self._renewed_at = request.at
        self._ends[f"token-{number}"] = request.at + timedelta(seconds=TOKEN_SECONDS)
        data: dict[str, Any] = {"access_token": f"token-{number}", "expires_in": TOKEN_SECONDS}
        if self.refresh is not None:
            data["refresh_token"] = self.refresh
        return AttemptResult(status=200, status_text="OK", data=data)

    def _check_former(self, shown: str | None, at: datetime) -> None:
        if shown is None or shown != self._former or not (self._is_lost() or self._is_slow(at)):
            raise ValueError(f"{shown} is not the refresh token of now")

    def _is_lost(self) -> bool:
        """Whether the answer with the refresh token of now may have been lost."""
        return self._renewed_by is not None and self._renewed_by.is_lost

    def _is_slow(self, at: datetime) -> bool:
        """Whether who has got the refresh token of now may not have saved it yet, and another took over."""
        return self._renewed_at is not None and at > self._renewed_at + _LEASE

    def end_tokens(self, at: datetime) -> None:
        if self._ended is None or at > self._ended + _BETWEEN_ENDINGS:
            self._ends, self._ended = {token: min(end, at) for token, end in self._ends.items()}, at
