"""The simulated issuer, as the service asks it: a code is good once, and for a minute."""

from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest

from gather.core.errors import Unauthorized
from gather.tenancy.sessions.issuer import Issuer
from simulation.issuer import CLIENT_ID, ISSUER_URL, SimulatedIssuer
from simulation.unreliable_hosts import Take, UnreliableHosts
from simulation.virtual_time import VirtualTime

REDIRECT_URI = "https://screening.example.com/console"
ADA = {"email": "ada@example.com"}


class ReliableHosts(UnreliableHosts):
    """Hosts that always answer."""

    def attempt(self, operation: str, host: str, take: Take, limit_seconds: float) -> Any:
        return take(None)  # type: ignore[arg-type]  # nobody looks at the arrival


class SignIn:
    """The service's view of an issuer, and the time that both share."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.time = VirtualTime(datetime(2026, 3, 2, tzinfo=UTC))
        hosts = ReliableHosts(self.time, Random(1), None, 0.0, lambda _: None)  # type: ignore[arg-type]  # no faults
        self.at = SimulatedIssuer(self.time, Random(1), hosts)
        self.service = Issuer(ISSUER_URL, CLIENT_ID)
        monkeypatch.setattr(self.service, "_request", self.at.request)

    def redeem(self, code: str, verifier: str = "the verifier", redirect_uri: str = REDIRECT_URI) -> str:
        return self.service.redeem(code, verifier, redirect_uri, self.time.now())

    def code(self, **claims: object) -> str:
        return self.at.authorize({**ADA, **claims}, "the verifier", REDIRECT_URI)


@pytest.fixture
def sign_in(monkeypatch: pytest.MonkeyPatch) -> SignIn:
    return SignIn(monkeypatch)


def test_who_comes_back_with_a_code_is_vouched_for(sign_in: SignIn) -> None:
    assert sign_in.redeem(sign_in.code()) == "ada@example.com"


def test_a_code_is_good_once(sign_in: SignIn) -> None:
    code = sign_in.code()
    sign_in.redeem(code)

    with pytest.raises(Unauthorized):
        sign_in.redeem(code)


@pytest.mark.parametrize(
    "shown", [{"verifier": "another"}, {"redirect_uri": "https://elsewhere.example/console"}]
)
def test_a_code_is_good_for_who_was_sent_away_with_its_challenge(
    sign_in: SignIn, shown: dict[str, str]
) -> None:
    with pytest.raises(Unauthorized):
        sign_in.redeem(sign_in.code(), **shown)


def test_a_code_is_good_for_a_minute(sign_in: SignIn) -> None:
    code = sign_in.code()
    sign_in.time.pause(60)

    with pytest.raises(Unauthorized):
        sign_in.redeem(code)


@pytest.mark.parametrize("claims", [{"email_verified": None}, {"aud": "another"}, {"exp": 1}])
def test_an_identity_says_what_the_world_wants(sign_in: SignIn, claims: dict[str, object]) -> None:
    with pytest.raises(Unauthorized, match="does not vouch"):
        sign_in.redeem(sign_in.code(**claims))
