"""The access tokens that suites give us: kept encrypted, renewed by one worker, replaced when refused.

token = tokens.get(integration, suite, configuration)
"""

import hashlib
import json
import random
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from gather.connect.integrations.models import IntegrationRecord
from gather.connect.integrations.secrets import EncryptionMaker
from gather.connect.integrations.storage import INTEGRATION
from gather.connect.integrations.suite_storage import SUITE_TOKEN
from gather.connect.pushes.client import PushClient, PushFailure, find_failure
from gather.connect.pushes.failure import CREDENTIALS_ENDED, PushFailed
from gather.connect.suite_protocol import Suite, TokenRequest
from gather.connect.vendor_protocol import Configuration
from gather.core.clock import Clock, from_timestamp, timestamp
from gather.core.errors import ServiceUnavailable
from gather.ports.encryption import SecretNotReadable
from gather.ports.failure import EngineFailed
from gather.table import store
from gather.table.changes import Update
from gather.table.conditions import Condition, at_most, equal, lacks, present
from gather.table.conversion import Item
from gather.table.store import ConditionFailed, Table, TransactionRefused

EARLIER: Final = timedelta(minutes=1)
"""So long before its end a token is not used any more."""
DEFAULT_SECONDS: Final = 1_800
PART: Final = 1_000
"""The most characters that are encrypted at once."""
RENEWAL_LEASE: Final = timedelta(seconds=30)
LOOKS: Final = 24
PAUSE_SECONDS: Final = 0.5
"""A worker looks so often, and so far apart, whether another one has renewed the token."""
RENEWED: Final = "another worker renews the access token"
SAVES: Final = 6
"""How often a worker tries to save a token. All of it has to end within the lease."""

_LEASE_ENDS: Final = Update(remove=["renewedUntil", "renewer"])


@dataclass(frozen=True)
class SuiteTokens:
    """The tokens of integrations in the table."""

    table: Table
    encryption: EncryptionMaker
    client: PushClient
    clock: Clock

    def get(
        self,
        integration: IntegrationRecord,
        suite: Suite[Any, Any],
        configuration: Configuration,
        refused: str | None = None,
    ) -> str | None:
        """The access token of an integration, a new one where that of before is over or was `refused`.

        None for a suite that needs none. Raises PushFailed, ServiceUnavailable, EngineFailed.
        """
        first = suite.token_request(configuration, None)
        if first is None:
            return None
        by = _credentials_hash(first)
        for _ in range(LOOKS):
            item = self.table.get(SUITE_TOKEN.key(integration.id)) or {}
            known = self._read(item, integration.id, by)
            if known is not None and known != refused:
                return known
            holder = self._claim(integration)
            if holder is not None:
                # Whoever held it is slow or dead, and may have used the refresh token that is stored.
                is_takeover = "renewer" in item
                # Another worker may have renewed it since: its refresh token has replaced the one of before.
                item = self.table.get(SUITE_TOKEN.key(integration.id)) or {}
                known = self._read(item, integration.id, by)
                if known is not None and known != refused:
                    self._update(integration.id, holder, _LEASE_ENDS)
                    return known
                used = item.get("refreshToken")
                refresh = self._decrypt(used, integration.id) if item.get("by") == by else None
                renewal = _Renewal(integration.id, holder, by, refresh, used, is_takeover)
                return self._renew(suite, configuration, renewal)
            time.sleep(PAUSE_SECONDS)
        raise PushFailed(PushFailure(RENEWED, is_temporary=True))

    def _read(self, item: Item, integration_id: str, by: str) -> str | None:
        """The stored token, if it is good for a while and was got by the credentials of now."""
        if item.get("by") != by or "token" not in item:
            return None
        if from_timestamp(item["expiresAt"]) - EARLIER <= self.clock.now():
            return None
        return self._decrypt(item["token"], integration_id)

    def _decrypt(self, sealed: str | None, integration_id: str) -> str | None:
        """Decrypt a stored token; None for one that cannot be decrypted any more."""
        if sealed is None:
            return None
        encryption = self.encryption()
        try:
            return "".join(encryption.decrypt(part, integration_id) for part in sealed.split())
        except SecretNotReadable:
            return None

    def _encrypt(self, token: str, integration_id: str) -> str:
        """Encrypt a token, in parts: it may be longer than what is encrypted at once."""
        encryption = self.encryption()
        parts = (token[start : start + PART] for start in range(0, len(token), PART))
        return " ".join(encryption.encrypt(part, integration_id) for part in parts)

    def _claim(self, integration: IntegrationRecord) -> str | None:
        """Claim the renewal; None while another worker renews, and for an integration that was deleted."""
        place, holder, now = SUITE_TOKEN.at(integration.id), secrets.token_hex(8), self.clock.now()
        change = Update(
            set=place.named(renewedUntil=timestamp(now + RENEWAL_LEASE), renewer=holder),
            condition=lacks("renewedUntil") | at_most("renewedUntil", timestamp(now)),
        )
        integration_key = INTEGRATION.key(integration.organization_id, integration.id)
        try:
            self.table.transact([place.update(change), store.check(integration_key, present())])
        except TransactionRefused:
            return None
        return holder

    def _renew(self, suite: Suite[Any, Any], configuration: Configuration, renewal: "_Renewal") -> str:
        request = suite.token_request(configuration, renewal.refresh)
        assert request is not None, "a suite that asks for a token once does so again"
        result = self.client.ask_token(request)
        failure = find_failure(suite, result, self.clock.now())
        if failure is None and not _has_token(result.data):
            failure = PushFailure("the answer has no access token", is_temporary=True)
        if failure is not None:
            has_held = self._update(renewal.integration_id, renewal.holder, _LEASE_ENDS)
            if not failure.is_temporary:
                # Who held it before, or took over since, may have used the same refresh token first, and has
                # the next one. Who comes after this worker takes nothing over.
                is_ended = has_held and not renewal.is_takeover
                failure = PushFailure(CREDENTIALS_ENDED if is_ended else RENEWED, is_temporary=not is_ended)
            raise PushFailed(failure)
        self._save_surely(renewal, result.data)
        token: str = result.data["access_token"]
        return token

    def _save_surely(self, renewal: "_Renewal", answer: dict[str, Any]) -> None:
        """Save a token, and again where that fails: a refresh token that is lost ends the integration."""
        for attempt in range(1, SAVES + 1):
            try:
                self._save(renewal, answer)
            except (ServiceUnavailable, EngineFailed):
                if attempt == SAVES:
                    raise
                time.sleep(random.uniform(0, PAUSE_SECONDS * attempt))
            else:
                return

    def _save(self, renewal: "_Renewal", answer: dict[str, Any]) -> None:
        """Save a token before it is used: with it the suite may have ended the refresh token of before.

        It is saved, too, where another worker has taken over and has no newer refresh token: with the one
        that this worker has used it gets none.
        """
        integration_id = renewal.integration_id
        fresh = answer.get("refresh_token")
        refresh = fresh if isinstance(fresh, str) and fresh else renewal.refresh
        kept = {} if refresh is None else {"refreshToken": self._encrypt(refresh, integration_id)}
        saved = Update(
            set={
                "token": self._encrypt(answer["access_token"], integration_id),
                "expiresAt": timestamp(_end(answer, self.clock.now())),
                "by": renewal.by,
                **kept,
            },
            remove=[] if kept else ["refreshToken"],
        )
        held = saved._replace(remove=[*saved.remove, *_LEASE_ENDS.remove])
        if not self._update(integration_id, renewal.holder, held):
            with suppress(ConditionFailed):
                late = saved._replace(condition=renewal.is_newest)
                self.table.update(SUITE_TOKEN.key(integration_id), late)

    def _update(self, integration_id: str, holder: str, change: Update) -> bool:
        """Update the item of a renewal. One that another worker has taken over since is left alone: False."""
        held = change._replace(condition=equal("renewer", holder))
        try:
            self.table.update(SUITE_TOKEN.key(integration_id), held)
        except ConditionFailed:
            return False
        return True


@dataclass(frozen=True, slots=True)
class _Renewal:
    """One worker's renewal. `refresh` is the refresh token that it uses, `used` what is stored of one, and
    `is_takeover` says whether another worker's lease was over before its renewal was."""

    integration_id: str
    holder: str
    by: str
    refresh: str | None
    used: str | None
    is_takeover: bool

    @property
    def is_newest(self) -> Condition:
        """The condition that nobody has stored another refresh token since."""
        if self.used is None:
            return present() & lacks("refreshToken")
        return equal("refreshToken", self.used)


def _has_token(answer: object) -> bool:
    return (
        isinstance(answer, dict)
        and isinstance(answer.get("access_token"), str)
        and bool(answer["access_token"])
    )


def _end(answer: dict[str, Any], now: datetime) -> datetime:
    seconds = answer.get("expires_in")
    is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool) and 0 < seconds < 10**8
    return now + timedelta(seconds=float(seconds) if is_number and seconds is not None else DEFAULT_SECONDS)


def _credentials_hash(request: TokenRequest) -> str:
    """Names the credentials by which a token is got, so that new ones get another token."""
    text = json.dumps([request.url, dict(request.form)], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
