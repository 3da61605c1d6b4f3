"""Recordings of a real browser, from its microphone to the page of results."""

import io
import re
from collections.abc import Callable

import av
import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import Open
from tests.browser.page import DESKTOP
from tests.builders.screening import make_screening
from tests.builders.service import Service
from tests.doubles.screening_candidate import Screening
from tests.support.waiting import wait_until

SECONDS = 12
"""Long enough for the repeated sound of the microphone to be recorded once as a whole."""


@pytest.fixture
def answered(open_talk: Open, service: Service) -> Screening:
    """A candidate who has recorded an answer on the page, and given the others."""
    screening = make_screening(service)
    opened = open_talk(screening)
    opened.button("Start").click()
    opened.button("Record your answer").click()
    expect(opened.page.get_by_role("timer")).to_have_text(f"0:{SECONDS}")
    opened.button("Stop recording").click()
    expect(opened.page.locator(".state p")).to_have_text("Saved")
    assert screening.answer("licence", value=True).status == 200
    assert screening.answer("shift", optionIds=[screening.options["Night"]]).status == 200
    return screening


LOSABLE = """
const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
navigator.mediaDevices.getUserMedia = async (asked) => {
  const stream = await open(asked);
  window.lose = () => stream.getTracks().forEach((track) => track.dispatchEvent(new Event("ended")));
  return stream;
};
"""
"""A microphone that `lose()` takes away, with the event that browsers send to the page."""


def test_what_was_said_before_the_microphone_was_lost_counts(open_talk: Open, service: Service) -> None:
    opened = open_talk(make_screening(service), prepare=lambda page: page.add_init_script(LOSABLE))
    opened.button("Start").click()
    opened.button("Record your answer").click()
    expect(opened.page.get_by_role("timer")).to_have_text("0:02")

    opened.page.evaluate("window.lose()")

    expect(opened.page.locator(".state p")).to_have_text("Saved")
    expect(opened.button("Record again")).to_be_visible()


SAFARI = """
Object.defineProperty(Navigator.prototype, "vendor", { get: () => "Apple Computer, Inc." });
"""


def test_safari_records_mp4_though_it_says_that_it_records_webm(open_talk: Open, service: Service) -> None:
    opened = open_talk(make_screening(service), prepare=lambda page: page.add_init_script(SAFARI))
    opened.button("Start").click()
    opened.button("Record your answer").click()
    expect(opened.page.get_by_role("timer")).to_have_text("0:02")

    with opened.page.expect_request("**/media") as announced:
        opened.button("Stop recording").click()

    assert (announced.value.post_data_json or {})["contentType"] == "audio/mp4"
    expect(opened.page.locator(".state p")).to_have_text("Saved")


def test_an_answer_is_recorded_heard_and_played(
    answered: Screening, new_context: Callable[..., BrowserContext]
) -> None:
    """On the local stack as in a deployment: the recording is WebM without a length, with Opus in it."""
    assert answered.complete().status == 200
    wait_until(lambda: answered.results()["summaryStatus"] == "complete")
    results = answered.results()
    [spoken] = [each for each in results["responses"] if each.get("audioUrl")]
    page = new_context(viewport=DESKTOP).new_page()

    stored = page.request.get(spoken["audioUrl"])

    assert stored.headers["content-type"] == "audio/webm"
    with av.open(io.BytesIO(stored.body()), "r") as recorded:
        assert (recorded.format.name, recorded.duration) == ("matroska,webm", None)
        assert [stream.codec_context.name for stream in recorded.streams.audio] == ["opus"]
    # The local engine may write words of numbers as digits.
    assert re.search(r"(two|2)\W+(three|3)", spoken["transcription"])
    assert spoken["audioSeconds"] == pytest.approx(SECONDS, abs=1.5)

    page.goto(f"/share/{results['shareLink'].rpartition('/')[2]}")
    player = page.locator(".player")
    expect(player).to_contain_text(f"0:00 / 0:{int(spoken['audioSeconds'])}")
    player.get_by_role("slider").evaluate(
        "(bar) => { bar.value = 8; bar.dispatchEvent(new Event('input')); }"
    )
    expect(player).to_contain_text(f"0:08 / 0:{int(spoken['audioSeconds'])}")
    player.get_by_role("button").click()
    page.wait_for_function("() => document.querySelector('audio').currentTime > 8.2")
