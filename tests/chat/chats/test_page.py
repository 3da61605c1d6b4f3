"""The page of a chatbot and who may embed it (docs/chat.md; interface: Chatbots, rule 6)."""

import re
from typing import Any

import pytest

from tests.builders.service import Service
from tests.doubles.chat_candidate import Candidate, chatting
from tests.support.records import post_chatbot

pytestmark = pytest.mark.routes


class TestThePage:
    def _policy(self, service: Service, **members: object) -> str:
        chatbot = post_chatbot(service, **members)
        return Candidate(service, chatbot["id"]).call("GET", "").headers["content-security-policy"]

    def test_runs_its_own_script_and_no_other(self, candidate: Candidate) -> None:
        page = candidate.call("GET", "")
        again = candidate.call("GET", "")

        policy = page.headers["content-security-policy"]
        [nonce] = set(re.findall(r"'nonce-([^']+)'", policy))
        assert policy.startswith("default-src 'none';")
        assert "unsafe" not in policy
        assert re.findall(r"<(?:script|style)(?![^>]*nonce)", page.body) == []
        assert f'nonce="{nonce}"' in page.body
        assert nonce not in again.body

    def test_what_the_customer_wrote_cannot_end_its_element(self, service: Service) -> None:
        attack = "</script><script>alert(1)</script>"
        chatbot = post_chatbot(service, displayName=attack, description=attack, welcomeMessage=attack)

        page = Candidate(service, chatbot["id"]).call("GET", "").body

        assert "alert(1)</script>" not in page
        assert page.count("<script") == 2

    def test_shows_name_language_and_colors(self, service: Service) -> None:
        chatbot = post_chatbot(
            service, language="de", branding={"displayName": "Robin & Co", "accentColor": "ffee00"}
        )

        page = Candidate(service, chatbot["id"]).call("GET", "").body

        assert '<html lang="de" dir="ltr">' in page
        assert "<title>Chat mit Robin &amp; Co</title>" in page
        assert "--accent: #ffee00; --accent-ink: #111" in page

    def test_tells_nothing_of_how_the_chatbot_is_instructed(self, service: Service) -> None:
        chatbot = post_chatbot(service, guardrails=["Never mention the merger"])

        assert "merger" not in Candidate(service, chatbot["id"]).call("GET", "").body

    def test_may_be_framed_by_allowed_domains_or_anywhere(self, service: Service) -> None:
        limited = self._policy(service, allowedDomains=["careers.example.com", "*.example.org"])

        assert "frame-ancestors 'self' careers.example.com:* *.example.org:*;" in limited
        assert "frame-ancestors *;" in self._policy(service)

    def test_the_script_names_the_chatbot_and_its_domains(self, service: Service) -> None:
        chatbot = post_chatbot(service, displayName="</script>", allowedDomains=["example.com"])

        script = Candidate(service, chatbot["id"]).call("GET", "/embed.js")

        assert script.headers["content-type"].startswith("text/javascript")
        assert chatbot["id"] in script.body
        assert '"domains": ["example.com"]' in script.body
        assert "</script>" not in script.body


class TestOrigins:
    @pytest.mark.parametrize(
        ("origin", "status"),
        [
            (None, 201),
            ("https://careers.example.com", 201),
            ("https://careers.example.com:8443", 201),
            ("https://jobs.example.org", 201),
            ("https://gather.example.com", 201),
            ("https://example.org", 403),
            ("https://careers.example.com.evil.net", 403),
            ("https://evil.net", 403),
            ("null", 403),
        ],
    )
    @pytest.mark.in_process
    def test_allowed_domains_and_the_page_itself(
        self, service: Service, origin: str | None, status: int
    ) -> None:
        chatbot = post_chatbot(service, allowedDomains=["careers.example.com", "*.example.org"])

        assert Candidate(service, chatbot["id"], origin=origin).begin().status == status

    def test_a_conversation_goes_on_from_allowed_sites_only(self, service: Service) -> None:
        candidate = chatting(service, post_chatbot(service, allowedDomains=["careers.example.com"]))
        candidate.origin = "https://evil.net"

        for reply in (candidate.say("Hello"), candidate.read(), candidate.end()):
            assert reply.error["code"] == "FORBIDDEN"

    def test_without_domains_every_site_may(self, service: Service, chatbot: dict[str, Any]) -> None:
        assert Candidate(service, chatbot["id"], origin="https://anywhere.net").begin().status == 201
