"""The results page in a real browser: on a phone, on a desk and on paper."""

import re
import time
from collections.abc import Callable
from io import BytesIO
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
from tests.builders.screening import make_screening
from tests.builders.service import Service, Tenant
from tests.builders.workflows import put_evaluation
from tests.doubles.screening_candidate import Screening

SAID = "When people are angry, I stay calm and we find a solution to the problem."
QUOTED = "stay calm and we"
QUOTED_AT = BEFORE_SECONDS + 1.5
"""A word takes 0.3 seconds, and five come before."""


@pytest.fixture
def screening(service: Service, records: Records) -> Screening:
    made = make_screening(service)
    made.answer_all()
    assert made.complete().status == 200
    until = time.monotonic() + PATIENCE / 1000
    while made.results()["summaryStatus"] != "complete":
        assert time.monotonic() < until, "the answers are still being evaluated"
        time.sleep(0.2)
    return made


@pytest.fixture
def open_results(new_context: Callable[..., BrowserContext], screening: Screening) -> Callable[..., Page]:
    def opening(**options: object) -> Page:
        page = new_context(**options).new_page()
        page.goto(f"/share/{screening.results()['shareLink'].rpartition('/')[2]}")
        return page

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
