"""Nothing that a candidate has written is lost: without a connection, and by a reload."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.page import TalkPage
from tests.builders.screening import make_screening
from tests.builders.service import Service
from tests.doubles.screening_candidate import ANSWER, Screening


@pytest.fixture
def invited(service: Service) -> Screening:
    return make_screening(service)


def written(talk: TalkPage) -> str:
    """The text in the field of the spoken question."""
    return talk.page.get_by_role("textbox", name="Your work").input_value()


def write(talk: TalkPage, text: str, begin: str = "Start") -> None:
    """Open the first question and type the answer."""
    talk.button(begin).click()
    talk.button("Write").click()
    talk.page.get_by_role("textbox", name="Your work").press_sequentially(text)


def to_review(talk: TalkPage) -> None:
    for _ in range(3):
        talk.page.locator("#next").click()


def test_what_is_sent_without_a_connection_is_sent_once_it_is_back(
    open_talk: Open, invited: Screening
) -> None:
    invited.answer_all()
    talk = open_talk(invited)
    talk.button("Continue").click()
    talk.page.context.set_offline(True)

    talk.button("Send my answers").click()

    waiting = talk.page.get_by_text("They are not sent yet.")
    expect(waiting).to_be_visible()
    talk.page.context.set_offline(False)
    expect(talk.page.get_by_role("heading", name="Thank you, Ada!")).to_be_visible()
    expect(waiting).to_be_hidden()
    assert invited.read()["status"] == "new_response"


def test_an_answer_that_waits_for_a_connection_is_saved_and_sent_with_the_others(
    open_talk: Open, invited: Screening
) -> None:
    invited.answer_all()
    talk = open_talk(invited)
    talk.button("Continue").click()
    talk.page.get_by_role("button", name="Change: Your work").click()
    talk.button("Write").click()
    talk.page.context.set_offline(True)
    talk.page.get_by_role("textbox", name="Your work").fill("I have led the night shift for six years.")
    talk.page.locator("#next").click()
    talk.button("Send my answers").click()
    expect(talk.page.get_by_text("They are not sent yet.")).to_be_visible()

    talk.page.context.set_offline(False)

    expect(talk.page.get_by_role("heading", name="Thank you, Ada!")).to_be_visible()
    [first, *_] = invited.results()["responses"]
    assert first["transcription"] == "I have led the night shift for six years."


def test_who_goes_elsewhere_meanwhile_sends_nothing(open_talk: Open, invited: Screening) -> None:
    invited.answer_all()
    talk = open_talk(invited)
    talk.button("Continue").click()
    talk.page.get_by_role("button", name="Change: Your work").click()
    talk.button("Write").click()
    talk.page.context.set_offline(True)
    talk.page.get_by_role("textbox", name="Your work").fill("Another answer.")
    talk.page.locator("#next").click()
    talk.button("Send my answers").click()
    expect(talk.page.get_by_text("They are not sent yet.")).to_be_visible()
    talk.page.get_by_role("button", name="Change: Your work").click()

    talk.page.context.set_offline(False)

    expect(talk.page.locator("#state")).to_contain_text("Saved")
    assert invited.read()["status"] == "partially_completed"


def test_an_answer_is_there_again_after_a_reload(open_talk: Open, invited: Screening) -> None:
    talk = open_talk(invited)
    write(talk, "I lead the")
    expect(talk.page.locator("#state")).to_contain_text("Saved")

    talk.page.reload()

    assert written(talk) == "I lead the"
    talk.page.get_by_role("textbox", name="Your work").press("End")
    talk.page.keyboard.type(" night shift.")
    expect(talk.page.locator("#state")).to_contain_text("Saved")
    talk.page.reload()
    assert written(talk) == "I lead the night shift."


def test_what_was_not_saved_before_a_reload_is_saved_after_it(open_talk: Open, invited: Screening) -> None:
    talk = open_talk(invited)
    talk.page.on("dialog", lambda dialog: dialog.accept())
    talk.page.route("**/answers/**", lambda route: route.abort())
    write(talk, ANSWER)
    expect(talk.page.locator("#state")).to_contain_text("Not saved yet")
    talk.page.unroute("**/answers/**")

    talk.page.reload()

    assert written(talk) == ANSWER
    expect(talk.page.locator("#state")).to_contain_text("Saved")


def test_nothing_is_kept_in_the_browser_once_it_is_sent(open_talk: Open, invited: Screening) -> None:
    invited.answer("licence", value=True)
    invited.answer("shift", optionIds=[invited.options["Night"]])
    talk = open_talk(invited)
    write(talk, ANSWER, begin="Continue")
    expect(talk.page.locator("#state")).to_contain_text("Saved")
    assert talk.page.evaluate("sessionStorage.length") == 1
    to_review(talk)

    talk.button("Send my answers").click()

    expect(talk.page.get_by_role("heading", name="Thank you, Ada!")).to_be_visible()
    assert talk.page.evaluate("sessionStorage.length") == 0


def test_what_another_device_has_answered_since_counts(open_talk: Open, invited: Screening) -> None:
    talk = open_talk(invited)
    write(talk, "I lead the night shift.")
    expect(talk.page.locator("#state")).to_contain_text("Saved")
    invited.answer("spoken", text=ANSWER)

    talk.page.reload()

    talk.page.locator("main").get_by_role("button", name="Write", exact=True).click()
    assert written(talk) == ""
    expect(talk.page.locator("#state")).to_contain_text("You have answered this question.")


def test_a_link_alone_reveals_no_answer(open_talk: Open, invited: Screening) -> None:
    invited.answer("spoken", text=ANSWER)

    talk = open_talk(invited)

    assert ANSWER[:20] not in talk.page.content()


def test_choices_are_there_again_after_a_reload(open_talk: Open, invited: Screening) -> None:
    invited.answer("spoken", text=ANSWER)
    talk = open_talk(invited)
    talk.button("Continue").click()
    talk.page.get_by_role("radio", name="Yes").check()
    expect(talk.page.locator("#state")).to_contain_text("Saved")

    talk.page.reload()

    expect(talk.page.get_by_role("radio", name="Yes")).to_be_checked()


def test_a_half_written_turn_outlives_a_reload(open_talk: Open, plain: Screening) -> None:
    talk = open_talk(plain)
    talk.start("Start by text")
    talk.field.press_sequentially("In my last job I")

    talk.page.reload()
    talk.start("Continue by text")

    expect(talk.field).to_have_value("In my last job I")
    talk.say("In my last job I ran the bar on Saturdays.")
    talk.page.reload()
    talk.start("Continue by text")
    expect(talk.field).to_have_value("")
