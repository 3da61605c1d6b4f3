"""A recruiter's week by clicks in the console: each task is done, counted and timed, and its outcome read
by the key of the team."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from gather.core.clock import timestamp
from gather.core.identifiers import new_id
from gather.deliveries.models import new_delivery
from gather.deliveries.storage import WEBHOOK_DELIVERY
from gather.events.event import EventName, EventRecord
from gather.outgoing.result import AttemptResult
from gather.table.records import Records
from gather.webhooks.models import DeliveryTarget
from tests.browser.stopwatch import Timetable
from tests.browser.test_console import sign_in
from tests.builders.screening import make_screening
from tests.builders.service import Service
from tests.doubles.receiver import Receiver, receiving
from tests.doubles.screening_candidate import Screening
from tests.support.records import (
    add_active_job,
    add_interview,
    add_meeting,
    post_candidate,
    post_candidate_interview,
    post_webhook,
    step,
)
from tests.support.waiting import wait_until

Contexts = Callable[..., BrowserContext]
OpenConsole = Callable[..., Page]

"""Only ends a wait for something that never comes."""

FAMILY = "Weekday"
ANSWERS = {
    "Ada": "I organize the night shift, plan every delivery and train new colleagues on safety every month.",
    "Ben": "I plan deliveries and check the safety of each lift before the shift begins.",
    "Cleo": "Safety comes first: I inspect the racks, and then I plan the work of the team.",
    "Dan": "I have driven a forklift for two years and I plan my own route.",
    "Eva": "Mostly I load lorries. I know the rules.",
    "Finn": "I like to work with people.",
}
"""What each of the six has said."""


@dataclass(frozen=True)
class Opening:
    """A job whose first step waits for a person, and the candidates who are invited to it, by first name."""

    id: str
    title: str
    people: dict[str, Screening]

    @property
    def address(self) -> str:
        return f"/console/jobs/{self.id}"

    def address_of(self, name: str) -> str:
        """The screen of a candidate, with the interview."""
        person = self.people[name]
        return f"/console/candidates/{person.candidate['id']}?interview={person.id}"


@pytest.fixture(scope="module")
def week(request: pytest.FixtureRequest) -> Iterator[Timetable]:
    """The table of the tasks, which is shown in the end where one process runs all of them (`-n 0`)."""
    table = Timetable()
    yield table
    reporter = request.config.pluginmanager.get_plugin("terminalreporter")
    if table.rows and reporter is not None:
        reporter.write_line("\n".join(["", *table.lines()]))


@pytest.fixture
def console(new_context: Contexts, stack: Any) -> OpenConsole:
    """Opens the console for a person of the team, by default the manager."""

    def opened(who: str = "manager") -> Page:
        context = new_context()
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        page = context.new_page()
        sign_in(page, stack, who)
        expect(page.get_by_role("heading", level=1, name="Review queue")).to_be_visible()
        return page

    return opened


@pytest.fixture(scope="module")
def six(team: Service, stack: Any) -> Opening:
    """Six who have answered, and are evaluated."""
    opening = make_opening(team, stack, "Depot lead of the week", [*ANSWERS])
    for name, said in ANSWERS.items():
        person = opening.people[name]
        assert person.answer("spoken", text=said).status == 200
        assert person.answer("licence", value=name not in {"Eva", "Finn"}).status == 200
        shift = person.options["Day" if name == "Finn" else "Night"]
        assert person.answer("shift", optionIds=[shift]).status == 200
        assert person.complete().status == 200
    for person in opening.people.values():
        await_score(person)
    return opening


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as made:
        yield made


def make_opening(team: Service, stack: Any, name: str, names: list[str]) -> Opening:
    """A job with two interviews behind each other; the first is decided by a person. Its title is its own."""
    title = f"{name} {new_id()[-6:]}"
    asked = make_screening(team)
    assert team.patch(f"/interviews/{asked.interview['id']}", {"title": f"{title}: first"}).status == 200
    steps = [
        step("standard_interview", asked.interview["id"], scoreThreshold=100, gateMode="confirm"),
        step("standard_interview", add_interview(team, title=f"{title}: second")),
    ]
    job_id = governed_job(team, stack, title, steps)
    return Opening(job_id, title, {name: enrolled(team, asked, job_id, name) for name in names})


def governed_job(team: Service, stack: Any, title: str, steps: list[dict[str, Any]]) -> str:
    """An active job with a workflow of these steps; its id."""
    job_id = add_active_job(team, title=title)
    made = team.post("/workflow-templates", {"name": title, "userId": stack["userId"], "steps": steps})
    template_id = made.data["workflowTemplate"]["id"]
    applied = {"userId": stack["userId"], "jobIds": [job_id]}
    assert team.post(f"/workflow-templates/{template_id}/apply", applied).status == 201
    return job_id


def enrolled(team: Service, asked: Screening, job_id: str, name: str) -> Screening:
    """A candidate in the first step of the job."""
    body = {"firstName": name, "lastName": FAMILY, "email": f"{name}.{new_id()}@example.com".lower()}
    reply = team.post(f"/jobs/{job_id}/invite-candidate", body)
    assert reply.status == 201, reply.body
    candidate, first = reply.data["candidate"], reply.data["enrollment"]["steps"][0]
    token = str(reply.data["firstInviteUrl"]).rpartition("/")[2]
    return Screening(
        team,
        first["candidateInterviewId"],
        token,
        candidate,
        asked.interview,
        asked.questions,
        asked.options,
    )


def await_score(person: Screening) -> None:
    """Wait until a candidate who has answered is evaluated."""
    wait_until(lambda: person.results()["score"] is not None)


def statuses_of_steps(team: Service, opening: Opening, name: str) -> list[str]:
    """How far a candidate is."""
    return [each["status"] for each in enrollment_of(team, opening, name)["steps"]]


def heading(page: Page, name: str) -> Locator:
    return page.get_by_role("heading", level=1, name=name, exact=True)


def button(within: Page | Locator, name: str) -> Locator:
    return within.get_by_role("button", name=name, exact=True)


def field(within: Page | Locator, label: str) -> Locator:
    return within.get_by_label(label, exact=True)


def decided(page: Page, decision: str, reason: str) -> Locator:
    """A decision among those that stand at the candidate."""
    return page.get_by_role("listitem").filter(has_text=decision).filter(has_text=reason)


def id_in(page: Page) -> str:
    """The id of the record at whose address the page is."""
    return page.url.partition("?")[0].rpartition("/")[2]


def enrollment_of(team: Service, opening: Opening, name: str) -> dict[str, Any]:
    """How far a candidate of the job is."""
    listed = team.get(f"/jobs/{opening.id}/workflow-progress").data["enrollments"]
    wanted = opening.people[name].candidate["id"]
    [found] = [each for each in listed if each["candidateId"] == wanted]
    return dict(found)


def decisions_of(team: Service, person: Screening) -> list[str]:
    """What was decided about a candidate, the newest first."""
    listed = team.get(f"/candidate-interviews/{person.id}/decision").data["decisions"]
    return [each["decision"] for each in listed]


def messages_to(team: Service, person: Screening, kind: str) -> list[dict[str, Any]]:
    """What a candidate was sent."""
    listed = team.get(f"/candidates/{person.candidate['id']}/messages").data["messages"]
    return [each for each in listed if each["type"] == kind]


def await_messages(team: Service, person: Screening, kind: str, count: int) -> None:
    """Wait until a candidate was sent so many messages of a kind."""
    wait_until(lambda: len(messages_to(team, person, kind)) == count)


def test_a_job_is_made(week: Timetable, console: OpenConsole, team: Service) -> None:
    page, title = console(), "Fork lift driver of the week"
    with week.task("Make a job", page, "/console/jobs", clicks=5) as hand:
        hand.click(button(page, "New job"))
        hand.write(field(page, "Title"), title)
        hand.choose(field(page, "Begins as"), "Active: candidates can be invited at once")
        hand.click(button(page, "Save"))
        expect(heading(page, title)).to_be_visible()

    job = team.get(f"/jobs/{id_in(page)}").data["job"]
    assert (job["title"], job["status"]) == (title, "active")


def test_an_interview_is_made_and_tried(week: Timetable, console: OpenConsole, team: Service) -> None:
    page, title = console(), "Bakery of the week"
    asked = "Tell us about a morning on which everything went wrong."
    with week.task("Make an interview", page, "/console/interviews", clicks=7) as hand:
        hand.click(button(page, "New interview"))
        hand.write(field(page, "Title"), title)
        hand.write(field(page, "Name shown to candidates"), "Baker at Example Works")
        hand.click(button(page, "Add question"))
        hand.write(field(page, "Question"), asked, has_focus=True)
        hand.click(button(page, "Add topic"))
        hand.write(field(page, "Topic"), "Reliability", has_focus=True)
        hand.write(field(page, "Weight"), "100")
        hand.click(button(page, "Save"))
        expect(heading(page, title)).to_be_visible()

    interview_id = id_in(page)
    [question] = team.get(f"/questions/interview/{interview_id}").data["questions"]
    assert question["questionScript"] == asked
    [topic] = team.get(f"/interviews/{interview_id}/score-card-template").data["scoreCardTemplate"]["topics"]
    assert (topic["topic"], topic["weight"]) == ("Reliability", 100)

    with week.task("Try it as a candidate", page, f"/console/interviews/{interview_id}", clicks=1) as hand:
        with page.expect_popup() as opening:
            hand.click(button(page, "Try as a candidate"))
        trial = opening.value
        expect(trial.get_by_role("heading", level=1)).to_be_visible()
    expect(trial.get_by_text("Baker at Example Works").first).to_be_visible()
    tried = team.get("/candidate-interviews", interviewId=interview_id).data
    assert [each["inviteSentAt"] for each in tried] == [None]


def test_a_workflow_of_two_steps_is_made_and_applied(
    week: Timetable, console: OpenConsole, team: Service
) -> None:
    title = "Way of the week"
    interview_id = add_interview(team, title=f"{title}: interview")
    meeting_id = add_meeting(team, title=f"{title}: meeting")
    job_id = add_active_job(team, title=f"{title}: job")
    page = console()
    with week.task("Make a workflow of two steps", page, "/console/workflows", clicks=12) as hand:
        hand.click(button(page, "New workflow"))
        hand.write(field(page, "Name of the workflow"), title)
        hand.choose(field(page, "Kind (step 1)"), "Interview")
        hand.choose(field(page, "Interview (step 1)"), f"{title}: interview")
        hand.click(button(page, "Add step"))
        hand.choose(field(page, "Kind (step 2)"), "Meeting")
        hand.choose(field(page, "Meeting (step 2)"), f"{title}: meeting")
        hand.click(button(page, "Save"))
        expect(heading(page, title)).to_be_visible()

    workflow_id = id_in(page)
    steps = team.get(f"/workflow-templates/{workflow_id}").data["workflowTemplate"]["steps"]
    assert [each["artifactId"] for each in steps] == [interview_id, meeting_id]

    address = f"/console/workflows/{workflow_id}"
    with week.task("Apply the workflow to a job", page, address, clicks=4) as hand:
        dialog = hand.open_dialog(button(page, "Apply to jobs"))
        expect(dialog.get_by_role("checkbox").first).to_be_visible()
        if field(dialog, "Search for a job").is_visible():
            hand.write(field(dialog, "Search for a job"), title)
        hand.click(dialog.get_by_text(f"{title}: job", exact=True))
        hand.click(button(dialog, "Apply"))
        expect(page.get_by_role("link", name=f"{title}: job")).to_be_visible()

    effective = team.get(f"/jobs/{job_id}/effective-workflow").data["effectiveWorkflow"]
    assert effective["template"]["id"] == workflow_id


def test_six_are_invited_by_a_pasted_list(
    week: Timetable, console: OpenConsole, team: Service, stack: Any
) -> None:
    opening = make_opening(team, stack, "Night shift of the week", [])
    lines = [f"{name} {FAMILY}, {name}.pasted@example.com".lower().title() for name in ANSWERS]
    page = console()
    with week.task("Invite six by a pasted list", page, opening.address, clicks=5) as hand:
        dialog = hand.open_dialog(button(page, "Invite"))
        hand.click(dialog.get_by_role("radio", name="Several"))
        hand.paste(field(dialog, "Names, e-mail addresses and phone numbers"), "\n".join(lines))
        hand.click(button(dialog, "Send invite"))
        expect(dialog.get_by_role("list", name="Outcome").get_by_text("Invited", exact=True)).to_have_count(6)
        hand.click(button(dialog, "Done"))
        expect(page.get_by_role("link", name=f"Ada {FAMILY}")).to_be_visible()

    def first_steps() -> list[str]:
        progress = team.get(f"/jobs/{opening.id}/workflow-progress").data
        return [each["steps"][0]["status"] for each in progress["enrollments"]]

    wait_until(lambda: first_steps() == ["invited"] * 6)


def test_it_is_seen_who_is_where(week: Timetable, console: OpenConsole, team: Service, stack: Any) -> None:
    opening = make_opening(team, stack, "Early shift of the week", ["Gil", "Hana", "Ida"])
    for name in ("Gil", "Hana"):
        opening.people[name].answer_all()
        assert opening.people[name].complete().status == 200
        await_score(opening.people[name])
    passed = {"decision": "advance", "reason": "Plans well."}
    assert team.post(f"/candidate-interviews/{opening.people['Gil'].id}/decision", passed).status == 201
    page = console()
    with week.task("See who is where", page, opening.address, clicks=0):
        first = page.get_by_role("table", name=f"{opening.title}: first")
        second = page.get_by_role("table", name=f"{opening.title}: second")
        expect(first.get_by_role("row", name=re.compile(f"Hana {FAMILY}"))).to_contain_text(
            "Waits for a person"
        )
        expect(first.get_by_role("row", name=re.compile(f"Ida {FAMILY}"))).to_contain_text(
            "Invited, not begun"
        )
        expect(second.get_by_role("row", name=re.compile(f"Gil {FAMILY}"))).to_contain_text(
            "Invited, not begun"
        )


def test_it_is_learned_who_is_done(week: Timetable, console: OpenConsole, six: Opening) -> None:
    page = console("reviewer")
    with week.task("Learn who is done", page, "/console/candidates", clicks=5) as hand:
        hand.click(page.get_by_role("link", name="Progress and scores"))
        hand.pick(page.get_by_role("button", name=re.compile("Status:")), "Completed")
        hand.pick(page.get_by_role("button", name=re.compile("Job:")), six.title)
        expect(page.get_by_role("status").filter(has_text="6 interviews")).to_be_visible()
        for name in six.people:
            expect(page.get_by_role("link", name=f"{name} {FAMILY}")).to_be_visible()


def test_the_six_are_ranked(week: Timetable, console: OpenConsole, team: Service, six: Opening) -> None:
    page = console("reviewer")
    with week.task("Rank the candidates of a job", page, six.address, clicks=1) as hand:
        hand.click(page.get_by_role("link", name="Ranking"))
        table = page.get_by_role("table", name="Ranking")
        expect(table.get_by_role("rowheader")).to_have_count(6)

    wanted = team.get("/candidate-interviews", jobId=six.id, sort="-score").data
    names = {person.candidate["id"]: name for name, person in six.people.items()}
    shown = table.get_by_role("rowheader").all_inner_texts()
    assert shown == [f"{names[each['candidateId']]} {FAMILY}" for each in wanted]
    assert len({each["score"] for each in wanted}) > 1


def test_answers_and_results_are_read(
    week: Timetable, console: OpenConsole, team: Service, six: Opening
) -> None:
    page = console("reviewer")
    with week.task("Read answers and results", page, six.address, clicks=1) as hand:
        hand.click(page.get_by_role("link", name=f"Ada {FAMILY}"))
        expect(heading(page, f"Ada {FAMILY}")).to_be_visible()
        expect(page.get_by_text(ANSWERS["Ada"]).first).to_be_visible()
        expect(page.get_by_role("heading", name="Scorecard")).to_be_visible()

    results = team.get(f"/candidate-interviews/{six.people['Ada'].id}/results").data
    expect(page.get_by_text(results["summary"])).to_be_visible()
    for topic in results["scoreCard"]["topicScores"]:
        expect(page.get_by_role("heading", name=topic["topic"], exact=True)).to_be_visible()


def test_six_are_compared(week: Timetable, console: OpenConsole, team: Service, six: Opening) -> None:
    page = console("reviewer")
    with week.task("Compare six candidates", page, six.address, clicks=7) as hand:
        for name in six.people:
            hand.click(field(page, f"Choose {name} {FAMILY}"))
        hand.click(button(page, "Compare"))
        table = page.get_by_role("table", name="Compare")
        expect(table.get_by_role("columnheader")).to_have_count(7)

    first, *others = six.people.values()
    wanted = ",".join(each.id for each in others)
    compared = team.get(f"/candidate-interviews/{first.id}/comparison", **{"with": wanted})
    scores = {
        each["candidateInterviewId"]: each["score"] for each in compared.data["comparison"]["candidates"]
    }
    ids = re.findall(r"ids=([^&]+)", page.url)[0].replace("%2C", ",").split(",")
    cells = table.get_by_role("row", name=re.compile("^Score")).get_by_role("cell").all_inner_texts()
    assert cells == [str(scores[each]) for each in ids]


def test_a_comment_is_left(week: Timetable, console: OpenConsole, team: Service, six: Opening) -> None:
    page, text = console("reviewer"), "Ask about the forklift licence."
    with week.task("Comment", page, six.address_of("Ben"), clicks=2) as hand:
        hand.write(field(page, "Comment"), text)
        hand.click(button(page, "Add comment"))
        expect(page.get_by_role("listitem").filter(has_text=text)).to_be_visible()

    comments = team.get(f"/candidate-interviews/{six.people['Ben'].id}/comments").data["comments"]
    assert [each["text"] for each in comments] == [text]


def test_a_score_is_corrected(
    week: Timetable, console: OpenConsole, team: Service, stack: Any, six: Opening
) -> None:
    page, reason = console("reviewer"), "Knows more than these words say."
    with week.task("Correct a score", page, six.address_of("Finn"), clicks=3) as hand:
        hand.click(button(page, "Correct the score of Safety"))
        hand.write(field(page, "Score"), "35", has_focus=True)
        hand.write(field(page, "Why this score"), reason)
        hand.click(button(page, "Save"))
        name = stack["consoleUsers"]["reviewer"]["name"]
        expect(page.get_by_text(re.compile(f"Scored by ({name}|You)"))).to_be_visible()

    [change, *_] = team.get(f"/candidate-interviews/{six.people['Finn'].id}/results/changes").data["changes"]
    assert (change["topic"], change["to"], change["reason"]) == ("Safety", 35, reason)
    assert change["userId"] == stack["consoleUsers"]["reviewer"]["userId"]


def test_a_candidate_is_moved_on(week: Timetable, console: OpenConsole, team: Service, six: Opening) -> None:
    page = console("reviewer")
    with week.task("Move a candidate on", page, six.address_of("Ada"), clicks=2) as hand:
        hand.click(button(page, "Advance"))
        hand.write(field(page, "Reason"), "Calm and clear.", has_focus=True)
        hand.click(button(page, "Store decision"))
        expect(page.get_by_text("Stored: Advanced.").first).to_be_visible()
        expect(decided(page, "Advanced", "Calm and clear.")).to_be_visible()

    assert decisions_of(team, six.people["Ada"]) == ["advance"]
    wait_until(lambda: statuses_of_steps(team, six, "Ada") == ["passed", "invited"])


def test_a_candidate_is_held(week: Timetable, console: OpenConsole, team: Service, six: Opening) -> None:
    page = console("reviewer")
    with week.task("Hold a candidate", page, six.address_of("Ben"), clicks=2) as hand:
        hand.click(button(page, "Hold"))
        hand.write(field(page, "Reason"), "Wait for the others.", has_focus=True)
        hand.click(button(page, "Store decision"))
        expect(page.get_by_text("Stored: On hold.").first).to_be_visible()

    assert decisions_of(team, six.people["Ben"]) == ["hold"]
    assert enrollment_of(team, six, "Ben")["steps"][0]["status"] == "waiting_for_evaluation"


def test_a_rejection_is_told_and_reopened(
    week: Timetable, console: OpenConsole, team: Service, six: Opening
) -> None:
    page, eva = console("reviewer"), six.people["Eva"]
    with week.task("Reject with a message", page, six.address_of("Eva"), clicks=3) as hand:
        hand.click(button(page, "Reject"))
        hand.write(field(page, "Reason"), "No licence yet.", has_focus=True)
        hand.click(page.get_by_text("Tell the candidate", exact=True))
        hand.click(button(page, "Store decision"))
        expect(page.get_by_text("Stored: Rejected.").first).to_be_visible()

    assert decisions_of(team, eva) == ["reject"]
    await_messages(team, eva, "REJECTION", 1)
    assert "No licence yet." not in messages_to(team, eva, "REJECTION")[0]["body"]
    assert enrollment_of(team, six, "Eva")["status"] == "failed"

    with week.task("Reopen a rejected candidate", page, six.address_of("Eva"), clicks=2) as hand:
        hand.click(button(page, "Advance"))
        hand.write(field(page, "Reason"), "The licence has come.", has_focus=True)
        hand.click(button(page, "Store decision"))
        expect(page.get_by_text("Stored: Advanced.").first).to_be_visible()
        expect(decided(page, "Advanced", "The licence has come.")).to_be_visible()

    assert decisions_of(team, eva) == ["advance", "reject"]
    assert enrollment_of(team, six, "Eva")["status"] == "active"


def test_an_invite_is_sent_again_and_stays_open_longer(
    week: Timetable, console: OpenConsole, team: Service, stack: Any
) -> None:
    opening = make_opening(team, stack, "Late shift of the week", ["Jon"])
    page, jon = console(), opening.people["Jon"]
    await_messages(team, jon, "INVITE", 1)
    with week.task("Send an invite again", page, opening.address_of("Jon"), clicks=1) as hand:
        hand.click(button(page, "Send again"))
        expect(page.get_by_text("The invite was sent again.").first).to_be_visible()
    await_messages(team, jon, "INVITE", 2)

    before = jon.read()["expiry"]
    with week.task("Give more time", page, opening.address_of("Jon"), clicks=2) as hand:
        dialog = hand.open_dialog(button(page, "Extend"))
        hand.click(button(dialog, "Save"))
        expect(dialog).to_be_hidden()
    added = datetime.fromisoformat(jon.read()["expiry"]) - datetime.fromisoformat(before)
    assert 6 <= added.total_seconds() / 86_400 <= 8


def test_more_time_is_given_to_who_asks_for_it(
    week: Timetable, console: OpenConsole, team: Service, stack: Any
) -> None:
    opening = make_opening(team, stack, "Rear shift of the week", ["Pia"])
    pia = opening.people["Pia"]
    asked = pia.page.post(f"/screening/{pia.token}/requests", {"kind": "more_time"})
    assert asked.status == 201
    before, page = pia.read()["expiry"], console()
    with week.task("Give more time to who asks for it", page, "/console", clicks=5) as hand:
        hand.click(page.get_by_role("link", name=re.compile("^Requests")))
        hand.click(page.get_by_role("link", name=re.compile(f"Pia {FAMILY}")))
        dialog = hand.open_dialog(button(page, "Extend the invite"))
        hand.click(button(dialog, "Save"))
        expect(dialog).to_be_hidden()
        hand.click(button(page, "Mark as done"))
        expect(page.get_by_text(re.compile("^Done "))).to_be_visible()

    assert pia.read()["expiry"] > before
    [request] = team.get(f"/candidate-interviews/{pia.id}/requests").data["requests"]
    assert request["status"] == "done"


def test_those_who_have_not_begun_are_reminded(
    week: Timetable, console: OpenConsole, team: Service, stack: Any
) -> None:
    opening = make_opening(team, stack, "Weekend shift of the week", ["Kim", "Lea"])
    for person in opening.people.values():
        await_messages(team, person, "INVITE", 1)
    page = console()
    address = "/console/candidates?view=interviews"
    with week.task("Remind all who have not begun", page, address, clicks=7) as hand:
        hand.pick(page.get_by_role("button", name=re.compile("Status:")), "Not begun")
        hand.pick(page.get_by_role("button", name=re.compile("Job:")), opening.title)
        expect(page.get_by_role("status").filter(has_text="2 interviews")).to_be_visible()
        hand.click(field(page, "Choose all that are shown"))
        dialog = hand.open_dialog(button(page, "Send again"))
        hand.click(button(dialog, "Send now"))
        expect(page.get_by_text("2 invites were sent again.").first).to_be_visible()

    for person in opening.people.values():
        await_messages(team, person, "INVITE", 2)


def test_a_meeting_is_set_and_its_answer_seen(week: Timetable, console: OpenConsole, team: Service) -> None:
    title = "Tour of the week"
    candidate = post_candidate(team, firstName="Mia", lastName=FAMILY, email="mia.tour@example.com")
    page = console()
    address = f"/console/candidates/{candidate['id']}"
    with week.task("Set a meeting", page, address, clicks=4) as hand:
        dialog = hand.open_dialog(button(page, "Set a meeting"))
        hand.write(field(dialog, "Title"), title)
        hand.write(field(dialog, "Begins (1)"), "2036-03-20T10:00")
        hand.click(button(dialog, "Send invite"))
        expect(dialog.get_by_text("The invite to the meeting is sent.")).to_be_visible()
        link = field(dialog, "Link for the candidate").input_value()

    [meeting] = [each for each in team.get("/meetings").data["meetings"] if each["title"] == title]
    [slot] = meeting["slots"]
    token = link.rpartition("/m/")[2]
    booked = team.public().post(f"/m/{token}/booking", {"slotId": slot["id"]})
    assert booked.status == 201

    with week.task("See that a meeting is booked", page, "/console/meetings", clicks=1) as hand:
        row = page.get_by_role("row", name=re.compile(title))
        expect(row).to_contain_text("1 of 1")
        hand.click(row.get_by_role("link", name=title))
        expect(page.get_by_role("table", name="Times")).to_contain_text("Full")
        expect(page.get_by_role("link", name=f"Mia {FAMILY}")).to_be_visible()


def test_it_is_seen_that_another_time_is_asked_for(
    week: Timetable, console: OpenConsole, team: Service, stack: Any
) -> None:
    title = "Talk of the week"
    meeting_id = add_meeting(team, title=title)
    job_id = governed_job(team, stack, title, [step("meeting", meeting_id)])
    person = {"firstName": "Nora", "lastName": FAMILY, "email": "nora.talk@example.com"}
    link = team.post(f"/jobs/{job_id}/invite-candidate", person).data["firstInviteUrl"]
    page = console()
    guest = page.context.new_page()
    guest.goto(f"/m/{str(link).rpartition('/m/')[2]}")
    guest.get_by_label("Which times would suit you?").fill("Any Friday, please")
    button(guest, "Another time, please").click()
    expect(guest.get_by_role("status")).to_contain_text("You have asked for another time.")

    with week.task("See that another time is asked for", page, "/console/meetings", clicks=1) as hand:
        hand.click(page.get_by_role("button", name=re.compile(f"Offer other times.*Nora {FAMILY}")))
        expect(heading(page, f"Edit {title}")).to_be_visible()

    waiting = team.get("/review-queue", jobId=job_id, kind="meeting").data["items"]
    assert [each["candidateName"] for each in waiting] == [f"Nora {FAMILY}"]


def test_results_are_shared_with_two_people(
    week: Timetable, console: OpenConsole, team: Service, new_context: Contexts, six: Opening
) -> None:
    page, cleo = console("reviewer"), six.people["Cleo"]
    with week.task("Share results with two people", page, six.address_of("Cleo"), clicks=1) as hand:
        hand.click(button(page, "Copy"))
        expect(button(page, "The address is copied.")).to_be_visible()

    address = page.evaluate("navigator.clipboard.readText()")
    assert address == cleo.results()["shareLink"]
    for _ in range(2):
        reader = new_context().new_page()
        reader.goto(address)
        expect(reader.get_by_text(f"Cleo {FAMILY}").first).to_be_visible()


def test_a_ranking_is_exported_and_printed(week: Timetable, console: OpenConsole, six: Opening) -> None:
    page = console("reviewer")
    page.add_init_script("window.printed = 0; window.print = () => { window.printed += 1; };")
    with week.task("Export a ranking as CSV", page, six.address, clicks=2) as hand:
        hand.click(page.get_by_role("link", name="Ranking"))
        with page.expect_download() as download:
            hand.click(button(page, "Export as CSV"))
    rows = download.value.path().read_text(encoding="utf-8-sig").strip().splitlines()
    assert len(rows) == 7
    assert all(any(f"{name} {FAMILY}" in row for row in rows) for name in six.people)

    with week.task("Print a job", page, six.address, clicks=1) as hand:
        expect(page.get_by_role("link", name=f"Ada {FAMILY}")).to_be_visible()
        hand.click(button(page, "Print"))
        assert page.evaluate("window.printed") == 1


def test_the_data_of_a_candidate_is_exported(week: Timetable, console: OpenConsole, six: Opening) -> None:
    page = console()
    with week.task("Export a candidate's data", page, six.address_of("Dan"), clicks=2) as hand:
        hand.click(button(page, "Export data"))
        with page.expect_download() as download:
            hand.click(page.get_by_role("link", name="Download the export"))
    assert download.value.path().stat().st_size > 0


def test_a_job_is_approved_from_the_queue(week: Timetable, console: OpenConsole, team: Service) -> None:
    title = "Gate keeper of the week"
    body = {"title": title, "type": "requisition", "status": "pending_approval"}
    job_id = team.post("/jobs", body).data["job"]["id"]
    page = console()
    with week.task("Approve a job", page, "/console", clicks=3) as hand:
        hand.click(page.get_by_role("link", name=re.compile("^Approvals")))
        hand.click(page.get_by_role("link", name=re.compile(title)))
        hand.click(button(page, "Approve"))
        expect(page.get_by_text("Approved", exact=True)).to_be_visible()

    assert team.get(f"/jobs/{job_id}").data["job"]["status"] == "approved"


def test_an_old_candidate_is_found(week: Timetable, console: OpenConsole, team: Service) -> None:
    candidate = post_candidate(team, firstName="Olga", lastName="Oldfield", email="olga@example.com")
    post_candidate_interview(team, candidateId=candidate["id"])
    assert team.delete(f"/candidates/{candidate['id']}").status == 200
    page = console()
    with week.task("Find an old candidate", page, "/console/candidates", clicks=3) as hand:
        hand.write(page.get_by_role("searchbox", name="Search"), "oldfield")
        hand.click(button(page, "Search among archived candidates"))
        hand.click(page.get_by_role("link", name="Olga Oldfield"))
        expect(heading(page, "Olga Oldfield")).to_be_visible()

    assert team.get(f"/candidates/{id_in(page)}").data["archivedAt"] is not None


def test_a_failed_delivery_is_sent_again(
    week: Timetable, console: OpenConsole, team: Service, stack: Any, records: Records, receiver: Receiver
) -> None:
    webhook = post_webhook(team, urls=[receiver.url("/week")], description="Payroll of the week")
    delivery_id = store_failed_delivery(records, stack, webhook, receiver.url("/week"))
    page = console("administrator")
    with week.task("Send a failed delivery again", page, "/console/webhooks", clicks=3) as hand:
        hand.click(page.get_by_role("link", name="Failed", exact=True))
        row = page.get_by_role("row").filter(has_text="Payroll of the week")
        expect(row).to_contain_text("The receiver has failed (HTTP 500).")
        hand.click(button(row, "Redeliver"))
        hand.click(row.get_by_role("link", name="See the new delivery"))
        expect(page.get_by_text("The receiver took it.")).to_be_visible()

    [request] = receiver.await_requests("/week", 1)
    assert request.event == "candidate_interview.completed"
    assert id_in(page) != delivery_id
    assert team.get(f"/webhook-deliveries/{id_in(page)}").data["delivery"]["status"] == "completed"


def store_failed_delivery(records: Records, stack: Any, webhook: dict[str, Any], url: str) -> str:
    """A delivery that has failed three times, as after the six minutes that this takes; its id."""
    now = datetime.now(UTC)
    event = EventRecord(
        id=new_id(),
        name=EventName.CANDIDATE_INTERVIEW_COMPLETED,
        organization_id=webhook["organizationId"],
        team_id=stack["teamId"],
        payload={"candidateInterviewId": new_id()},
        created_at=timestamp(now),
    )
    delivery = new_delivery(event, DeliveryTarget(url, webhook_configuration_id=webhook["id"]))
    for attempt in (1, 2, 3):
        claimed = delivery.claim(attempt, now)
        assert claimed is not None
        refused = AttemptResult(status=500, status_text="Internal Server Error", data="down")
        delivery = claimed.settle(refused, now).record
    unit = records.unit_of_work()
    unit.create(WEBHOOK_DELIVERY, delivery)
    unit.commit()
    return delivery.id
