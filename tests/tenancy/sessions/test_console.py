"""The console's own routes: its page, its files and its sessions (interface: Console, rules 1 to 4)."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

import console.handler
from gather.core.caller import Role
from gather.core.language import LANGUAGES
from gather.http.static_text import static_text
from gather.table.records import Records
from gather.wiring import Adapters
from tests.builders.people import as_bearer, make_person
from tests.builders.service import Service, Tenant
from tests.doubles.issuer import ScriptedIssuer, scripted_issuer

pytestmark = [pytest.mark.routes, pytest.mark.in_process]

ORIGIN = "https://gather.example.com"
PAGE = """<!doctype html><script type="application/json" id="configuration">{}</script>"""


@pytest.fixture
def issuer(adapters: Adapters) -> Iterator[ScriptedIssuer]:
    """The issuer of the deployment."""
    with scripted_issuer(datetime.now(UTC)) as scripted:
        adapters.settings = replace(
            adapters.settings, base_url=ORIGIN, issuer_url=scripted.url, sign_in_client_id="console"
        )
        yield scripted


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A built console."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text(PAGE)
    (tmp_path / ".vite").mkdir()
    phrases = {
        f"src/languages/{code}.json?part=first": {"file": f"assets/{code}-0a1b2c3d.js"} for code in LANGUAGES
    }
    (tmp_path / ".vite" / "manifest.json").write_text(json.dumps(phrases))
    (tmp_path / "assets" / "index-0a1b2c3d.js").write_text("start()")
    (tmp_path / "assets" / "index-0a1b2c3d.css").write_text("p{}")
    (tmp_path / "assets" / "secret-0a1b2c3d.txt").write_text("no")
    monkeypatch.setattr(console.handler, "_BUILT", tmp_path)
    static_text.cache_clear()
    return tmp_path


def body(**members: object) -> dict[str, object]:
    """The body that begins a session."""
    return {"code": "c0de", "codeVerifier": "v" * 43, "redirectUri": f"{ORIGIN}/console/signed-in", **members}


class TestSessions:
    def test_a_code_becomes_a_session_that_opens_gather(
        self, service: Service, records: Records, tenant: Tenant, issuer: ScriptedIssuer
    ) -> None:
        person = make_person(records, tenant, Role.MANAGER)
        issuer.claims["email"] = person.email

        reply = service.public().post("/console/session", body())

        session = reply.data["session"]
        assert reply.status == 201
        assert session["user"] == {
            "id": person.id,
            "firstName": "Manager",
            "lastName": "Example",
            "email": person.email,
            "role": "manager",
            "organizationId": tenant.organization_id,
            "teamIds": [tenant.team_id],
        }
        assert as_bearer(service, session["token"]).get("/candidates").status == 200

    @pytest.mark.parametrize("missing", ["code", "codeVerifier", "redirectUri"])
    def test_nothing_may_be_missing(self, service: Service, issuer: ScriptedIssuer, missing: str) -> None:
        sent = {name: value for name, value in body().items() if name != missing}

        reply = service.public().post("/console/session", sent)

        assert (reply.status, reply.faulty_fields) == (400, {missing})

    def test_a_code_that_the_issuer_does_not_take_is_refused(
        self, service: Service, issuer: ScriptedIssuer
    ) -> None:
        issuer.status, issuer.answer = 400, {"error": "invalid_grant"}

        assert service.public().post("/console/session", body()).status == 401

    def test_another_origin_is_refused(self, service: Service, issuer: ScriptedIssuer) -> None:
        sent = body(redirectUri="https://evil.example/console/signed-in")

        assert service.public().post("/console/session", sent).faulty_fields == {"redirectUri"}

    def test_a_person_without_an_account_is_refused(self, service: Service, issuer: ScriptedIssuer) -> None:
        assert service.public().post("/console/session", body()).status == 403

    def test_without_an_issuer_nobody_signs_in(self, service: Service) -> None:
        assert service.public().post("/console/session", body()).status == 503

    def test_signing_out_answers_when(
        self, service: Service, records: Records, tenant: Tenant, issuer: ScriptedIssuer
    ) -> None:
        issuer.claims["email"] = make_person(records, tenant).email
        token = service.public().post("/console/session", body()).data["session"]["token"]

        ended = as_bearer(service.public(), token).delete("/console/session")

        assert ended.data["session"]["endedAt"]


class TestThePage:
    @pytest.mark.parametrize(
        "address", ["/console", "/console/candidates", "/console/candidates/1", "/console/a/b/c/d.e"]
    )
    # The document has no parameter for an address of several parts.
    @pytest.mark.beyond_the_document
    def test_every_address_shows_it(self, service: Service, built: Path, address: str) -> None:
        reply = service.public().get(address)

        assert (reply.status, reply.headers["content-type"]) == (200, "text/html; charset=utf-8")

    def test_it_knows_where_to_sign_in(self, service: Service, built: Path, issuer: ScriptedIssuer) -> None:
        text = service.public().request("GET", "/console", headers={"accept-language": "de-AT,en;q=0.5"}).body

        found = re.search(r'id="configuration">(.*?)<', str(text))
        assert found is not None
        configuration = json.loads(found[1])
        assert configuration["language"] == "de"
        assert len(configuration["languages"]) == 9
        assert configuration["issuer"] == {
            "authorizationEndpoint": f"{issuer.url}/authorize",
            "endSessionEndpoint": None,
            "clientId": "console",
            "scope": "openid email profile",
        }

    def test_it_names_the_phrases_of_the_language_beside_its_scripts(
        self, service: Service, built: Path
    ) -> None:
        text = service.public().request("GET", "/console", headers={"accept-language": "pl"}).body

        assert '<link rel="modulepreload" crossorigin href="/console/assets/pl-0a1b2c3d.js">' in str(text)

    def test_what_it_knows_cannot_end_its_element(
        self, service: Service, built: Path, issuer: ScriptedIssuer
    ) -> None:
        issuer.addresses["authorization_endpoint"] = "https://e.com/</script><script>alert(1)</script>"

        text = str(service.public().get("/console").body)

        assert text.count("</script>") == PAGE.count("</script>")

    def test_it_opens_while_the_issuer_does_not_answer(
        self, service: Service, built: Path, adapters: Adapters
    ) -> None:
        adapters.settings = replace(
            adapters.settings, issuer_url="http://127.0.0.1:9", sign_in_client_id="console"
        )

        reply = service.public().get("/console")

        assert reply.status == 200
        assert '"issuer": null' in str(reply.body)

    def test_it_runs_nothing_but_its_files_and_is_framed_by_nobody(
        self, service: Service, built: Path
    ) -> None:
        policy = service.public().get("/console").headers["content-security-policy"]

        directives = dict(part.strip().partition(" ")[::2] for part in policy.split(";"))
        assert directives["default-src"] == "'none'"
        assert directives["script-src"] == "'self'"
        assert directives["style-src"] == "'self'"
        assert directives["frame-ancestors"] == "'none'"

    def test_before_it_is_built_it_says_how(self, service: Service, built: Path) -> None:
        (built / "index.html").unlink()

        assert "make console" in str(service.public().get("/console/jobs").body)


class TestItsFiles:
    @pytest.mark.parametrize(
        ("name", "kind"), [("index-0a1b2c3d.js", "text/javascript"), ("index-0a1b2c3d.css", "text/css")]
    )
    # Of the two media types of the route the document has one.
    @pytest.mark.beyond_the_document
    def test_a_browser_may_keep_them_for_good(
        self, service: Service, built: Path, name: str, kind: str
    ) -> None:
        reply = service.public().get(f"/console/assets/{name}")

        assert reply.status == 200
        assert reply.headers["content-type"].startswith(kind)
        assert reply.headers["cache-control"] == "public, max-age=31536000, immutable"

    @pytest.mark.parametrize(
        "name",
        ["index-99999999.js", "secret-0a1b2c3d.txt", "..%2Findex.html", "index.html", "index-0a1b2c3d.js%00"],
    )
    def test_nothing_else_is_sent(self, service: Service, built: Path, name: str) -> None:
        assert service.public().get(f"/console/assets/{name}").status == 404
