"""Sign-in by OpenID Connect: the code of an issuer becomes a session (interface: Console, rules 2 and 3)."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from gather.core.caller import OPERATOR
from gather.core.errors import Forbidden, ServiceUnavailable, Unauthorized, ValidationFailed
from gather.core.precondition import Precondition
from gather.table.records import Records
from gather.tenancy.sessions import service
from gather.tenancy.sessions.issuer import Issuer
from gather.tenancy.sessions.models import CreateSession
from gather.tenancy.users import service as user_service
from tests.builders.people import make_person
from tests.builders.service import Tenant, make_tenant
from tests.doubles.issuer import ScriptedIssuer, scripted_issuer

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
HERE = "https://gather.example.com"
ANY_VERSION = Precondition.of_header(None)
CALLBACK = f"{HERE}/console/signed-in"


@pytest.fixture
def issuer() -> Iterator[ScriptedIssuer]:
    """An issuer that vouches for ada@example.com."""
    with scripted_issuer(NOW) as scripted:
        yield scripted


@pytest.fixture
def client(issuer: ScriptedIssuer) -> Issuer:
    """The service as a client of the issuer."""
    return Issuer(issuer.url, "console")


def request(**members: str) -> CreateSession:
    asked = {"code": "c0de", "code_verifier": "v" * 43, "redirect_uri": CALLBACK, **members}
    return CreateSession(**asked)


class TestTheIssuer:
    def test_a_code_is_redeemed_with_its_verifier(self, issuer: ScriptedIssuer, client: Issuer) -> None:
        email = client.redeem("c0de", "verifier", CALLBACK, NOW)

        assert email == "ada@example.com"
        assert issuer.asked == [
            {
                "grant_type": "authorization_code",
                "client_id": "console",
                "code": "c0de",
                "code_verifier": "verifier",
                "redirect_uri": CALLBACK,
            }
        ]

    def test_its_addresses_are_read_once(self, issuer: ScriptedIssuer, client: Issuer) -> None:
        for _ in range(3):
            client.redeem("c0de", "verifier", CALLBACK, NOW)

        assert issuer.discovered == 1

    @pytest.mark.parametrize(
        "claims",
        [
            {"iss": "https://evil.example"},
            {"aud": "another"},
            {"aud": ["another"]},
            {"exp": int((NOW - timedelta(minutes=2)).timestamp())},
            {"exp": "tomorrow"},
            {"email_verified": False},
            {"email_verified": "false"},
            {"email_verified": None},
            {"email": None},
        ],
        ids=str,
    )
    def test_an_identity_that_is_not_good_signs_nobody_in(
        self, issuer: ScriptedIssuer, client: Issuer, claims: dict[str, object]
    ) -> None:
        issuer.claims |= claims

        with pytest.raises(Unauthorized):
            client.redeem("c0de", "verifier", CALLBACK, NOW)

    def test_an_address_of_which_nothing_is_said_counts_only_where_the_operator_says_so(
        self, issuer: ScriptedIssuer, client: Issuer
    ) -> None:
        trusted = Issuer(issuer.url, "console", verifies_addresses=True)
        del issuer.claims["email_verified"]

        with pytest.raises(Unauthorized):
            client.redeem("c0de", "verifier", CALLBACK, NOW)
        assert trusted.redeem("c0de", "verifier", CALLBACK, NOW) == "ada@example.com"

        issuer.claims["email_verified"] = False
        with pytest.raises(Unauthorized):
            trusted.redeem("c0de", "verifier", CALLBACK, NOW)

    @pytest.mark.parametrize(
        "claims",
        [{"aud": ["console", "another"]}, {"email_verified": "true"}, {"exp": int(NOW.timestamp()) - 30}],
        ids=str,
    )
    def test_what_issuers_do_is_understood(
        self, issuer: ScriptedIssuer, client: Issuer, claims: dict[str, object]
    ) -> None:
        issuer.claims |= claims

        assert client.redeem("c0de", "verifier", CALLBACK, NOW) == "ada@example.com"

    @pytest.mark.parametrize(
        ("status", "answer", "fault"),
        [
            (400, {"error": "invalid_grant"}, Unauthorized),
            (200, {}, Unauthorized),
            (200, {"id_token": "no token"}, Unauthorized),
            (200, {"id_token": "a.%%%.c"}, Unauthorized),
            (200, ["id_token"], Unauthorized),
            (200, b"<html>", Unauthorized),
            (302, {}, Unauthorized),
            (500, {}, ServiceUnavailable),
            (503, b"busy", ServiceUnavailable),
        ],
    )
    def test_other_answers_sign_nobody_in(
        self, issuer: ScriptedIssuer, client: Issuer, status: int, answer: object, fault: type[Exception]
    ) -> None:
        issuer.status, issuer.answer = status, answer

        with pytest.raises(fault):
            client.redeem("c0de", "verifier", CALLBACK, NOW)

    def test_one_that_calls_itself_otherwise_is_not_believed(
        self, issuer: ScriptedIssuer, client: Issuer
    ) -> None:
        issuer.addresses["issuer"] = "https://evil.example"

        with pytest.raises(ServiceUnavailable):
            client.redeem("c0de", "verifier", CALLBACK, NOW)

    def test_one_that_does_not_answer_is_asked_again_after_a_while(
        self, issuer: ScriptedIssuer, client: Issuer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        seconds = 0.0
        monkeypatch.setattr(time, "monotonic", lambda: seconds)
        known, issuer.addresses = issuer.addresses, {}

        for _ in range(3):
            with pytest.raises(ServiceUnavailable):
                client.addresses()
        assert issuer.discovered == 1

        issuer.addresses = known
        seconds = 11.0
        assert client.addresses().issuer == issuer.url


class TestSigningIn:
    def test_the_person_with_the_address_is_signed_in(
        self, records: Records, tenant: Tenant, issuer: ScriptedIssuer, client: Issuer
    ) -> None:
        person = make_person(records, tenant)
        issuer.claims["email"] = person.email.upper()

        session = service.sign_in(records, client, request(), HERE, now=NOW)

        assert (session.user.id, session.expires_at) == (person.id, "2026-03-02T21:30:00.000Z")

    def test_whoever_is_unknown_is_refused(self, records: Records, tenant: Tenant, client: Issuer) -> None:
        with pytest.raises(Forbidden):
            service.sign_in(records, client, request(), HERE, now=NOW)

    def test_whoever_was_archived_is_refused(
        self, records: Records, tenant: Tenant, issuer: ScriptedIssuer, client: Issuer
    ) -> None:
        person = make_person(records, tenant)
        issuer.claims["email"] = person.email
        user_service.archive(
            records,
            tenant.organization_id,
            person.id,
            OPERATOR,
            now=NOW,
            precondition=ANY_VERSION,
        )

        with pytest.raises(Forbidden):
            service.sign_in(records, client, request(), HERE, now=NOW)

    def test_of_several_accounts_the_oldest_counts(
        self, records: Records, tenant: Tenant, issuer: ScriptedIssuer, client: Issuer
    ) -> None:
        first = make_person(records, tenant)
        make_person(records, make_tenant(records.table), email=first.email)
        issuer.claims["email"] = first.email

        assert service.sign_in(records, client, request(), HERE, now=NOW).user.id == first.id

    @pytest.mark.parametrize(
        "address",
        [
            "https://evil.example/console/signed-in",
            "http://gather.example.com/console/signed-in",
            "https://gather.example.com:444/console/signed-in",
            "https://gather.example.com@evil.example/",
            "//gather.example.com/console/signed-in",
            "/console/signed-in",
            "https://[",
        ],
    )
    def test_another_origin_is_refused_before_the_issuer_is_asked(
        self, records: Records, issuer: ScriptedIssuer, client: Issuer, address: str
    ) -> None:
        with pytest.raises(ValidationFailed):
            service.sign_in(records, client, request(redirect_uri=address), HERE, now=NOW)

        assert issuer.asked == []
