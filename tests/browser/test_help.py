"""Help for candidates in a real browser (interface: Help for candidates; Candidate side, rules 10 to 13)."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.page import PHONE, TalkPage
from tests.builders.screening import make_screening
from tests.builders.service import Service
from tests.doubles.screening_candidate import Screening


@pytest.fixture
def invited(service: Service) -> Screening:
    return make_screening(service)


def help_of(talk: TalkPage, kind: str) -> Page:
    """Open the help and choose what to ask for."""
    page = talk.page
    page.locator("#help summary").click()
    page.get_by_role("radio", name=kind).check()
    return page


def test_a_candidate_asks_for_more_time(open_talk: Open, service: Service, invited: Screening) -> None:
    talk = open_talk(invited, viewport=PHONE)
    page = help_of(talk, "More time")

    page.get_by_label("Your words to Example Team").fill("My exam is on Friday.")
    talk.button("Send the request").click()

    expect(page.locator("#help").get_by_role("status")).to_contain_text("has your request")
    [asked] = service.get(f"/candidate-interviews/{invited.id}/requests").data["requests"]
    assert (asked["kind"], asked["text"]) == ("more_time", "My exam is on Friday.")


def test_a_question_needs_words(open_talk: Open, service: Service, invited: Screening) -> None:
    talk = open_talk(invited)
    page = help_of(talk, "An answer to a question")

    talk.button("Send the request").click()

    expect(page.get_by_role("alert")).to_have_text("Please write a few words first.")
    expect(page.locator("#help-words")).to_be_focused()
    assert service.get(f"/candidate-interviews/{invited.id}/requests").data["requests"] == []


def test_a_candidate_withdraws_only_after_saying_so_twice(open_talk: Open, invited: Screening) -> None:
    talk = open_talk(invited)
    page = help_of(talk, "To withdraw")

    talk.button("Send the request").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Go back").click()
    assert invited.read()["status"] == "invite_sent"
    talk.button("Send the request").click()
    dialog.get_by_role("button", name="Withdraw").click()

    expect(page.get_by_role("heading", name="You have withdrawn")).to_be_visible()
    assert invited.read()["status"] == "expired"
    page.reload()
    expect(page.get_by_role("heading", name="You have withdrawn")).to_be_visible()


def test_who_does_not_agree_may_withdraw_or_ask_for_another_way(
    open_talk: Open, service: Service, invited: Screening
) -> None:
    talk = open_talk(invited, has_agreed=False)
    dialog = talk.page.get_by_role("dialog", name="I do not agree")

    talk.button("I do not agree").click()
    dialog.get_by_role("button", name="Go back").click()
    expect(talk.button("I agree")).to_be_visible()
    talk.button("I do not agree").click()
    dialog.get_by_role("button", name="Ask for another way").click()
    expect(talk.page.get_by_role("radio", name="Another way to be interviewed")).to_be_checked()
    expect(talk.page.locator("#help-words")).to_be_focused()
    talk.button("I do not agree").click()
    dialog.get_by_role("button", name="Withdraw").click()
    talk.page.get_by_role("dialog", name="Withdraw from").get_by_role("button", name="Withdraw").click()

    expect(talk.page.get_by_role("heading", name="You have withdrawn")).to_be_visible()
    assert service.get(f"/candidate-interviews/{invited.id}").data["status"] == "expired"


def test_the_consent_says_how_long_it_is_kept_and_links_the_privacy_notice(
    open_talk: Open, service: Service, invited: Screening
) -> None:
    branding = {"privacyNoticeUrl": "https://example.com/privacy"}
    assert service.patch(f"/teams/{invited.candidate['teamId']}/branding", branding).status == 200

    talk = open_talk(invited, has_agreed=False)

    expect(talk.page.locator("main")).to_contain_text("has set no end to how long it is kept")
    notice = talk.page.get_by_role("link", name="Privacy notice")
    expect(notice).to_have_attribute("href", "https://example.com/privacy")


def test_the_link_of_a_message_leads_to_the_help(open_talk: Open, invited: Screening) -> None:
    talk = open_talk(invited)

    talk.page.goto(f"/i/{invited.token}#help")

    expect(talk.page.get_by_role("radio", name="More time")).to_be_visible()


def test_after_the_end_a_candidate_still_asks(open_talk: Open, service: Service, invited: Screening) -> None:
    invited.answer_all()
    invited.complete()
    talk = open_talk(invited, has_agreed=False)
    expect(talk.page.locator("main")).to_contain_text("Thank you")

    page = help_of(talk, "An answer to a question")
    page.locator("#help-words").fill("When do I hear from you?")
    talk.button("Send the request").click()

    expect(page.locator("#help").get_by_role("status")).to_contain_text("has your request")
    [asked] = service.get(f"/candidate-interviews/{invited.id}/requests").data["requests"]
    assert asked["kind"] == "question"


def test_the_thanks_say_what_happens_next(open_talk: Open, service: Service, invited: Screening) -> None:
    promise = {"replyWithinDays": 5}
    assert service.patch(f"/teams/{invited.candidate['teamId']}/branding", promise).status == 200
    invited.answer_all()
    talk = open_talk(invited)

    talk.button("Continue").click()
    talk.button("Send my answers").click()

    main = talk.page.locator("main")
    expect(main).to_contain_text("People at Example Team")
    expect(main).to_contain_text("You hear from Example Team")
    expect(main).to_contain_text("With the same link you can see later how it stands.")


def test_a_pause_meanwhile_is_told_and_nothing_is_taken(
    open_talk: Open, service: Service, invited: Screening
) -> None:
    talk = open_talk(invited)
    talk.button("Start").click()
    service.patch(f"/interviews/{invited.interview['id']}", {"status": 1})

    talk.button("Write").click()
    talk.page.get_by_role("textbox", name="Your work").fill("I lead the night shift.")

    expect(talk.page.get_by_role("heading", name="This interview is paused")).to_be_visible()
