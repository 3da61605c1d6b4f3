"""A résumé on the candidate's page: handed in, replaced, removed, and kept through a bad connection."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import FilePayload, Locator, Route, expect

from gather.core.document_type import DocumentType
from tests.browser.conftest import Open
from tests.browser.page import NARROW, PHONE, TalkPage, wait_for_event
from tests.builders.documents import MACRO_DOCX, docx, pdf
from tests.builders.screening import make_screening
from tests.builders.service import Service
from tests.doubles.screening_candidate import Screening

NAME = "Ada Lovelace.pdf"


@pytest.fixture
def invited(service: Service) -> Screening:
    """A candidate who is invited to an interview that asks for a résumé."""
    made = make_screening(service)
    changed = service.patch(f"/interviews/{made.interview['id']}", {"resume": True, "webOnly": True})
    assert changed.status == 200, changed.body
    return made


def file(content: bytes, name: str = NAME) -> FilePayload:
    return {"name": name, "mimeType": "application/octet-stream", "buffer": content}


def box(opened: TalkPage) -> Locator:
    return opened.page.get_by_role("region", name="Your résumé")


def choose(opened: TalkPage, payload: FilePayload, button: str = "Choose a file") -> None:
    with opened.page.expect_file_chooser() as chooser:
        box(opened).get_by_role("button", name=button).press("Enter")
    chooser.value.set_files(payload)


def given(screening: Screening) -> str | None:
    resume = screening.show().data["screening"]["resume"]["given"]
    return resume["fileName"] if resume else None


def test_a_resume_is_handed_in_replaced_and_removed_by_keyboard(open_talk: Open, invited: Screening) -> None:
    opened = open_talk(invited, viewport=PHONE)
    expect(opened.page.get_by_text("Nobody calls you, and you need no app.")).to_be_visible()
    expect(box(opened)).to_contain_text("PDF, DOCX, ODT, up to 10 MB. People at Example Team 1 read it.")

    choose(opened, file(pdf()))

    expect(box(opened).get_by_text(NAME)).to_be_visible()
    expect(opened.page.get_by_role("status").get_by_text(f"{NAME} has arrived.")).to_be_attached()
    expect(box(opened).get_by_role("button", name="Replace")).to_be_focused()
    assert given(invited) == NAME
    opened.page.reload()
    choose(opened, file(docx(), "Newer.docx"), "Replace")
    expect(box(opened).get_by_role("button", name="Replace")).to_be_focused()
    expect(box(opened).get_by_text("Newer.docx")).to_be_visible()
    assert given(invited) == "Newer.docx"
    assert Axe().run(opened.page).response["violations"] == []

    box(opened).get_by_role("button", name="Remove").press("Enter")

    expect(box(opened).get_by_role("button", name="Choose a file")).to_be_focused()
    assert given(invited) is None


@pytest.mark.parametrize(
    ("payload", "told"),
    [
        (file(b"MZ", "cv.exe"), "Only PDF, DOCX, ODT can be taken."),
        (file(b"", "cv.pdf"), "cv.pdf is empty."),
        (file(bytes(10 * 1024 * 1024 + 1), "cv.pdf"), "cv.pdf is larger than 10 MB."),
        (file(MACRO_DOCX, "cv.docx"), "cv.docx cannot be read."),
    ],
)
def test_a_file_that_is_none_is_told_and_another_can_be_chosen(
    open_talk: Open, invited: Screening, payload: FilePayload, told: str
) -> None:
    opened = open_talk(invited, viewport=NARROW)

    choose(opened, payload)

    expect(box(opened).get_by_role("alert")).to_contain_text(told)
    assert Axe().run(opened.page).response["violations"] == []
    assert opened.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    choose(opened, file(pdf()))
    expect(box(opened).get_by_role("button", name="Replace")).to_be_visible()
    expect(box(opened).get_by_role("alert")).to_have_count(0)


Held = Callable[[], tuple[TalkPage, Route]]


class TestOnABadConnection:
    @pytest.fixture
    def held(self, open_talk: Open, invited: Screening) -> Held:
        """A page with a file on its way, and the upload, which goes on when the test says so."""

        def holding() -> tuple[TalkPage, Route]:
            opened = open_talk(invited)
            uploads: list[Route] = []
            opened.page.route(
                lambda url: "/media/" in url and invited.token not in url,
                lambda route: uploads.append(route),
                times=1,
            )
            choose(opened, file(pdf()))
            expect(box(opened).get_by_role("progressbar")).to_be_visible()
            wait_for_event(opened.page, lambda: uploads)
            return opened, uploads[0]

        return holding

    def test_it_is_tried_again_without_another_announcement(self, held: Held, invited: Screening) -> None:
        opened, upload = held()
        sent: list[str] = []
        opened.page.on("request", lambda each: sent.append(each.method))

        upload.abort()

        expect(box(opened).get_by_role("alert")).to_contain_text("It is kept on this page")
        box(opened).get_by_role("button", name=opened.says("retry")).click()
        expect(box(opened).get_by_role("button", name="Replace")).to_be_focused()
        assert given(invited) == NAME
        assert "POST" not in sent

    def test_what_was_given_up_is_not_handed_in(self, held: Held, invited: Screening) -> None:
        opened, upload = held()

        box(opened).get_by_role("button", name="Cancel").click()

        expect(box(opened).get_by_role("button", name="Choose a file")).to_be_focused()
        upload.abort()
        assert given(invited) is None

    def test_sending_the_answers_waits_for_it(self, held: Held, invited: Screening) -> None:
        invited.answer_all()
        opened, upload = held()
        opened.button(opened.says("goOn")).click()
        opened.button(opened.says("send")).click()
        expect(opened.button(opened.says("sending"))).to_be_visible()

        upload.continue_()

        expect(opened.page.locator(".ending")).to_be_visible()
        assert invited.results()["resume"]["fileName"] == NAME


def test_the_endings_of_files_are_those_of_the_service(open_talk: Open, invited: Screening) -> None:
    opened = open_talk(invited)

    taken = opened.page.locator("input[type=file]").get_attribute("accept")

    assert set(str(taken).split(",")) == {each for kind in DocumentType for each in (kind.value, kind.ending)}
