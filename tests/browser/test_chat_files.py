"""Files on the chat's page: sent by keyboard, on a small screen, in other languages, on a bad connection."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, FilePayload, Page, Route, expect

from tests.browser.page import (
    AT_400_PERCENT,
    DESKTOP,
    NARROW,
    ON_ITS_SIDE,
    PHONE,
    check_weight,
    wait_for_event,
)
from tests.builders.documents import MACRO_DOCX, pdf, png
from tests.builders.service import Service
from tests.support.records import add_active_job, post_chatbot

RESUME = "Experience\n2019 to 2024: barista. Patience, coffee and calm.\nEducation\nUniversity\nSkills\n" * 6
Contexts = Callable[..., BrowserContext]


def file(content: bytes, name: str) -> FilePayload:
    return {"name": name, "mimeType": "application/octet-stream", "buffer": content}


def choose(page: Page, payload: FilePayload, button: str = "Send a file") -> None:
    """Choose a file by keyboard."""
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name=button, exact=True).first.press("Enter")
    chooser.value.set_files(payload)


def check(page: Page) -> None:
    violations = Axe().run(page).response["violations"]
    assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in violations] == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    [log] = page.get_by_role("log").all()
    assert log.evaluate("(log) => [...log.children].every((each) => each.matches('ol'))")


@pytest.fixture
def open_chat(new_context: Contexts, service: Service) -> Callable[..., Page]:
    """Opens the page of a new chatbot that takes files."""

    def opening(viewport: dict[str, int] = DESKTOP, scheme: str = "light", **members: object) -> Page:
        chatbot = post_chatbot(service, **{"mediaEnabled": True, **members})
        page = new_context(viewport=viewport, color_scheme=scheme).new_page()
        page.goto(f"/chat/{chatbot['id']}")
        expect(page.get_by_role("log").get_by_role("listitem")).to_have_count(1)
        return page

    return opening


@pytest.mark.parametrize("language", ["en", "de", "pl", "ar"])
@pytest.mark.parametrize("viewport", [AT_400_PERCENT, ON_ITS_SIDE], ids=["at 400 percent", "on its side"])
def test_the_messages_keep_half_of_a_small_window(
    open_chat: Callable[..., Page], language: str, viewport: dict[str, int]
) -> None:
    page = open_chat(viewport, language=language, title="Jobs at the Harbour Hotel and its Restaurants")
    shown = page.get_by_role("region").bounding_box()
    assert shown is not None
    assert shown["height"] >= viewport["height"] / 2
    check(page)


@pytest.mark.parametrize(
    ("language", "viewport", "scheme", "send", "thanks"),
    [
        ("de", PHONE, "light", "Datei senden", "me.png liegt dem Team vor."),
        ("ar", PHONE, "dark", "إرسال ملف", "استلم الفريق \u2068me.png\u2069"),
        ("pl", NARROW, "dark", "Wyślij plik", "Zespół otrzymał plik me.png."),
    ],
)
def test_a_file_is_sent_by_keyboard_in_every_language(
    open_chat: Callable[..., Page],
    language: str,
    viewport: dict[str, int],
    scheme: str,
    send: str,
    thanks: str,
) -> None:
    page = open_chat(viewport, scheme, language=language)
    check_weight(page)
    check(page)

    choose(page, file(png(), "me.png"), send)

    expect(page.get_by_role("log")).to_contain_text(thanks)
    expect(page.get_by_role("log").locator("bdi", has_text="me.png")).to_be_visible()
    expect(page.get_by_role("button", name=send)).to_be_focused()
    check(page)
    page.reload()
    expect(page.get_by_role("log").locator("bdi", has_text="me.png")).to_be_visible()


def test_a_resume_leads_to_the_jobs_that_fit(open_chat: Callable[..., Page], service: Service) -> None:
    job = add_active_job(service, title="Barista", requirements="Coffee, patience, calm")
    page = open_chat(PHONE, useResumeParsing=True, jobIds=[job])

    choose(page, file(pdf(RESUME), "cv.pdf"))

    expect(page.get_by_role("log").locator(".job")).to_contain_text("Barista")
    check(page)


@pytest.mark.parametrize(
    ("payload", "told"),
    [
        (
            file(b"MZ", "cv.exe"),
            "cv.exe\u2069 cannot be sent. Only PDF, DOCX, ODT, PNG, JPEG, WEBP can",
        ),
        (file(b"", "cv.pdf"), "cv.pdf\u2069 is empty."),
        (file(bytes(10 * 1024 * 1024 + 1), "cv.pdf"), "cv.pdf\u2069 is larger than 10 MB."),
        (file(MACRO_DOCX, "cv.docx"), "cv.docx\u2069 cannot be taken."),
    ],
    ids=["program", "empty", "large", "macros"],
)
def test_a_file_that_is_not_taken_is_told_and_another_can_be_chosen(
    open_chat: Callable[..., Page], payload: FilePayload, told: str
) -> None:
    page = open_chat(PHONE)

    choose(page, payload)

    expect(page.get_by_role("alert")).to_contain_text(told)
    again = page.get_by_role("alert").get_by_role("button", name="Send a file")
    expect(again).to_be_focused()
    check(page)
    with page.expect_file_chooser() as chooser:
        again.press("Enter")
    chooser.value.set_files(file(pdf(), "cv.pdf"))
    expect(page.get_by_role("log")).to_contain_text("The team has received cv.pdf.")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_lost_connection_keeps_the_file(open_chat: Callable[..., Page]) -> None:
    page = open_chat(PHONE)
    held: list[Route] = []
    page.route("**/chat-uploads/**", lambda route: held.append(route), times=1)
    choose(page, file(pdf(), "cv.pdf"))
    expect(page.get_by_role("progressbar")).to_be_visible()
    check(page)
    wait_for_event(page, lambda: held)
    announced: list[str] = []
    page.on("request", lambda request: announced.append(request.url) if request.method == "POST" else None)

    held[0].abort()

    expect(page.get_by_role("alert")).to_contain_text("cv.pdf\u2069 has not arrived.")
    page.get_by_role("button", name="Try again").press("Enter")
    expect(page.get_by_role("log")).to_contain_text("The team has received cv.pdf.")
    assert announced == []


def test_a_chat_that_takes_no_files_offers_none(open_chat: Callable[..., Page]) -> None:
    page = open_chat(mediaEnabled=False)

    expect(page.get_by_role("textbox")).to_be_visible()
    expect(page.get_by_role("button", name="Send a file")).to_have_count(0)
