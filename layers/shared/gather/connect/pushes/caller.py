"""Requests to a suite for one integration, with its credentials and its tokens.

with_order = caller.complete(order)
result = caller.send(push, on_attempt)
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from gather.connect.integrations.models import IntegrationRecord
from gather.connect.integrations.secrets import unseal_password
from gather.connect.pushes import rate_storage
from gather.connect.pushes.client import PushClient, PushFailure, find_failure
from gather.connect.pushes.failure import CREDENTIALS_ENDED, PushFailed
from gather.connect.pushes.tokens import SuiteTokens
from gather.connect.suite_protocol import NotOrdered, Push, Suite
from gather.connect.vendor_protocol import Configuration, VendorFailed
from gather.connect.vendor_registry import read_configuration
from gather.core.model import RequestPart
from gather.outgoing.result import AttemptResult
from gather.ports.encryption import SecretNotReadable
from gather.wiring import Adapters

UNAUTHORIZED = 401
NOT_FOUND = 404
CONCEALED = "…"

OnAttempt = Callable[[AttemptResult, PushFailure | None], None]
"""Notes an HTTP attempt and its failure, if it failed."""


@dataclass(frozen=True)
class SuiteCaller:
    """Sends the requests of one integration to its suite. `configuration` has its secrets."""

    adapters: Adapters
    suite: Suite[Any, Any]
    integration: IntegrationRecord
    configuration: Configuration = field(repr=False)
    password: str = field(repr=False)
    client: PushClient
    tokens: SuiteTokens

    def send(self, push: Push, on_attempt: OnAttempt) -> AttemptResult:
        """Send a request as `attempt` does. Raises PushFailed too when the suite does not take it."""
        result, failure = self.attempt(push, on_attempt)
        if failure is not None:
            raise PushFailed(failure)
        return result

    def attempt(self, push: Push, on_attempt: OnAttempt) -> tuple[AttemptResult, PushFailure | None]:
        """Send a request, and once more with a new token where the suite refuses the token of before.

        Returns the last answer and why the suite has not taken it. Raises PushFailed without a token,
        ServiceUnavailable, EngineFailed.
        """
        token = self.tokens.get(self.integration, self.suite, self.configuration)
        result, failure = self._attempt(push, token, on_attempt)
        if failure is not None and result.status == UNAUTHORIZED and token is not None:
            token = self.tokens.get(self.integration, self.suite, self.configuration, refused=token)
            result, failure = self._attempt(push, token, on_attempt)
        return result, failure

    def complete(self, order: RequestPart) -> RequestPart:
        """Complete an order by what the suite says of it. Raises NotOrdered, and what `send` raises."""
        request = self.suite.details_request(order, self.configuration)
        if request is None:
            return order
        try:
            result = self.send(request, lambda _result, _failure: None)
        except PushFailed as failed:
            if failed.reason == f"HTTP {NOT_FOUND}":
                raise NotOrdered(f"{self.suite.title} does not have what is ordered.") from None
            raise
        try:
            complete: RequestPart = self.suite.complete_order(order, result.data)
        except VendorFailed as failed:
            raise PushFailed(PushFailure(failed.reason.replace("_", " "), is_temporary=True)) from None
        return complete

    def _attempt(
        self, push: Push, token: str | None, on_attempt: OnAttempt
    ) -> tuple[AttemptResult, PushFailure | None]:
        rate_storage.wait_for_room(
            self.adapters.records.table,
            self.integration.id,
            self.suite.most_requests_a_second,
            self.adapters.clock,
        )
        authorization = self.suite.authorization(self.configuration, self.password, token)
        result = self.client.send(push, authorization)
        failure = find_failure(self.suite, result, self.adapters.clock.now())
        if failure is not None and failure.words is not None:
            failure = replace(failure, words=self._conceal(failure.words, authorization))
        on_attempt(result, failure)
        return result, failure

    def _conceal(self, words: str, authorization: str) -> str:
        """The words of a suite without the secrets, which it may quote."""
        members = self.configuration.model_dump(by_alias=True)
        named = [members[name] for name in self.configuration.secret_members()]
        secrets = {self.password, authorization.partition(" ")[2], *(text for text in named if text)}
        for secret in sorted(secrets - {""}, key=len, reverse=True):
            words = words.replace(secret, CONCEALED)
        return words


def make_caller(adapters: Adapters, suite: Suite[Any, Any], integration: IntegrationRecord) -> SuiteCaller:
    """Make the caller of an integration. Raises PushFailed for secrets that have to be entered again."""
    settings, engines = adapters.settings, adapters.engines
    try:
        configuration = read_configuration(suite, integration, engines.encryption)
        password = unseal_password(integration, engines.encryption)
    except (VendorFailed, SecretNotReadable):
        raise PushFailed(PushFailure(CREDENTIALS_ENDED, is_temporary=False)) from None
    client = PushClient(allow_private_addresses=settings.allow_private_webhook_addresses)
    return SuiteCaller(
        adapters=adapters,
        suite=suite,
        integration=integration,
        configuration=configuration,
        password=password,
        client=client,
        tokens=SuiteTokens(adapters.records.table, engines.encryption, client, adapters.clock),
    )
