"""The stand-in issuer speaks OpenID Connect with PKCE, and `/_local/sign-in` signs in without a page."""

import base64
import hashlib
import json
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from gather.core.caller import Role
from gather.table.records import Records
from gather.wiring import Adapters
from local_stack.pages.sign_in import add_sign_in_routes
from tests.builders.people import as_bearer, make_person
from tests.builders.service import UNKNOWN_ID, Service, Tenant

BASE = "http://127.0.0.1:3000"
CALLBACK = f"{BASE}/console/signed-in"
ADA = {"name": "Ada Example", "email": "ada@example.com", "userId": UNKNOWN_ID}
VERIFIER = "v" * 43
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).decode().rstrip("=")
ASKED = {
    "response_type": "code",
    "client_id": "console",
    "redirect_uri": CALLBACK,
    "scope": "openid email",
    "state": "the state",
    "nonce": "the nonce",
    "code_challenge": CHALLENGE,
    "code_challenge_method": "S256",
}


@pytest.fixture
def browser() -> FlaskClient:
    """A browser at a stack with one person."""
    return _client(lambda: None)


def _client(table: Any, table_name: str = "") -> FlaskClient:
    application = Flask(__name__)
    add_sign_in_routes(application, BASE, table, table_name, {"consoleUsers": {"reviewer": ADA}})
    return application.test_client()


def _get(browser: FlaskClient, path: str, **query: str) -> TestResponse:
    return browser.get(f"/_local/issuer/{path}", query_string=query, base_url=BASE)


def _post(browser: FlaskClient, path: str, **form: str) -> TestResponse:
    return browser.post(f"/_local/issuer/{path}", data=form, base_url=BASE)


def _code(browser: FlaskClient, **asked: str) -> str:
    sent_back = _post(browser, "authorize", **{**ASKED, **asked}, email=ADA["email"])
    assert sent_back.status_code == 303
    return parse_qs(urlsplit(sent_back.headers["Location"]).query)["code"][0]


def _redeem(browser: FlaskClient, code: str, **form: str) -> TestResponse:
    given = {
        "code": code,
        "code_verifier": VERIFIER,
        "redirect_uri": CALLBACK,
        "client_id": "console",
        **form,
    }
    return _post(browser, "token", grant_type="authorization_code", **given)


def _claims(response: TestResponse) -> dict[str, Any]:
    payload = response.get_json()["id_token"].split(".")[1]
    claims: dict[str, Any] = json.loads(base64.urlsafe_b64decode(payload + "=="))
    return claims


class TestTheIssuer:
    def test_it_says_where_it_is(self, browser: FlaskClient) -> None:
        found = _get(browser, ".well-known/openid-configuration").get_json()

        assert found["issuer"] == f"{BASE}/_local/issuer"
        assert found["authorization_endpoint"] == f"{BASE}/_local/issuer/authorize"
        assert found["token_endpoint"] == f"{BASE}/_local/issuer/token"

    def test_its_page_lists_people_as_buttons_and_asks_nothing_else(self, browser: FlaskClient) -> None:
        page = _get(browser, "authorize", **ASKED).get_data(as_text=True)

        assert re.findall(r'<button[^>]*aria-label="([^"]*)"', page) == [ADA["name"]]
        assert set(re.findall(r'<input type="(\w+)"', page)) == {"hidden"}

    def test_a_code_gives_the_identity_of_who_was_chosen(self, browser: FlaskClient) -> None:
        claims = _claims(_redeem(browser, code=_code(browser)))

        assert claims["email"] == ADA["email"]
        assert (claims["iss"], claims["aud"]) == (f"{BASE}/_local/issuer", "console")
        assert claims["nonce"] == "the nonce"

    def test_the_state_comes_back(self, browser: FlaskClient) -> None:
        sent_back = _post(browser, "authorize", **ASKED, email=ADA["email"]).headers["Location"]

        assert sent_back.startswith(f"{CALLBACK}?")
        assert parse_qs(urlsplit(sent_back).query)["state"] == ["the state"]

    def test_a_code_is_good_once(self, browser: FlaskClient) -> None:
        code = _code(browser)

        assert [_redeem(browser, code=code).status_code for _ in range(2)] == [200, 400]

    @pytest.mark.parametrize(
        "form",
        [
            {"code_verifier": "w" * 43},
            {"redirect_uri": f"{CALLBACK}/"},
            {"client_id": "other"},
            {"code": "x"},
        ],
        ids=str,
    )
    def test_another_s_code_is_refused(self, browser: FlaskClient, form: dict[str, str]) -> None:
        assert _redeem(browser, **{"code": _code(browser), **form}).status_code == 400

    @pytest.mark.parametrize(
        "asked",
        [
            {"redirect_uri": "https://evil.example/console"},
            {"client_id": "other"},
            {"response_type": "token"},
            {"code_challenge_method": "plain"},
            {"code_challenge": ""},
        ],
        ids=str,
    )
    def test_a_bad_request_shows_nobody(self, browser: FlaskClient, asked: dict[str, str]) -> None:
        assert _get(browser, "authorize", **{**ASKED, **asked}).status_code == 400
        assert _post(browser, "authorize", **{**ASKED, **asked}, email=ADA["email"]).status_code == 400

    def test_nobody_else_is_signed_in(self, browser: FlaskClient) -> None:
        assert _post(browser, "authorize", **ASKED, email="eve@example.com").status_code == 400

    def test_signing_out_leads_back_to_this_service_alone(self, browser: FlaskClient) -> None:
        back = _get(browser, "sign-out", post_logout_redirect_uri=f"{BASE}/console/jobs")
        elsewhere = _get(browser, "sign-out", post_logout_redirect_uri="https://evil.example")

        assert back.headers["Location"] == f"{BASE}/console/jobs"
        assert elsewhere.headers["Location"] == f"{BASE}/console"


class TestSignInWithoutAPage:
    @pytest.fixture
    def stack(self, adapters: Adapters) -> FlaskClient:
        """A stack whose table is that of the test's service."""
        return _client(lambda: adapters.clients.dynamodb, adapters.settings.table_name)

    @pytest.mark.routes
    @pytest.mark.in_process
    def test_any_user_with_an_account_is_signed_in(
        self, stack: FlaskClient, service: Service, records: Records, tenant: Tenant
    ) -> None:
        person = make_person(records, tenant, Role.MANAGER)

        reply = stack.post("/_local/sign-in", json={"userId": person.id})

        session = reply.get_json()["data"]["session"]
        assert (reply.status_code, session["user"]["role"]) == (201, "manager")
        assert as_bearer(service, session["token"]).get("/candidates").status == 200

    @pytest.mark.routes
    @pytest.mark.in_process
    def test_others_are_not_there(
        self, stack: FlaskClient, service: Service, records: Records, tenant: Tenant
    ) -> None:
        archived = make_person(records, tenant)
        service.delete(f"/users/{archived.id}")

        for user_id in (tenant.user_id, archived.id, UNKNOWN_ID, "nobody"):
            assert stack.post("/_local/sign-in", json={"userId": user_id}).status_code == 404

    @pytest.mark.routes
    @pytest.mark.in_process
    @pytest.mark.parametrize("body", [{}, {"userId": 1}, {"userId": UNKNOWN_ID, "seconds": 0}, [], None])
    def test_a_bad_body_is_refused(self, stack: FlaskClient, body: object) -> None:
        assert stack.post("/_local/sign-in", json=body).status_code == 400

    @pytest.mark.routes
    @pytest.mark.in_process
    def test_a_session_may_be_short(self, stack: FlaskClient, records: Records, tenant: Tenant) -> None:
        person = make_person(records, tenant)

        made = stack.post("/_local/sign-in", json={"userId": person.id, "seconds": 60}).get_json()

        expires_at, told_at = made["data"]["session"]["expiresAt"], made["meta"]["timestamp"]
        assert expires_at[:16] >= told_at[:16]
        assert expires_at[:13] <= f"{told_at[:11]}{int(told_at[11:13]) + 1:02}"
