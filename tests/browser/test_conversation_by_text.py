"""An AI interview by text in a real browser: what a candidate sees and can do."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Request, Route, expect

from gather.table.records import Records
from tests.browser.conftest import Open
from tests.builders.screening import make_ai_screening
from tests.builders.service import Service, Tenant
from tests.doubles.screening_candidate import Screening

LONG = "In my last job I ran the bar on Saturdays and served about two hundred guests a night."
FIRST, SECOND = "Why coffee?", "Whom do you work with best?"
GREETING = "welcome"


def test_nothing_begins_before_the_click(open_talk: Open, plain: Screening) -> None:
    talk = open_talk(plain)

    expect(talk.button("Start by voice")).to_be_visible()
    expect(talk.button("Start by text")).to_be_visible()
    expect(talk.page.locator("main")).to_contain_text("Robin")
    expect(talk.page.locator("main")).to_contain_text("AI interviewer")
    expect(talk.page.locator("main")).to_contain_text("There are 2 questions for you")
    assert plain.show().data["screening"]["conversation"]["state"] == "not_started"


def test_a_whole_conversation(open_talk: Open, plain: Screening) -> None:
    talk = open_talk(plain)

    talk.start("Start by text")
    talk.expect_turns(GREETING, FIRST)
    expect(talk.page.get_by_text("Question 1 of 2")).to_be_visible()
    talk.say(LONG)
    talk.say("I like people.")

    talk.expect_turns(GREETING, FIRST, LONG, SECOND, "I like people.", "")
    talk.button("Finish").click()
    expect(talk.page.get_by_role("heading", name="Thank you, Ada!")).to_be_visible()
    assert plain.read()["status"] == "new_response"
    assert [each["transcription"] for each in plain.results()["responses"]] == [LONG, "I like people."]


def test_survey_questions_follow_and_complete_it(
    open_talk: Open, service: Service, records: Records, tenant: Tenant
) -> None:
    screening = make_ai_screening(service, records, tenant)
    talk = open_talk(screening)
    talk.start("Start by text")

    talk.button("End").click()
    talk.page.get_by_role("dialog").get_by_role("button", name="End the conversation").click()
    talk.button("Continue").click()
    talk.page.get_by_role("textbox").fill("Nothing.")
    talk.button("Check your answers").click()
    talk.button("Send my answers").click()

    expect(talk.page.get_by_role("heading", name="Thank you, Ada!")).to_be_visible()
    assert screening.read()["status"] == "new_response"


def test_ending_is_asked_for_first(open_talk: Open, plain: Screening) -> None:
    talk = open_talk(plain)
    talk.start("Start by text")

    talk.button("End").click()
    talk.button("Go on talking").click()

    expect(talk.button("End")).to_be_focused()
    talk.say(LONG)
    talk.expect_turns(GREETING, FIRST, LONG, SECOND)


def test_enter_sends_and_shift_enter_breaks_the_line(open_talk: Open, plain: Screening) -> None:
    talk = open_talk(plain)
    talk.start("Start by text")
    expect(talk.field).to_be_focused()

    talk.page.keyboard.type("One line,")
    talk.page.keyboard.press("Shift+Enter")
    talk.page.keyboard.type("and another.")
    expect(talk.field).to_have_value("One line,\nand another.")
    talk.page.keyboard.press("Enter")

    talk.expect_turns(GREETING, FIRST, "One line,", SECOND)


def test_asking_for_the_question_again_leaves_it_open(open_talk: Open, plain: Screening) -> None:
    talk = open_talk(plain)
    talk.start("Start by text")

    talk.button("Ask again").click()

    expect(talk.turns).to_have_count(4)
    expect(talk.turns.last).to_contain_text(FIRST)
    expect(talk.page.get_by_text("Question 1 of 2")).to_be_visible()


def test_a_silence_counts_after_its_time_and_typing_begins_it_anew(
    open_talk: Open, make_talk: Callable[..., Screening]
) -> None:
    talk = open_talk(make_talk(timeoutSeconds=30), prepare=lambda page: page.clock.install())
    talk.start("Start by text")
    expect(talk.turns).to_have_count(2)

    talk.page.clock.run_for(20_000)
    talk.field.press_sequentially("Well")
    talk.page.clock.run_for(20_000)
    expect(talk.turns).to_have_count(2)
    talk.page.clock.run_for(11_000)

    expect(talk.turns.nth(2)).to_contain_text("No answer")
    expect(talk.turns).to_have_count(4)


def test_no_time_runs_in_a_pause(open_talk: Open, make_talk: Callable[..., Screening]) -> None:
    talk = open_talk(make_talk(timeoutSeconds=30), prepare=lambda page: page.clock.install())
    talk.start("Start by text")
    expect(talk.turns).to_have_count(2)

    talk.button("Pause").click()
    talk.page.clock.run_for(300_000)
    talk.button("Go on").click()

    talk.say(LONG)
    talk.expect_turns(GREETING, FIRST, LONG, SECOND)


def test_what_is_said_without_a_connection_is_sent_once_it_is_back(open_talk: Open, plain: Screening) -> None:
    talk = open_talk(plain)
    talk.start("Start by text")
    expect(talk.turns).to_have_count(2)

    talk.page.context.set_offline(True)
    talk.type(LONG)
    expect(talk.page.get_by_text("You are offline")).to_be_visible()
    expect(talk.turns.last).to_contain_text(LONG)
    talk.page.context.set_offline(False)

    talk.expect_turns(GREETING, FIRST, LONG, SECOND)
    expect(talk.page.get_by_text("You are offline")).to_be_hidden()


def test_a_response_that_was_lost_is_fetched_again(open_talk: Open, plain: Screening) -> None:
    talk = open_talk(plain)
    talk.start("Start by text")
    expect(talk.turns).to_have_count(2)
    lost: list[Any] = []

    def lose(route: Route, request: Request) -> None:
        response = route.fetch()
        if lost:
            route.fulfill(response=response)
        else:
            lost.append(request.post_data_json)
            route.abort()

    talk.page.route("**/conversation/turns", lose)
    talk.type(LONG)

    talk.expect_turns(GREETING, FIRST, LONG, SECOND)
    assert lost[0]["text"] == LONG


def test_a_reload_goes_on_where_it_was(open_talk: Open, plain: Screening) -> None:
    talk = open_talk(plain)
    talk.start("Start by text")
    talk.say(LONG)

    talk.page.reload()
    talk.start("Continue by text")

    talk.expect_turns(GREETING, FIRST, LONG, SECOND)
    talk.say("I like people.")
    expect(talk.button("Finish")).to_be_visible()


def test_a_turn_under_way_outlives_a_reload(open_talk: Open, plain: Screening) -> None:
    talk = open_talk(plain)
    talk.start("Start by text")
    expect(talk.turns).to_have_count(2)

    talk.page.route("**/conversation/turns", lambda route: route.abort())
    talk.type(LONG)
    expect(talk.page.get_by_text("The connection is interrupted")).to_be_visible()
    talk.page.unroute("**/conversation/turns")
    talk.page.reload()
    talk.start("Continue by text")

    talk.expect_turns(GREETING, FIRST, LONG, SECOND)


def test_a_second_device_goes_on_and_the_first_one_follows(open_talk: Open, plain: Screening) -> None:
    first = open_talk(plain)
    first.start("Start by text")
    expect(first.turns).to_have_count(2)

    second = open_talk(plain)
    second.start("Continue by text")
    second.say(LONG)
    first.type("Said too late.")

    expect(first.note).to_contain_text("another device")
    first.expect_turns(GREETING, FIRST, LONG, SECOND)
    expect(first.field).to_have_value("Said too late.")
    first.field.press("Enter")
    expect(first.button("Finish")).to_be_visible()


def test_a_silence_still_counts_after_a_reload(open_talk: Open, make_talk: Callable[..., Screening]) -> None:
    talk = open_talk(make_talk(timeoutSeconds=30), prepare=lambda page: page.clock.install())
    talk.start("Start by text")
    talk.say(LONG)
    talk.page.reload()
    talk.start("Continue by text")
    talk.expect_turns(GREETING, FIRST, LONG, SECOND)

    talk.page.clock.run_for(31_000)

    expect(talk.turns.nth(4)).to_contain_text("No answer")


def test_an_idle_device_sends_no_silence_and_goes_quiet_when_it_is_late(
    open_talk: Open, make_talk: Callable[..., Screening]
) -> None:
    screening = make_talk(timeoutSeconds=30)
    used = open_talk(screening)
    used.start("Start by text")
    expect(used.turns).to_have_count(2)
    idle = open_talk(screening, prepare=lambda page: page.clock.install())
    idle.start("Continue by text")
    expect(idle.turns).to_have_count(2)
    methods: set[str] = set()

    def note(request: Request) -> None:
        methods.add(request.method)

    idle.page.on("request", note)

    with idle.page.expect_response("**/conversation"):
        idle.page.clock.run_for(31_000)
    expect(idle.status).to_have_text("It is your turn")
    used.say(LONG)
    idle.page.clock.run_for(31_000)

    expect(idle.status).to_have_text("Paused")
    expect(idle.note).to_contain_text("another device")
    idle.expect_turns(GREETING, FIRST, LONG, SECOND)
    assert methods == {"GET"}
    idle.button("Go on").click()
    idle.say("I like people.")
    expect(idle.button("Finish")).to_be_visible()


def test_a_plainer_interviewer_is_told_of(open_talk: Open, plain: Screening) -> None:
    talk = open_talk(plain)

    def plainly(route: Route) -> None:
        response = route.fetch()
        body = response.json()
        for turn in body["data"]["turns"]:
            turn["isFallback"] = turn["role"] == "interviewer"
        route.fulfill(response=response, json=body)

    talk.page.route("**/conversation/turns", plainly)
    talk.start("Start by text")
    talk.say(LONG)

    expect(talk.turns.last).to_contain_text("keeps to the plain questions")


def test_nothing_is_wider_than_the_screen(open_talk: Open, plain: Screening) -> None:
    talk = open_talk(plain)
    talk.start("Start by text")
    talk.say(LONG + " " + "x" * 200)

    for width in (320, 1280):
        talk.page.set_viewport_size({"width": width, "height": 256})
        assert talk.page.evaluate("document.documentElement.scrollWidth") <= width


def test_who_answered_before_still_gets_the_conversation(open_talk: Open, plain: Screening) -> None:
    plain.answer("first", text=LONG)

    talk = open_talk(plain)

    expect(talk.button("Start by text")).to_be_visible()
