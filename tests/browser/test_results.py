"""The results page in a real browser: on a phone, on a desk and on paper."""

import re
import unicodedata
from collections.abc import Callable
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, Route, expect
from pypdf import PdfReader

from gather.ports.transcription import SpokenWord
from gather.screening.answers.storage import save_transcription
from gather.screening.answers.word_times import word_times
from gather.screening.candidate_interviews.whole_storage import get_whole
from gather.screening.evaluations.models import (
    StoredEvaluation,
    StoredScoreCard,
    StoredTopicScore,
    SummaryStatus,
)
from gather.table.records import Records
from tests.browser.microphone import BEFORE_SECONDS, speak_into
from tests.browser.page import DESKTOP, NARROW, PATIENCE, PHONE, check_weight
from tests.builders.screening import make_interview_conversation, make_screening
from tests.builders.service import Service, Tenant
from tests.builders.workflows import put_evaluation
from tests.doubles.conversing_candidate import Conversation
from tests.doubles.screening_candidate import Screening
from tests.support.waiting import wait_until

SAID = "When people are angry, I stay calm and we find a solution to the problem."
QUOTED = "stay calm and we"
QUOTED_AT = BEFORE_SECONDS + 1.5
"""A word takes 0.3 seconds, and five come before."""


@pytest.fixture
def screening(service: Service, records: Records) -> Screening:
    made = make_screening(service)
    made.answer_all()
    assert made.complete().status == 200
    return evaluated(made)


def evaluated(made: Screening) -> Screening:
    """The candidate once the answers are evaluated."""
    wait_until(lambda: made.results()["summaryStatus"] == "complete")
    return made


def open_page(new_context: Callable[..., BrowserContext], screening: Screening, **options: object) -> Page:
    page = new_context(**options).new_page()
    page.goto(f"/share/{screening.results()['shareLink'].rpartition('/')[2]}")
    return page


@pytest.fixture
def open_results(new_context: Callable[..., BrowserContext], screening: Screening) -> Callable[..., Page]:
    def opening(**options: object) -> Page:
        return open_page(new_context, screening, **options)

    return opening


@pytest.mark.parametrize("viewport", [PHONE, NARROW, DESKTOP])
@pytest.mark.parametrize("color_scheme", ["light", "dark"])
def test_everybody_can_read_it(
    open_results: Callable[..., Page], viewport: dict[str, int], color_scheme: str
) -> None:
    page = open_results(viewport=viewport, color_scheme=color_scheme)

    expect(page.get_by_role("heading", name="Ada Lovelace")).to_be_visible()
    expect(page.get_by_role("img", name="Overall score")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert Axe().run(page).response["violations"] == []
    check_weight(page)


def test_a_quotation_leads_to_its_place(open_results: Callable[..., Page]) -> None:
    page = open_results(viewport=PHONE)
    quotation = page.locator(".quotes a").first

    quotation.click()

    marked = page.locator("mark:has(:target)")
    expect(marked).to_be_in_viewport()
    expect(marked).to_contain_text(quotation.locator("q").inner_text())


def test_on_paper_is_what_can_be_read(open_results: Callable[..., Page]) -> None:
    page = open_results(viewport=DESKTOP)
    expect(page.get_by_role("button", name="Print or save as PDF")).to_be_visible()

    page.emulate_media(media="print")

    expect(page.get_by_role("button", name="Print or save as PDF")).to_be_hidden()
    expect(page.get_by_role("heading", name="Ada Lovelace")).to_be_visible()


def test_how_the_score_was_computed_is_printed(open_results: Callable[..., Page]) -> None:
    page = open_results(viewport=DESKTOP)
    how = page.locator("details.how")
    expect(how).not_to_have_attribute("open", "")
    explanation = " ".join((how.locator("p").text_content() or "").split()[:4])

    printed = PdfReader(BytesIO(page.pdf()))

    assert explanation in " ".join("".join(sheet.extract_text() for sheet in printed.pages).split())
    expect(how).not_to_have_attribute("open", "")


SCORE = re.compile(r" \d+$")
"""What stands beside a topic's name."""
SPEAKER = re.compile(r"(?:Interviewer|Candidate)(?: · .*)?")
HEADINGS = """() => [...document.querySelectorAll("h1, h2, h3")].map((each) => each.textContent)"""
PUSH = """(millimeters) => {
  const spacer = document.getElementById("spacer") ?? document.createElement("div");
  spacer.id = "spacer";
  spacer.style.height = `${millimeters}mm`;
  document.querySelector(".overview").before(spacer);
}"""


@pytest.fixture
def talked(service: Service, records: Records, tenant: Tenant) -> Screening:
    """A conversation that was evaluated, with a question back and one of the candidate's own."""
    topics = [
        {"topic": f"Topic {n} of the scorecard", "weight": 20, "lookingFor": ["stays calm", "finds a way"]}
        for n in range(5)
    ]
    made = make_interview_conversation(
        service,
        records,
        tenant,
        {"askToElaborate": True, "askCandidateQuestions": True},
        jobDescriptionText="You have 30 days of holiday each year.",
        scoreCardTopics=topics,
    )
    conversation = Conversation(made.page, made.token)
    conversation.begin()
    for said in ("Could you repeat the question?", SAID, f"{SAID} {SAID}", f"{SAID} I find a way.", SAID):
        conversation.say(said)
    for said in ("How many days of holiday are there?", "No, thank you."):
        if conversation.read().data["conversation"]["state"] == "active":
            conversation.say(said)
    return evaluated(made)


def lines_of(page: Page, paper: str = "A4") -> list[list[str]]:
    """The lines of each sheet of paper, top to bottom."""
    printed = PdfReader(BytesIO(page.pdf(print_background=True, format=paper)))
    texts = [unicodedata.normalize("NFKC", sheet.extract_text()) for sheet in printed.pages]
    return [[" ".join(line.split()) for line in text.splitlines() if line.strip()] for text in texts]


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_no_heading_stands_alone_at_the_foot_of_a_page(
    new_context: Callable[..., BrowserContext], talked: Screening, paper: str
) -> None:
    page = open_page(new_context, talked)
    headings = [" ".join(each.split()) for each in page.evaluate(HEADINGS)]
    alone = []

    for millimeters in range(0, 260, 13):
        page.evaluate(PUSH, millimeters)
        sheets = lines_of(page, paper)
        feet = [SCORE.sub("", sheet[-1]) for sheet in sheets[:-1] if sheet]
        alone += [
            (millimeters, foot)
            for foot in feet
            if any(heading.endswith(foot) for heading in headings) or SPEAKER.fullmatch(foot)
        ]

    assert alone == []


@pytest.mark.parametrize("is_scripted", [True, False])
def test_the_whole_conversation_is_printed(
    new_context: Callable[..., BrowserContext], talked: Screening, is_scripted: bool
) -> None:
    page = open_page(new_context, talked, java_script_enabled=is_scripted)

    text = " ".join(" ".join(line for sheet in lines_of(page) for line in sheet).split())

    for turn in (talked.results()["transcription"] or "").splitlines():
        said = turn.partition(": ")[2]
        assert " ".join(said.split()[:6]) in text
    assert "Asked back, not an answer" in text
    assert "What the candidate was told" in text
    assert "How the score was computed Scorecard:" in text


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_nothing_is_cut_on_paper(
    new_context: Callable[..., BrowserContext], talked: Screening, paper: str
) -> None:
    page = open_page(new_context, talked, viewport=DESKTOP)
    page.emulate_media(media="print")
    width = {"A4": 178, "Letter": 184}[paper]
    page.set_viewport_size({"width": round(width / 25.4 * 96), "height": 900})

    beyond = page.evaluate(
        "() => [...document.querySelectorAll('.results *')]"
        ".filter((each) => each.getBoundingClientRect().right > innerWidth + 1).map((each) => each.outerHTML)"
    )

    assert beyond == []


@pytest.mark.parametrize("language", ["en-US", "de-DE", "ar"])
@pytest.mark.parametrize("viewport", [PHONE, NARROW, DESKTOP])
@pytest.mark.parametrize("color_scheme", ["light", "dark"])
def test_everybody_can_read_a_conversation_in_their_language(
    new_context: Callable[..., BrowserContext],
    talked: Screening,
    language: str,
    viewport: dict[str, int],
    color_scheme: str,
) -> None:
    page = open_page(new_context, talked, viewport=viewport, color_scheme=color_scheme, locale=language)

    expect(page.locator(".conversation li").first).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert Axe().run(page).response["violations"] == []
    check_weight(page)


def test_the_page_is_heard_in_order(new_context: Callable[..., BrowserContext], talked: Screening) -> None:
    """Each heading one level below another, none skipped; what the interview says is in its language."""
    page = open_page(new_context, talked, locale="de-DE")

    levels = page.evaluate("() => [...document.querySelectorAll('h1,h2,h3')].map((each) => +each.tagName[1])")
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert page.locator(".conversation .words:not([lang=en])").count() == 0
    assert page.locator(".answers h3:not([lang=en])").count() == 0


@pytest.fixture
def spoken(service: Service, records: Records, tenant: Tenant, tmp_path: Path) -> Screening:
    """A candidate who has answered by voice, with words in the middle as evidence, as if transcribed."""
    made = make_screening(service)
    speak_into(tmp_path / "said.wav", SAID, "Ada")
    media_id = upload(made, (tmp_path / "said.wav").read_bytes())
    assert made.answer("spoken", mediaId=media_id).status == 200
    [answer] = get_whole(records, tenant.team_id, made.id).answers.values()
    starts = [0, *(each.end() for each in re.finditer(" ", SAID))]
    times = word_times(SpokenWord(start, BEFORE_SECONDS + 0.3 * n) for n, start in enumerate(starts))
    save_transcription(records.table, tenant.team_id, made.id, answer, SAID, times, 0.9)
    topic = StoredTopicScore(
        topic="Calm", weight=100, score=80, confidence=0.8, explanation="Stays calm.", evidence=(QUOTED,)
    )
    card = StoredScoreCard(overall_score=80, overall_explanation="By words.", topic_scores=(topic,))
    evaluation = StoredEvaluation(run=1, summary_status=SummaryStatus.COMPLETE, score=80, score_card=card)
    put_evaluation(records, tenant.team_id, made.id, evaluation)
    return made


def upload(screening: Screening, content: bytes, content_type: str = "audio/wav") -> str:
    """A recording's id, which the page would have put into the media store."""
    body = {"contentType": content_type, "size": len(content)}
    announced = screening.page.post(f"/screening/{screening.token}/media", body).data
    request = Request(announced["uploadUrl"], content, announced["headers"], method="PUT")
    with urlopen(request, timeout=PATIENCE / 1000) as response:
        assert response.status == 200
    return str(announced["mediaId"])


def test_a_quotation_plays_from_its_moment_and_faster(
    new_context: Callable[..., BrowserContext], spoken: Screening
) -> None:
    page = new_context(viewport=PHONE).new_page()
    page.goto(f"/share/{spoken.results()['shareLink'].rpartition('/')[2]}")
    page.get_by_label("Playback speed").select_option("2")

    page.locator(".quotes a").click()

    expect(page.locator("mark:has(:target)")).to_have_text(QUOTED)
    expect(page.locator("mark:has(:target)")).to_be_in_viewport()
    page.wait_for_function(
        "(seconds) => { const audio = document.querySelector('audio');"
        " return !audio.paused && audio.currentTime > seconds + 0.2; }",
        arg=QUOTED_AT,
    )
    began, speed = page.locator("audio").evaluate("(audio) => [audio.played.start(0), audio.playbackRate]")
    assert began == pytest.approx(QUOTED_AT, abs=0.1)
    assert speed == 2


def test_a_recording_goes_on_after_its_place_in_the_store_has_ended(
    new_context: Callable[..., BrowserContext], spoken: Screening
) -> None:
    page = new_context(viewport=DESKTOP).new_page()
    asked: list[str] = []

    def first_ends(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            route.fulfill(status=403, body="expired")
        else:
            route.continue_()

    page.route("**/media/*", first_ends)
    page.goto(f"/share/{spoken.results()['shareLink'].rpartition('/')[2]}")

    page.locator(".quotes a").click()
    page.wait_for_function("() => document.querySelector('audio').readyState > 0")
    page.locator(".quotes a").click()

    page.wait_for_function("() => document.querySelector('audio').currentTime > 0")
    assert len(set(asked)) > 1


RECORD = """async (milliseconds) => {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const recorder = new MediaRecorder(stream, { mimeType: "audio/webm;codecs=opus" });
  const parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise((resolve) => { recorder.onstop = resolve; });
  recorder.start(1000);
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  recorder.stop();
  await stopped;
  return Array.from(new Uint8Array(await new Blob(parts).arrayBuffer()));
}"""


def test_what_chrome_records_has_a_time_and_a_bar(
    new_context: Callable[..., BrowserContext], service: Service
) -> None:
    screening = make_screening(service)
    page = new_context(viewport=PHONE).new_page()
    page.goto(f"/i/{screening.token}")
    recorded = bytes(page.evaluate(RECORD, 3500))
    assert screening.answer("spoken", mediaId=upload(screening, recorded, "audio/webm")).status == 200
    body = {"status": "new_response"}
    assert service.patch(f"/candidate-interviews/{screening.id}/status", body).status == 200
    page.goto(f"/share/{screening.results()['shareLink'].rpartition('/')[2]}")

    player = page.locator(".player")
    expect(player).to_contain_text("0:00 / 0:03")
    place = player.get_by_role("slider")
    place.evaluate("(bar) => { bar.value = 2; bar.dispatchEvent(new Event('input')); }")
    expect(player).to_contain_text("0:02 / 0:03")
    player.get_by_role("button").click()
    page.wait_for_function("() => document.querySelector('audio').currentTime > 2.2")
