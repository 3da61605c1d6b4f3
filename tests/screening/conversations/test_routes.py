"""The conversation of an AI interview over HTTP (interface: Interview conversations)."""

from typing import Any

import pytest

import local_stack.engines
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.table.records import Records
from gather.wiring import Adapters
from tests.builders.outbox import events_of
from tests.builders.screening import make_ai_screening, make_interview_conversation, make_screening
from tests.builders.service import Service, Tenant
from tests.doubles.conversing_candidate import Conversation, kinds
from tests.doubles.screening_candidate import Screening

pytestmark = pytest.mark.routes

LONG = (
    "In my last job I ran the bar on Saturdays, served about two hundred guests a night, and for example "
    "calmed an angry guest by listening first and bringing a fresh coffee."
)
PLAIN = {
    "conversationalStyle": False,
    "askFollowUpQuestions": False,
    "askToElaborate": False,
    "askCandidateQuestions": False,
}


@pytest.fixture(autouse=True)
def local_interviewer(adapters: Adapters) -> None:
    """The local stack's interviewer, in process as over HTTP."""
    adapters.engines = local_stack.engines.provide(adapters.settings)


@pytest.fixture
def plain(service: Service, records: Records, tenant: Tenant) -> Screening:
    """Two spoken questions without anything around them."""
    return make_interview_conversation(service, records, tenant, PLAIN)


def talk(screening: Screening) -> Conversation:
    return Conversation(screening.page, screening.token)


def test_before_the_beginning_there_are_no_turns(plain: Screening) -> None:
    shown = talk(plain).read().data["conversation"]

    assert shown["state"] == "not_started"
    assert shown["turns"] == []
    assert shown["progress"] == {"asked": 0, "total": 2}
    assert shown["interviewer"] == {
        "name": "Robin",
        "photoUrl": "https://files.example.com/robin.jpg",
        "avatarUrl": None,
    }
    assert "AI" in shown["disclosure"]
    assert shown["timeoutSeconds"] == 60


def test_beginning_greets_and_asks_the_first_question_once(plain: Screening) -> None:
    conversation = talk(plain)

    first, again = conversation.begin(), conversation.begin()

    assert (first.status, again.status) == (201, 200)
    assert again.data == first.data
    turns = first.data["conversation"]["turns"]
    assert kinds(turns) == ["greeting", "question"]
    assert [turn["sequence"] for turn in turns] == [1, 2]
    assert turns[1]["text"] == "Why coffee?"
    assert turns[1]["questionId"] == plain.questions["first"]
    assert first.data["conversation"]["progress"] == {"asked": 1, "total": 2}


def test_greeting_and_welcome_are_word_for_word_in_turns_of_their_own(
    service: Service, records: Records, tenant: Tenant
) -> None:
    screening = make_interview_conversation(
        service, records, tenant, {**PLAIN, "greetingMessage": "Hi there!"}, welcomeInfo="Nice to meet you."
    )

    turns = talk(screening).begin().data["conversation"]["turns"]

    assert [turn["text"] for turn in turns[:2]] == ["Hi there!", "Nice to meet you."]
    assert kinds(turns) == ["greeting", "greeting", "question"]


def test_each_question_is_asked_once_and_in_order_and_the_end_completes_the_interview(
    plain: Screening,
) -> None:
    conversation = talk(plain)
    conversation.begin()

    second = conversation.say(LONG)
    closing = conversation.say("I like people.")

    assert kinds(second) == ["answer", "question"]
    assert second[1]["text"] == "Whom do you work with best?"
    assert kinds(closing) == ["answer", "closing"]
    assert conversation.read().data["conversation"]["state"] == "ended"
    assert plain.read()["status"] == "new_response"
    assert plain.complete().status == 200


def test_the_results_have_the_whole_conversation_and_the_turns_of_each_question(plain: Screening) -> None:
    conversation = talk(plain)
    conversation.begin()
    conversation.say(LONG)
    conversation.stay_silent()
    conversation.stay_silent()

    results = plain.results()

    first, second = results["responses"]
    assert first["transcription"] == LONG
    assert kinds(first["turns"]) == ["question", "answer"]
    assert second["transcription"] == ""
    assert kinds(second["turns"]) == ["question", "silence", "nudge", "silence"]
    for response in (first, second):
        assert {turn["questionId"] for turn in response["turns"]} == {response["questionId"]}
    lines = results["transcription"].splitlines()
    assert lines[1:4] == [
        "Interviewer: Why coffee?",
        f"Candidate: {LONG}",
        "Interviewer: Whom do you work with best?",
    ]
    assert len(lines) == 8


def test_the_same_turn_again_gets_the_same_response_and_does_nothing(plain: Screening) -> None:
    conversation = talk(plain)
    conversation.begin()

    first = conversation.turn(turnId="one", text=LONG)
    again = conversation.turn(turnId="one", text=LONG)
    other = conversation.turn(turnId="one", text="Something else.")
    conversation.say("I like people.")
    after_the_end = conversation.turn(turnId="one", text=LONG)

    assert (first.status, again.status, other.status, after_the_end.status) == (201, 200, 422, 200)
    assert again.data == first.data == after_the_end.data
    assert len(conversation.read().data["conversation"]["turns"]) == 6


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"text": "a", "silence": True},
        {"silence": True, "end": True},
        {"silence": False},
        {"end": "true"},
        {"text": ""},
        {"text": "   "},
        {"text": "a" * 10_001},
        {"turnId": "no spaces", "text": "a"},
        {"turnId": None, "text": "a"},
    ],
)
def test_a_turn_says_exactly_one_thing(plain: Screening, body: dict[str, Any]) -> None:
    conversation = talk(plain)
    conversation.begin()

    assert conversation.turn(**body).status == 400
    assert len(conversation.read().data["conversation"]["turns"]) == 2


def test_there_are_no_turns_before_the_beginning_and_after_the_end(plain: Screening) -> None:
    conversation = talk(plain)

    before = conversation.turn(text=LONG)
    conversation.begin()
    ended = conversation.turn(end=True)
    after = conversation.turn(text=LONG)

    assert (before.status, ended.status, after.status) == (409, 201, 409)
    assert kinds(ended.data["turns"]) == ["closing"]
    assert ended.data["conversation"]["state"] == "ended"


def test_a_turn_to_an_older_state_is_refused(plain: Screening) -> None:
    conversation = talk(plain)
    conversation.begin()
    conversation.say(LONG, afterSequence=2)

    stale = conversation.turn(text="From another tab.", afterSequence=2)

    assert stale.status == 409
    assert len(conversation.read().data["conversation"]["turns"]) == 4


def test_beginning_drops_the_answers_to_spoken_questions_and_takes_no_more(plain: Screening) -> None:
    plain.answer("first", text="Written before.")
    conversation = talk(plain)
    conversation.begin()

    refused = plain.answer("first", text="Written after.")

    assert refused.status == 409
    assert [each["answered"] for each in plain.show().data["screening"]["questions"]] == [False, False]
    missing = plain.complete()
    assert (missing.status, missing.faulty_fields) == (400, {"conversation"})


def test_who_answers_without_a_conversation_completes_as_before(plain: Screening) -> None:
    plain.answer("first", text=LONG)
    plain.answer("second", text=LONG)

    assert plain.complete().status == 200
    assert talk(plain).begin().status == 409


def test_the_page_shows_how_far_the_conversation_is(plain: Screening, service: Service) -> None:
    talk(plain).begin()

    shown = plain.show().data["screening"]

    assert shown["interviewType"] == "ai_interviewer"
    assert shown["conversation"] == {"state": "active", "progress": {"asked": 1, "total": 2}}
    standard = make_screening(service)
    assert "conversation" not in standard.show().data["screening"]
    assert standard.show().data["screening"]["interviewType"] == "standard"


def test_other_interviews_have_no_conversation(service: Service) -> None:
    conversation = talk(make_screening(service))

    for reply in (
        conversation.read(),
        conversation.begin(),
        conversation.turn(text="Hello"),
        conversation.page.get(f"/screening/{conversation.token}/conversation/speech"),
    ):
        assert (reply.status, reply.error["code"]) == (409, "CONFLICT")


def test_survey_questions_keep_it_open_until_they_are_answered(
    service: Service, records: Records, tenant: Tenant
) -> None:
    screening = make_ai_screening(service, records, tenant)
    conversation = talk(screening)
    conversation.begin()
    conversation.turn(end=True)

    missing = screening.complete()
    screening.answer("written", text="Nothing.")
    completed = screening.complete()

    assert (missing.status, missing.faulty_fields) == (400, {f"answers.{screening.questions['written']}"})
    assert completed.status == 200


def test_the_end_completes_it_where_the_survey_was_answered_before(
    service: Service, records: Records, tenant: Tenant
) -> None:
    screening = make_ai_screening(service, records, tenant)
    conversation = talk(screening)
    conversation.begin()
    screening.answer("written", text="Nothing.")

    conversation.turn(end=True)

    assert screening.read()["status"] == "new_response"


def test_a_candidate_asks_what_is_known_and_the_fifth_reply_ends_it(
    service: Service, records: Records, tenant: Tenant
) -> None:
    screening = make_interview_conversation(
        service,
        records,
        tenant,
        {**PLAIN, "askCandidateQuestions": True},
        jobDescriptionText="You have thirty days of holiday in a year.",
    )
    conversation = talk(screening)
    conversation.begin()
    conversation.say(LONG)
    invited = conversation.say(LONG)

    replies = [conversation.say("How many days of holiday are there?") for _ in range(5)]

    assert kinds(invited) == ["answer", "invite_questions"]
    assert "thirty days" in replies[0][1]["text"]
    assert [kinds(each) for each in replies] == [["question", "reply"]] * 4 + [
        ["question", "reply", "closing"]
    ]
    assert all(turn["questionId"] is None for each in replies for turn in each)


def test_a_first_answer_is_told_of_and_the_end_once(plain: Screening, table: Any) -> None:
    conversation = talk(plain)
    before = len(events_of(table))
    conversation.begin()
    begun = len(events_of(table))
    conversation.say(LONG)
    answered = sorted(name for name, _ in events_of(table)[begun:])
    conversation.say(LONG)
    done = sorted(name for name, _ in events_of(table)[begun + len(answered) :])

    assert begun == before
    assert answered == ["candidate_interview.partially_completed", "candidate_interview.status_changed"]
    assert done == ["candidate_interview.completed", "candidate_interview.status_changed"]


def test_unknown_and_impossible_tokens_are_not_found(service: Service) -> None:
    nobody = Conversation(service.public(), "x" * 43)

    assert {nobody.read().status, nobody.begin().status, nobody.turn(text="a").status} == {404}


def test_a_coaching_type_gives_tips_and_the_interview_is_still_judged(
    service: Service, records: Records, tenant: Tenant
) -> None:
    screening = make_interview_conversation(
        service, records, tenant, {"askCandidateQuestions": False, "coachingType": "behavioral"}
    )
    conversation = talk(screening)
    begun = conversation.begin().data["conversation"]
    ended = conversation.turn(end=True).data["turns"]

    assert "practice" not in begun["disclosure"]
    assert "behavioral" in begun["turns"][0]["text"]
    assert "next time" in ended[-1]["text"]
    assert records.get(CANDIDATE_INTERVIEW, tenant.team_id, screening.id).record.is_judged


class TestQuestionsAboutTheInterview:
    def test_they_get_replies_and_are_no_part_of_any_answer(self, plain: Screening) -> None:
        conversation = Conversation(plain.page, plain.token)
        conversation.begin()

        asides = ("Sorry, what?", "Is this being recorded?", "Can I come back to this later?")
        said = [conversation.say(each) for each in asides]
        conversation.say(LONG)
        conversation.say(LONG)

        assert [kinds(turns) for turns in said] == [["question", "reply"]] * 3
        assert all(turn["questionId"] is None for turns in said for turn in turns)
        results = plain.results()
        first = results["responses"][0]
        assert first["transcription"] == LONG
        assert [turn["kind"] for turn in first["turns"]] == ["question", "answer"]
        assert all(f"Candidate: {each}" in results["transcription"] for each in asides)

    def test_it_says_hello_by_both_names_and_then_welcomes(
        self, service: Service, records: Records, tenant: Tenant
    ) -> None:
        screening = make_interview_conversation(service, records, tenant, PLAIN)

        greeting, *_ = Conversation(screening.page, screening.token).begin().data["conversation"]["turns"]

        assert greeting["kind"] == "greeting"
        shown = screening.page.get(f"/screening/{screening.token}").data["screening"]
        assert shown["candidateFirstName"] in greeting["text"]
        assert "My name is" in greeting["text"]
