"""The persona worker: a question that is worded otherwise reaches every AI interviewer that asks it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from gather.content.personas.models import Persona
from gather.content.personas.storage import PERSONA
from gather.table.records import Records
from gather.table.store import Table
from gather.wiring import Adapters
from gather.workers.queues import LONGEST_REQUEST_SECONDS
from personas.handler import handler
from tests.builders.ai_interviews import SERVICE_TOPIC, persona_of, told
from tests.builders.content import make_audio_question
from tests.builders.outbox import entries_of, queue_event
from tests.builders.service import Service, Tenant
from tests.doubles.clock import HandClock
from tests.doubles.lambda_context import Context
from tests.doubles.table_faults import during, fail, once_before, throttled
from tests.support.records import add_ai_text_question, post_ai_interview
from tests.template.deployment import time_limit

FIRST, ANOTHER = "How did you calm an angry guest?", "Who was your angriest guest?"


class Died(BaseException):
    """The end of the worker's process."""


@dataclass
class Team:
    """A team with questions and AI interviews, and the worker."""

    adapters: Adapters
    service: Service
    tenant: Tenant
    records: Records
    clock: HandClock

    def reword(self, question_id: str, text: str = ANOTHER) -> dict[str, Any]:
        """Give a question another text; answers the task that this makes."""
        reply = self.service.patch(f"/ai-text-questions/{question_id}", {"questionText": text})
        assert reply.status == 200, reply.body
        return self.task()

    def task(self) -> dict[str, Any]:
        """The latest task that is not done."""
        return self.tasks()[-1]

    def tasks(self) -> list[dict[str, Any]]:
        """The tasks of this worker that are not done."""
        return [each for each in entries_of(self.records.table, "TASK") if each["name"] == "refresh_personas"]

    def deliver(self, *tasks: Mapping[str, Any]) -> list[str]:
        """Hand the messages of tasks to the worker; answers the tasks whose messages come back."""
        answer = handler.run(queue_event(tasks), Context(), self.adapters)
        return [str(failure["itemIdentifier"]) for failure in answer["batchItemFailures"]]

    def persona(self, interview: Mapping[str, Any]) -> Persona:
        persona = persona_of(self.records, self.tenant, interview["id"])
        assert persona is not None
        return persona

    def told(self, interview: Mapping[str, Any]) -> str:
        return told(self.records, self.tenant, interview["id"])


@pytest.fixture
def team(adapters: Adapters, service: Service, tenant: Tenant, records: Records, clock: HandClock) -> Team:
    return Team(adapters, service, tenant, records, clock)


def test_every_interviewer_that_asks_a_question_gets_its_new_wording(team: Team) -> None:
    question_id, other_id = (
        add_ai_text_question(team.service, FIRST),
        add_ai_text_question(team.service, "Why us?"),
    )
    asking = [post_ai_interview(team.service, aiTextQuestionIds=[question_id, other_id]) for _ in range(3)]
    silent = post_ai_interview(team.service, aiTextQuestionIds=[other_id])
    untouched = team.persona(silent)
    task = team.reword(question_id)
    assert task["payload"] == {"questionId": question_id}

    assert team.deliver(task) == []

    for interview in asking:
        assert ANOTHER in team.told(interview)
        assert FIRST not in team.told(interview)
        assert team.persona(interview).version == 2
    assert team.persona(silent) == untouched
    assert team.tasks() == []


def test_an_audio_question_s_script_is_told_too(team: Team) -> None:
    question = make_audio_question(team.records, team.tenant, title="Guests")
    interview = post_ai_interview(team.service, questionIds=[question.id])
    assert "1. Guests" in team.told(interview)

    assert team.service.patch(f"/questions/{question.id}", {"title": "Angry guests"}).status == 200
    assert team.deliver(team.task()) == []

    assert "1. Angry guests" in team.told(interview)


def test_other_changes_of_a_question_are_nothing_to_tell(team: Team) -> None:
    question_id = add_ai_text_question(team.service)

    assert team.service.patch(f"/ai-text-questions/{question_id}", {"description": "Tact"}).status == 200

    assert team.tasks() == []


def test_a_message_delivered_twice_or_late_changes_nothing_more(team: Team) -> None:
    question_id = add_ai_text_question(team.service, FIRST)
    interview = post_ai_interview(team.service, aiTextQuestionIds=[question_id])
    first = team.reword(question_id, "Why coffee?")
    second = team.reword(question_id)

    assert team.deliver(second, second, first) == []

    assert ANOTHER in team.told(interview)
    assert team.persona(interview).version == 2
    assert team.tasks() == []


def test_a_question_that_an_interview_no_longer_asks_is_not_told_to_it(team: Team) -> None:
    question_id = add_ai_text_question(team.service, FIRST)
    interview = post_ai_interview(team.service, aiTextQuestionIds=[question_id])
    assert team.service.patch(f"/interviews/{interview['id']}", {"aiTextQuestionIds": []}).status == 200
    before = team.persona(interview)

    assert team.deliver(team.reword(question_id)) == []

    assert team.persona(interview) == before


def test_an_archived_interview_stays_as_it_was(team: Team) -> None:
    question_id = add_ai_text_question(team.service, FIRST)
    interview = post_ai_interview(team.service, aiTextQuestionIds=[question_id])
    task = team.reword(question_id)
    assert team.service.delete(f"/interviews/{interview['id']}").status == 200

    assert team.deliver(task) == []

    assert FIRST in team.told(interview)
    assert team.tasks() == []


def test_an_interview_that_is_archived_meanwhile_stays_as_it_was(adapters: Adapters, team: Team) -> None:
    question_id = add_ai_text_question(team.service, FIRST)
    interview = post_ai_interview(team.service, aiTextQuestionIds=[question_id])
    task = team.reword(question_id)
    once_before(adapters, "TransactWriteItems", lambda: team.service.delete(f"/interviews/{interview['id']}"))

    assert team.deliver(task) == []

    assert FIRST in team.told(interview)


def test_a_patch_of_the_interview_that_is_faster_is_told_too(adapters: Adapters, team: Team) -> None:
    question_id = add_ai_text_question(team.service, FIRST)
    interview = post_ai_interview(team.service, aiTextQuestionIds=[question_id])
    task = team.reword(question_id)
    patch = {"welcomeInfo": "We open at six.", "title": "Another"}
    once_before(
        adapters, "TransactWriteItems", lambda: team.service.patch(f"/interviews/{interview['id']}", patch)
    )

    assert team.deliver(task) == []

    assert ANOTHER in team.told(interview)
    assert "We open at six." in team.told(interview)


def test_a_scorecard_that_is_faster_is_told_too(adapters: Adapters, team: Team) -> None:
    question_id = add_ai_text_question(team.service, FIRST)
    interview = post_ai_interview(team.service, aiTextQuestionIds=[question_id])
    task = team.reword(question_id)
    path = f"/interviews/{interview['id']}/score-card-template"
    once_before(adapters, "TransactWriteItems", lambda: team.service.post(path, {"topics": [SERVICE_TOPIC]}))

    assert team.deliver(task) == []

    assert ANOTHER in team.told(interview)
    assert "stays calm" in team.told(interview)


def test_a_request_that_read_the_former_wording_is_over_before_the_worker_begins() -> None:
    """A message waits for longer than any function behind the API may run."""
    limits = [time_limit(name) for name in ("InterviewsFunction", "ScorecardsFunction")]

    assert max(limits) <= LONGEST_REQUEST_SECONDS


def test_a_busy_table_brings_the_task_back_later(adapters: Adapters, team: Team) -> None:
    question_id = add_ai_text_question(team.service, FIRST)
    interview = post_ai_interview(team.service, aiTextQuestionIds=[question_id])
    task = team.reword(question_id)
    heal = fail(adapters, "TransactWriteItems", throttled("TransactWriteItems"))

    assert team.deliver(task) == [task["id"]]

    heal()
    assert team.deliver(task) == []
    assert FIRST in team.told(interview)
    team.clock.advance(minutes=2)
    assert team.deliver(task) == []
    assert ANOTHER in team.told(interview)
    assert team.tasks() == []


def test_a_worker_that_dies_among_the_interviews_is_followed_by_one_that_ends_the_work(
    adapters: Adapters, team: Team
) -> None:
    question_id = add_ai_text_question(team.service, FIRST)
    asking = [post_ai_interview(team.service, aiTextQuestionIds=[question_id]) for _ in range(3)]
    task = team.reword(question_id)
    commits = iter([None, Died()])

    def die(**_: object) -> None:
        if (fault := next(commits, None)) is not None:
            raise fault

    stop = during(adapters, "TransactWriteItems", die)
    with pytest.raises(Died):
        team.deliver(task)
    stop()

    assert team.deliver(task) == []
    assert sum(ANOTHER in team.told(interview) for interview in asking) == 1
    team.clock.advance(seconds=handler.policy.lease.total_seconds() + 1)
    assert team.deliver(task) == []

    assert [team.persona(interview).version for interview in asking] == [2, 2, 2]
    assert all(ANOTHER in team.told(interview) for interview in asking)
    assert team.tasks() == []


def test_the_index_that_finds_interviewers_holds_nothing_of_what_they_are_told(
    team: Team, table: Table
) -> None:
    interview = post_ai_interview(team.service, aiTextQuestionIds=[add_ai_text_question(team.service, FIRST)])
    item = table.get(PERSONA.key(team.tenant.team_id, interview["id"]))
    assert item is not None

    assert not any(name.startswith("listing") for name in item)
    assert item["searchText"] == interview["aiTextQuestionIds"][0]
