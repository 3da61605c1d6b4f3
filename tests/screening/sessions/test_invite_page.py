"""The candidate's page that takes the answers (interface: Candidate side, rule 1)."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import screening
from gather.table.records import Records
from gather.wiring import Adapters
from gather.workflow.enrollments.standing import Standing
from screening.pages.invite_page import FAULT_TEXTS
from screening.pages.invite_phrases import PHRASES
from tests.builders.screening import make_ai_screening, make_screening
from tests.builders.service import Reply, Service, Tenant
from tests.doubles.clock import HandClock
from tests.doubles.engines import ScriptedEngines
from tests.doubles.screening_candidate import Screening

pytestmark = pytest.mark.routes

FOLDER = Path(screening.__file__).parent / "assets" / "scripts"
FILES = [file for file in sorted(FOLDER.rglob("*.js")) if file.name != "results_page.js"]
SCRIPTS = [file.read_text(encoding="utf-8") for file in FILES]
ATTACK = "</script><script>alert(1)</script>"


@pytest.fixture
def invited(service: Service) -> Screening:
    return make_screening(service)


def open_page(invited: Screening, **headers: str) -> Reply:
    return invited.page.request("GET", f"/i/{invited.token}", headers=headers)


def configuration(page: Reply) -> dict[str, Any]:
    """Returns the configuration of the page's script."""
    found = re.search(r'id="configuration"[^>]*>(.*?)</script>', page.body)
    assert found is not None
    told: dict[str, Any] = json.loads(found[1])
    return told


def policy(page: Reply) -> dict[str, str]:
    """Returns the directives of the Content-Security-Policy."""
    parts = (part.partition(" ") for part in page.headers["content-security-policy"].split("; "))
    return {name: value for name, _, value in parts}


class TestThePage:
    def test_runs_its_own_script_and_no_other(self, invited: Screening) -> None:
        page, again = open_page(invited), open_page(invited)

        assert page.status == 200
        directives = policy(page)
        [nonce] = re.findall(r"'nonce-([^']+)'", directives["script-src"])
        assert directives["style-src"] == f"'nonce-{nonce}'"
        assert directives["default-src"] == directives["base-uri"] == directives["form-action"] == "'none'"
        assert "unsafe" not in page.headers["content-security-policy"]
        assert re.findall(r"<(?:script|style)(?![^>]*nonce)", page.body) == []
        assert re.findall(r"<[^>]+ (?:on\w+|style)=", page.body.partition("<script")[0]) == []
        assert nonce not in again.body

    def test_keeps_the_invite_to_itself(self, invited: Screening) -> None:
        page = open_page(invited)

        assert invited.token not in page.body
        assert page.headers["cache-control"] == "no-store"
        assert page.headers["referrer-policy"] == "no-referrer"
        assert page.headers["x-content-type-options"] == "nosniff"
        assert page.headers["x-robots-tag"] == "noindex"
        assert policy(page)["frame-ancestors"] == "'none'"
        assert page.headers["permissions-policy"].startswith("microphone=(self)")

    def test_reaches_the_service_and_the_media_store_alone(
        self, invited: Screening, engines: ScriptedEngines
    ) -> None:
        page = open_page(invited)

        assert policy(page)["connect-src"] == "'self' https://media.test"
        assert policy(page)["media-src"] == "'self' https: blob: https://media.test"
        assert configuration(page)["mayRecord"] is True

    @pytest.mark.parametrize(
        ("streams", "reached"),
        [(False, "'self' https://media.test"), (True, "'self' https://media.test wss://speech.example")],
    )
    def test_of_a_conversation_reaches_the_stream_of_speech_too(
        self,
        service: Service,
        records: Records,
        tenant: Tenant,
        engines: ScriptedEngines,
        streams: bool,
        reached: str,
    ) -> None:
        engines.transcription().streams = streams

        page = open_page(make_ai_screening(service, records, tenant))

        assert policy(page)["connect-src"] == reached
        # The microphone's processor is a blob of the page's own script.
        assert policy(page)["script-src"].split()[1:] == ["blob:"]

    def test_of_a_conversation_asks_the_survey_alone_and_shows_all_without_a_script(
        self, service: Service, records: Records, tenant: Tenant
    ) -> None:
        page = open_page(make_ai_screening(service, records, tenant))

        assert [each["title"] for each in configuration(page)["questions"]] == ["Anything else?"]
        plain = page.body.partition("<script")[0]
        for asked in ("Why coffee?", "Whom do you work with best?", "Anything else?"):
            assert asked in plain

    @pytest.mark.parametrize("kept", [True, False])
    def test_of_a_conversation_knows_whether_recordings_are_kept(
        self, service: Service, records: Records, tenant: Tenant, kept: bool
    ) -> None:
        page = open_page(make_ai_screening(service, records, tenant, {"callRecording": kept}))

        assert configuration(page)["keepsRecordings"] is kept

    @pytest.mark.parametrize(
        ("player", "audio_only", "framed"),
        [
            ("", False, None),
            ("https://avatar.example:8443/player/1", False, "https://avatar.example:8443"),
            ("https://avatar.example:8443/player/1", True, None),
        ],
    )
    def test_of_a_conversation_frames_the_avatars_player_alone(
        self,
        service: Service,
        records: Records,
        tenant: Tenant,
        adapters: Adapters,
        player: str,
        audio_only: bool,
        framed: str | None,
    ) -> None:
        adapters.settings = replace(adapters.settings, avatar_player_url=player)

        page = open_page(make_ai_screening(service, records, tenant, {"audioOnly": audio_only}))

        assert policy(page).get("frame-src") == framed
        assert policy(page)["frame-ancestors"] == "'none'"

    def test_of_questions_frames_nothing(self, invited: Screening, adapters: Adapters) -> None:
        adapters.settings = replace(adapters.settings, avatar_player_url="https://avatar.example/player")

        assert "frame-src" not in policy(open_page(invited))

    @pytest.mark.in_process
    def test_asks_for_written_answers_where_no_upload_can_be_signed(self, invited: Screening) -> None:
        page = open_page(invited)

        assert policy(page)["connect-src"] == "'self'"
        assert configuration(page)["mayRecord"] is False

    def test_records_in_nothing_but_what_is_taken(self, invited: Screening, engines: ScriptedEngines) -> None:
        recorder = (FOLDER / "invite" / "recorder.js").read_text(encoding="utf-8")
        [listed] = re.findall(r"const RECORDED_TYPES = (\[.*?\]);", recorder)

        recorded = json.loads(listed)

        assert recorded
        for each in recorded:
            announced = {"contentType": each, "size": 44}
            reply = invited.page.post(f"/screening/{invited.token}/media", announced)
            assert reply.status == 201, reply.body

    def test_tells_its_script_what_a_candidate_may_know(self, invited: Screening) -> None:
        told = configuration(open_page(invited))

        assert (told["firstName"], told["companyName"], told["displayName"]) == (
            "Ada",
            "Example Team 1",
            "Warehouse lead",
        )
        assert told["questions"] == invited.show().data["screening"]["questions"]
        for secret in ("preferred", "weight", "knockout", "Safety"):
            assert secret not in json.dumps(told["questions"])

    def test_what_a_team_wrote_cannot_end_its_element(self, service: Service, invited: Screening) -> None:
        service.patch(f"/questions/{invited.questions['spoken']}", {"title": ATTACK})
        service.patch(f"/interviews/{invited.interview['id']}", {"displayName": ATTACK})

        page = open_page(invited)

        assert "<script>" not in page.body
        assert page.body.count("</script>") == 2
        assert configuration(page)["questions"][0]["title"] == ATTACK
        assert "<h1>&lt;/script&gt;&lt;script&gt;alert(1)" in page.body

    def test_is_useful_without_a_script(self, invited: Screening) -> None:
        invited.answer("licence", value=True)

        plain = open_page(invited).body.partition("<script")[0]

        assert "Hello Ada!" in plain
        assert "Example Team 1 would like to get to know you. There are 3 questions for you." in plain
        assert "JavaScript" in plain
        for asked in ("Your work", "https://cdn.example.com/1.mp3", "Which shift suits you?", "Night"):
            assert asked in plain
        assert re.findall(r"<strong>([^<]+)</strong> <span[^>]*>\(Answered\)", plain) == [
            "Do you hold a forklift licence?"
        ]


class TestItsLook:
    @pytest.mark.parametrize(
        ("accent", "button", "ink", "marks"),
        [
            (None, None, ["fff", "fff"], ["2f5bea", "2f5bea"]),
            ("fff", "ffe14d", ["111", "111"], ["1b1f27", "ffe14d"]),
            ("0a0a2a", None, ["fff", "fff"], ["0a0a2a", "e9ecf2"]),
        ],
    )
    def test_any_color_can_be_read(
        self, service: Service, invited: Screening, accent: str, button: str, ink: list[str], marks: list[str]
    ) -> None:
        self._dress(service, invited, {"accentColor": accent, "teamButtonColor": button})

        page = open_page(invited).body

        colors = dict(re.findall(r"--([a-z-]+): #([0-9a-f]+);", page))
        default = accent or "2f5bea"
        assert [colors["accent"], colors["button"]] == [default, button or default]
        assert [colors["accent-ink"], colors["button-ink"]] == ink
        assert [colors["mark-light"], colors["mark-dark"]] == marks

    @pytest.mark.beyond_the_document("an address of characters that URIs do not have")
    def test_shows_the_teams_images_over_https_alone(self, service: Service, invited: Screening) -> None:
        images = {"logoUrl": "https://cdn.example.com/l.png?a=1&b=2"}
        background = {"teamBackgroundImage": 'https://cdn.example.com/b.png?x=")}</style>'}
        self._dress(service, invited, {**images, **background})
        page = open_page(invited).body
        assert '<img src="https://cdn.example.com/l.png?a=1&amp;b=2" alt=""' in page
        assert 'url("https://cdn.example.com/b.png?x=%22%29%7D%3C/style%3E")' in page

        self._dress(
            service, invited, {"logoUrl": "http://cdn.example.com/l.png", "teamBackgroundImage": None}
        )
        page = open_page(invited).body
        assert "cdn.example.com/l.png" not in page
        assert "background-image" not in page
        assert '<span class="face" aria-hidden="true">E</span>' in page

    @staticmethod
    def _dress(service: Service, invited: Screening, branding: dict[str, Any]) -> None:
        reply = service.patch(f"/teams/{invited.candidate['teamId']}/branding", branding)
        assert reply.status == 200, reply.body


class TestItsLanguage:
    @pytest.mark.parametrize(
        ("language", "shown", "greeting"),
        [
            ("en", "en", "Hello Ada!"),
            ("de-CH", "de-CH", "Hallo Ada!"),
            ("fr", "fr", "Bonjour Ada !"),
            ("es", "es", "¡Hola, Ada!"),
            ("pl-PL", "pl-PL", "Dzień dobry, Ada!"),
            ("ja", "en", "Hello Ada!"),
        ],
    )
    def test_is_the_interviews(
        self, service: Service, invited: Screening, language: str, shown: str, greeting: str
    ) -> None:
        service.patch(f"/interviews/{invited.interview['id']}", {"language": language})

        page = open_page(invited, **{"accept-language": "es"})

        assert f'<html lang="{shown}" dir="ltr">' in page.body
        assert greeting in page.body
        assert configuration(page)["language"] == shown
        assert configuration(page)["texts"]["hello"].format(firstName="Ada") == greeting

    def test_arabic_is_written_from_right_to_left(self, service: Service, invited: Screening) -> None:
        service.patch(f"/interviews/{invited.interview['id']}", {"language": "ar"})

        page = open_page(invited)

        assert '<html lang="ar" dir="rtl">' in page.body
        assert "لديك 3 أسئلة" in page.body

    def test_the_scripts_use_phrases_that_there_are(self) -> None:
        used = {name for script in SCRIPTS for name in re.findall(r"\btexts\.(\w+)", script)}
        counted = {name for script in SCRIPTS for name in re.findall(r"\bcount\(\"(\w+)\"", script)}
        used |= counted
        used |= {name for script in SCRIPTS for name in re.findall(r"\"(resume[A-Z]\w+)\"", script)}
        used |= {name for script in SCRIPTS for name in re.findall(r"\bend\(\"(\w+)\"\)", script)}
        by_name = {"plainNote", "up", "down", *FAULT_TEXTS.values()}
        ends = ("closed", "expired", "absent", "halted", "withdrawn", "gone")
        standings = {f"{name}{part}" for name in ends for part in ("", "Title")}
        standings |= {f"stands{standing.value.capitalize()}" for standing in Standing}
        by_name |= {"longExpired", "helpTitle", "helpContact", "helpCompany", "promise", "late", "noPromise"}

        assert counted == {"questions", "missingAnswers", "talkQuestions", "surveyAfter"}
        assert used | by_name | standings == PHRASES.english.keys()


class TestItsEnds:
    def test_unknown(self, service: Service) -> None:
        page = service.public().request("GET", f"/i/{'a' * 43}", headers={"accept-language": "de"})

        self._check_end(page, 404, "Einladung nicht gefunden")

    def test_expired(self, service: Service, clock: HandClock, invited: Screening) -> None:
        clock.advance(days=15)
        contact = {"contactEmail": "maya@example.com", "contactName": "Maya Berg"}
        service.patch(f"/teams/{invited.candidate['teamId']}/branding", contact)

        page = open_page(invited)

        self._check_end(page, 410, "The time has passed")
        assert "You can ask Example Team 1 for more time below." in page.body
        assert "Maya Berg" in page.body
        assert 'href="mailto:maya@example.com"' in page.body
        assert configuration(page)["help"]["kinds"] == ["more_time", "other_format", "question", "withdraw"]

    def test_expired_long_ago(self, clock: HandClock, invited: Screening) -> None:
        clock.advance(days=45)

        page = open_page(invited)

        self._check_end(page, 410, "The time has passed")
        assert "Ask Example Team 1 for a new invite." in page.body
        assert configuration(page)["help"] is None

    def test_erased(self, service: Service, invited: Screening) -> None:
        service.post(f"/candidates/{invited.candidate['id']}/erase")

        page = open_page(invited, **{"accept-language": "de"})

        assert page.status == 410
        assert ">Dieser Link ist beendet</h" in page.body
        assert "Example Team" not in page.body

    def test_withdrawn(self, invited: Screening) -> None:
        invited.page.post(f"/screening/{invited.token}/requests", {"kind": "withdraw"})

        page = open_page(invited)

        self._check_end(page, 410, "You have withdrawn")
        assert configuration(page)["help"]["kinds"] == ["question"]

    def test_closed_by_a_rejection(self, service: Service, invited: Screening) -> None:
        body = {"decision": "reject", "reason": "The position is filled."}
        assert service.post(f"/candidate-interviews/{invited.id}/decision", body).status == 201

        page = open_page(invited)

        self._check_end(page, 410, "This interview is closed")
        assert "filled" not in page.body

    @pytest.mark.parametrize(("status", "heading"), [(1, "is paused"), (2, "is closed")])
    def test_paused_or_closed(self, service: Service, status: int, heading: str) -> None:
        invited = make_screening(service)
        invited.answer_all()
        assert service.patch(f"/interviews/{invited.interview['id']}", {"status": status}).status == 200

        page = open_page(invited)

        self._check_end(page, 200, f"This interview {heading}")
        assert "Your work" not in page.body
        assert invited.show().data["screening"]["takesAnswers"] is False
        assert invited.answer("licence", value=True).status == 409
        assert invited.complete().status == 409
        if status == 1:
            service.patch(f"/interviews/{invited.interview['id']}", {"status": 0})
            assert invited.complete().status == 200

    def test_completed(self, service: Service) -> None:
        invited = make_screening(service, externalRedirectUri="https://jobs.example.com/done?a=1&b=2")
        invited.answer_all()
        invited.complete()

        page = open_page(invited)

        self._check_end(page, 200, "Thank you, Ada!")
        assert "Example Team 1 has not said by when you hear from it." in page.body
        assert "Your answers have been sent to Example Team 1." in page.body
        assert (
            'href="https://jobs.example.com/done?a=1&amp;b=2">Continue to jobs.example.com</a>' in page.body
        )
        assert "Your work" not in page.body

    def test_completed_without_anywhere_to_go_on_to(self, invited: Screening) -> None:
        invited.answer_all()
        invited.complete()

        assert "<a " not in open_page(invited).body.partition("<script")[0]

    def test_completed_with_a_promise(self, service: Service, clock: HandClock, invited: Screening) -> None:
        promise = {"replyWithinDays": 5}
        assert service.patch(f"/teams/{invited.candidate['teamId']}/branding", promise).status == 200
        invited.answer_all()
        invited.complete()

        assert "You hear from Example Team 1 by March 7, 2026." in open_page(invited).body

        clock.advance(days=6)
        assert "You should have heard from Example Team 1 by now." in open_page(invited).body

    @pytest.mark.parametrize(
        ("decision", "told"), [("advance", "You are through this part."), ("reject", "other candidates")]
    )
    def test_completed_and_decided(
        self, service: Service, invited: Screening, decision: str, told: str
    ) -> None:
        invited.answer_all()
        invited.complete()
        body = {"decision": decision, "reason": "Talked about it."}
        assert service.post(f"/candidate-interviews/{invited.id}/decision", body).status == 201

        page = open_page(invited)

        assert told in page.body.partition("<script")[0]
        assert "Talked" not in page.body

    def test_archived(self, invited: Screening) -> None:
        reply = invited.service.patch(f"/candidate-interviews/{invited.id}/status", {"status": "archived"})
        assert reply.status == 200, reply.body

        self._check_end(open_page(invited), 200, "This interview is closed")

    def test_the_redirect_of_candidates_is_shown_while_they_answer(self, service: Service) -> None:
        invited = make_screening(service, externalRedirectUri="https://jobs.example.com/done")

        assert configuration(open_page(invited))["redirectUri"] == "https://jobs.example.com/done"

    @staticmethod
    def _check_end(page: Reply, status: int, heading: str) -> None:
        assert page.status == status
        assert page.headers["content-type"].startswith("text/html")
        assert f">{heading}</h" in page.body
        assert page.headers["referrer-policy"] == "no-referrer"
        assert policy(page)["default-src"] == policy(page)["frame-ancestors"] == "'none'"


class TestItsScripts:
    @pytest.mark.parametrize(
        "means", ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "console."]
    )
    def test_write_text_and_log_nothing(self, means: str) -> None:
        assert [script for script in SCRIPTS if means in script] == []

    @pytest.mark.parametrize("place", ["localStorage", "sessionStorage", "indexedDB", "cookie", "caches"])
    def test_keep_answers_in_memory(self, place: str) -> None:
        keeping = {file.name for file in FILES if place in file.read_text(encoding="utf-8")}

        # A turn of a conversation, and what is half-written, outlive a reload until they are taken, for their
        # tab alone.
        assert keeping == ({"kept_turn.js", "drafts.js"} if place == "sessionStorage" else set())
