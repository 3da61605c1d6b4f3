"""The page that asks question after question, on the screens and in the moments that are hard on it."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, Route, expect

from gather.core.clock import from_timestamp
from gather.core.spoken_time import spoken_moment
from screening.pages.invite_phrases import phrases
from tests.browser.conftest import Open
from tests.browser.page import AT_400_PERCENT, NARROW, PHONE, TalkPage, check_weight
from tests.builders.screening import make_screening
from tests.builders.service import Service
from tests.doubles.screening_candidate import Screening

SMALL_PHONES = [PHONE, {"width": 375, "height": 667}, {"width": 360, "height": 640}]
FILM = "https://cdn.example.com/film.mp4"

_IS_ON_TOP = """(each) => {
  const { left, top, width, height } = each.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  return top >= 0 && top + height <= innerHeight && (each === found || each.contains(found));
}"""
"""Whether an element is on the screen as a whole, with nothing in front of it."""


@pytest.fixture
def invited(service: Service) -> Screening:
    return make_screening(service)


def start_recording(opened: TalkPage, name: str) -> None:
    opened.button(name).click()
    expect(opened.button("Stop recording")).to_be_focused()
    expect(opened.page.get_by_role("timer")).not_to_have_text("0:00")


def record(opened: TalkPage) -> None:
    """A first take, saved."""
    opened.button("Start").click()
    start_recording(opened, "Record your answer")
    opened.button("Stop recording").click()
    expect(opened.page.locator(".state p")).to_have_text("Saved")


@pytest.mark.parametrize("viewport", SMALL_PHONES)
def test_nothing_covers_stop(open_talk: Open, invited: Screening, viewport: dict[str, int]) -> None:
    opened = open_talk(invited, viewport=viewport)
    opened.button("Start").click()

    start_recording(opened, "Record your answer")

    assert opened.button("Stop recording").evaluate(_IS_ON_TOP)
    opened.button("Stop recording").click()
    expect(opened.button("Next")).to_be_visible()


@pytest.mark.parametrize("viewport", [AT_400_PERCENT, *SMALL_PHONES])
def test_focus_is_never_covered(open_talk: Open, invited: Screening, viewport: dict[str, int]) -> None:
    opened = open_talk(invited, viewport=viewport)
    page = opened.page
    opened.button("Start").click()
    opened.button("Write").click()
    covered = []

    for _ in range(12):
        page.keyboard.press("Tab")
        focused = page.locator("button:focus, input:focus")
        if focused.count() and not focused.evaluate(_IS_ON_TOP):
            covered.append(focused.evaluate("(each) => each.outerHTML"))

    assert covered == []


def test_back_in_a_second_take_keeps_the_first(open_talk: Open, invited: Screening) -> None:
    opened = open_talk(invited)
    page = opened.page
    record(opened)
    saves: list[str] = []
    page.on("request", lambda request: saves.append(request.url) if "/answers/" in request.url else None)
    start_recording(opened, "Record again")

    page.go_back()

    expect(page.get_by_role("heading", name="Welcome back, Ada!")).to_be_visible()
    page.go_forward()
    expect(opened.button("Record again")).to_be_visible()
    expect(page.locator(".state p")).to_have_text("Saved")
    assert saves == []


def test_back_in_the_only_take_keeps_what_was_said(open_talk: Open, invited: Screening) -> None:
    opened = open_talk(invited)
    opened.button("Start").click()
    start_recording(opened, "Record your answer")

    opened.page.go_back()
    opened.page.go_forward()

    expect(opened.page.locator(".state p")).to_have_text("Saved")


def test_without_a_script_everything_fits(
    new_context: Callable[..., BrowserContext], service: Service
) -> None:
    long = "Donaudampfschifffahrtsgesellschaftskapitänsmütze" * 3
    invited = make_screening(service)
    service.patch(f"/interviews/{invited.interview['id']}", {"displayName": long, "description": long})
    service.patch(f"/questions/{invited.questions['spoken']}", {"title": long})
    page = new_context(viewport=PHONE, java_script_enabled=False).new_page()

    page.goto(f"/i/{invited.token}")

    expect(page.locator(".plain > li")).to_have_count(3)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("language", ["en", "de", "ar"])
def test_the_start_is_on_the_first_screen_of_a_phone_below_the_microphone(
    open_talk: Open, service: Service, language: str
) -> None:
    invited = make_screening(service)
    service.patch(f"/interviews/{invited.interview['id']}", {"language": language})
    talk = open_talk(invited, viewport=PHONE)
    start = talk.button(phrases(language)["start"])

    expect(start).to_be_in_viewport(ratio=1)

    talk.page.locator(".practice").scroll_into_view_if_needed()
    practice, begin = talk.page.locator(".practice").bounding_box(), start.bounding_box()
    assert practice is not None
    assert begin is not None
    assert practice["y"] + practice["height"] <= begin["y"]


class TestAFilm:
    @pytest.fixture
    def opened(self, open_talk: Open, service: Service) -> Callable[[Callable[[Page], object]], TalkPage]:
        def opening(prepare: Callable[[Page], object]) -> TalkPage:
            invited = make_screening(service)
            licence = invited.questions["licence"]
            changed = service.patch(f"/survey-questions/{licence}", {"supportingVideoURL": FILM})
            assert changed.status == 200, changed.body
            talk = open_talk(invited, prepare=prepare)
            talk.button("Start").click()
            talk.button("Skip for now").click()
            return talk

        return opening

    def test_that_fails_gives_way_to_its_link(self, opened: Callable[..., TalkPage]) -> None:
        talk = opened(lambda page: None)

        self._expect_link(talk)

    def test_that_never_arrives_gives_way_too(self, opened: Callable[..., TalkPage]) -> None:
        held: list[Route] = []

        def hold(page: Page) -> None:
            page.clock.install()
            page.route(FILM, lambda route: held.append(route))

        talk = opened(hold)
        expect(talk.page.locator("video")).to_be_visible()

        talk.page.clock.fast_forward(10_000)

        self._expect_link(talk)

    @staticmethod
    def _expect_link(talk: TalkPage) -> None:
        expect(talk.page.get_by_text(talk.says("filmMissing"))).to_be_visible()
        expect(talk.page.get_by_role("link", name="Watch the video")).to_have_attribute("href", FILM)
        expect(talk.page.locator("video")).to_have_count(0)


@pytest.mark.parametrize("viewport", [PHONE, NARROW])
@pytest.mark.parametrize("language", ["ar", "pl"])
def test_other_languages_fit(
    open_talk: Open, service: Service, language: str, viewport: dict[str, int]
) -> None:
    invited = make_screening(service)
    changed = service.patch(f"/interviews/{invited.interview['id']}", {"language": language})
    talk = open_talk(replace(invited, interview=changed.data["interview"]), viewport=viewport)

    talk.button(talk.says("start")).click()
    expect(talk.page.get_by_text(talk.says("record")).first).to_be_visible()

    assert talk.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert talk.page.evaluate("() => getComputedStyle(document.body).direction") == (
        "rtl" if language == "ar" else "ltr"
    )
    assert Axe().run(talk.page).response["violations"] == []


def test_before_the_start_stands_what_it_is_and_the_microphone_can_be_tried(
    open_talk: Open, invited: Screening
) -> None:
    described = {"description": "You lead the night shift."}
    changed = invited.service.patch(f"/interviews/{invited.interview['id']}", described)
    assert changed.status == 200, changed.body
    opened = open_talk(invited, viewport=PHONE)
    page = opened.page
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if "/media" in request.url else None)
    for told in ("You lead the night shift.", "It takes about 5 minutes.", "Example Team 1 decide."):
        expect(page.get_by_text(told)).to_be_visible()
    check_weight(page)
    assert Axe().run(page).response["violations"] == []

    opened.button("Try your microphone").click()
    expect(page.get_by_role("timer")).not_to_have_text("0:00")
    opened.button("Stop and listen").click()

    expect(page.get_by_role("group", name="Your practice take")).to_be_visible()
    opened.button("Start").click()
    expect(opened.button("Record your answer")).to_be_visible()
    assert sent == []


@pytest.mark.parametrize("language", ["en", "de", "ar"])
def test_a_deadline_is_written_as_in_messages_in_the_zone_of_the_device(
    open_talk: Open, service: Service, language: str
) -> None:
    invited = make_screening(service)
    changed = service.patch(f"/interviews/{invited.interview['id']}", {"language": language})
    talk = open_talk(
        replace(invited, interview=changed.data["interview"]), timezone_id="America/New_York", locale="de-DE"
    )

    expiry = from_timestamp(invited.read()["expiry"])
    deadline = spoken_moment(expiry, "America/New_York", language)
    expect(talk.page.locator("main")).to_contain_text(deadline.replace("New_York", "New York"))


@pytest.mark.parametrize("has_script", [True, False])
def test_whom_to_ask_is_one_touch_away(
    new_context: Callable[..., BrowserContext], service: Service, invited: Screening, has_script: bool
) -> None:
    team_id = invited.interview["teamId"]
    changed = service.patch(f"/teams/{team_id}/branding", {"contactEmail": "jobs+apply@example.com"})
    assert changed.status == 200, changed.body
    assert invited.agree().status == 200
    page = new_context(viewport=PHONE, java_script_enabled=has_script).new_page()

    page.goto(f"/i/{invited.token}")

    contact = page.get_by_role("link", name="jobs+apply@example.com")
    expect(contact).to_have_attribute("href", "mailto:jobs%2Bapply@example.com")
    expect(page.get_by_text("Write to jobs+apply@example.com.")).to_be_visible()
