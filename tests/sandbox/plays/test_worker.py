"""The plays worker: four candidates, each by the routes of candidates (interface: Sandbox, rules 7 to 9)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from gather.core.tenant import sandbox_of
from gather.sandbox.plays.played_candidate import silence
from gather.sandbox.plays.script import ASKS, LEAST_TEXT
from gather.table.outbox import LONGEST_RETRY
from gather.table.records import Records
from gather.table.store import Table
from gather.wiring import Adapters
from plays.handler import MOST_ATTEMPTS, handler
from tests.builders.content import make_ai_text_question
from tests.builders.failures import given_up
from tests.builders.outbox import entries_of, events_of, queue_event
from tests.builders.sandboxes import in_sandbox
from tests.builders.screening import make_ai_screening, make_screening
from tests.builders.service import Service, Tenant
from tests.doubles.candidate_server import CandidateServer, serve_candidates
from tests.doubles.clock import HandClock
from tests.doubles.engines import ScriptedEngines
from tests.doubles.gateway import InProcess
from tests.doubles.lambda_context import Context
from tests.doubles.screening_candidate import Screening
from tests.support.records import add_candidate, post_ai_interview

PERSONAS = ("strong", "weak", "silent", "gives_up")
COMPLETED = "candidate_interview.completed"


@dataclass
class Stage:
    """A sandbox, its candidates, and the worker that plays them."""

    adapters: Adapters
    service: Service
    tenant: Tenant
    table: Table
    records: Records
    clock: HandClock
    engines: ScriptedEngines
    server: CandidateServer

    def standard(self) -> Screening:
        """An audio question and two of a survey."""
        return make_screening(self.service)

    def conversation(self, **configuration: Any) -> Screening:
        """An AI interview with four questions, one of them of a survey."""
        return make_ai_screening(self.service, self.records, self.tenant, configuration or None)

    def ask(self, candidate_interview_id: str, persona: str) -> str:
        path = f"/sandbox/candidate-interviews/{candidate_interview_id}/play"
        reply = self.service.post(path, {"persona": persona})
        assert reply.status == 202, reply.body
        return str(reply.data["play"]["id"])

    def tasks(self) -> list[dict[str, Any]]:
        return [task for task in entries_of(self.table, "TASK") if task["name"] == "play_candidate"]

    def work(self) -> int:
        """Let the worker do what it has; how many plays come back."""
        answer = handler.run(queue_event(self.tasks()), Context(), self.adapters)
        return len(answer["batchItemFailures"])

    def status(self, play_id: str) -> str:
        return str(self.service.get(f"/sandbox/plays/{play_id}").data["play"]["status"])

    def play(self, screening: Screening, persona: str) -> None:
        play_id = self.ask(screening.id, persona)
        assert self.work() == 0
        assert (self.status(play_id), self.tasks()) == ("complete", [])

    def completions(self) -> int:
        return [name for name, _ in events_of(self.table)].count(COMPLETED)

    def results(self, screening: Screening) -> dict[str, dict[str, Any]]:
        """The responses by their questions."""
        return {each["questionId"]: each for each in screening.results()["responses"]}

    def turns(self, screening: Screening) -> list[dict[str, Any]]:
        path = f"/screening/{screening.token}/conversation"
        turns: list[dict[str, Any]] = screening.page.get(path).data["conversation"]["turns"]
        return turns


@pytest.fixture
def stage(
    adapters: Adapters,
    service: Service,
    tenant: Tenant,
    table: Table,
    records: Records,
    clock: HandClock,
    engines: ScriptedEngines,
) -> Iterator[Stage]:
    marked = replace(
        tenant, organization_id=sandbox_of(tenant.organization_id), team_id=sandbox_of(tenant.team_id)
    )
    with serve_candidates(InProcess(adapters), engines.the_media) as server:
        adapters.settings = replace(
            adapters.settings, base_url=server.base_url, allow_private_webhook_addresses=True
        )
        sandbox = in_sandbox(service, table, tenant)
        yield Stage(adapters, sandbox, marked, table, records, clock, engines, server)


def test_a_strong_candidate_speaks_chooses_well_and_completes(stage: Stage) -> None:
    screening = stage.standard()
    stage.play(screening, "strong")

    ((spoken, _),) = stage.engines.the_speech.spoken
    assert "Safety" in spoken
    assert "Planning" in spoken
    assert screening.read()["status"] == "new_response"
    responses = stage.results(screening)
    assert responses[screening.questions["spoken"]]["audioUrl"]
    assert responses[screening.questions["shift"]]["transcription"] == "Night"
    assert stage.completions() == 1
    assert [task["name"] for task in entries_of(stage.table, "TASK")].count("evaluate") == 1
    assert screening.show().data["screening"]["consent"]["acceptedAt"]


def test_a_weak_candidate_knows_nothing_and_chooses_badly(stage: Stage) -> None:
    screening = stage.standard()
    stage.play(screening, "weak")

    ((spoken, _),) = stage.engines.the_speech.spoken
    assert "Safety" not in spoken
    responses = stage.results(screening)
    assert responses[screening.questions["shift"]]["transcription"] == "Day"
    assert stage.completions() == 1


def test_a_silent_candidate_sends_silence(stage: Stage) -> None:
    screening = stage.standard()
    stage.play(screening, "silent")

    assert stage.engines.the_speech.spoken == []
    assert silence().content in [content for content, _ in stage.engines.the_media.stored.values()]
    assert stage.completions() == 1


def test_who_gives_up_leaves_the_interview_as_it_is(stage: Stage) -> None:
    screening = stage.standard()
    stage.play(screening, "gives_up")

    assert screening.read()["status"] == "partially_completed"
    answered = [each["answered"] for each in screening.show().data["screening"]["questions"]]
    assert answered.count(True) == len(answered) // 2
    assert stage.completions() == 0


def test_who_gave_up_can_be_played_to_the_end(stage: Stage) -> None:
    screening = stage.standard()
    stage.play(screening, "gives_up")
    stage.play(screening, "weak")

    assert screening.read()["status"] == "new_response"
    assert stage.results(screening)[screening.questions["shift"]]["transcription"] == "Day"


def test_a_language_that_nobody_transcribes_is_written(stage: Stage) -> None:
    stage.engines.the_transcription.languages = frozenset()
    screening = stage.standard()
    stage.play(screening, "strong")

    assert stage.engines.the_speech.spoken == []
    response = stage.results(screening)[screening.questions["spoken"]]
    assert response["audioUrl"] is None
    assert "Safety" in response["transcription"]


@pytest.mark.parametrize("persona", ["strong", "weak"])
def test_an_ai_interview_is_played_by_conversation(stage: Stage, persona: str) -> None:
    screening = stage.conversation(askCandidateQuestions=True)
    stage.play(screening, persona)

    turns = stage.turns(screening)
    answered = {turn["questionId"] for turn in turns if turn["kind"] == "answer"} - {None}
    assert answered == {turn["questionId"] for turn in turns if turn["kind"] == "question"} - {None}
    assert (ASKS in [turn["text"] for turn in turns]) is (persona == "strong")
    assert turns[-1]["kind"] == "closing"
    assert screening.read()["status"] == "new_response"
    assert stage.completions() == 1


def test_a_silent_candidate_is_silent_in_a_conversation_and_writes_the_least(stage: Stage) -> None:
    screening = stage.conversation()
    stage.play(screening, "silent")

    theirs = [turn["kind"] for turn in stage.turns(screening) if turn["role"] == "candidate"]
    assert set(theirs) == {"silence"}
    survey = screening.show().data["screening"]["questions"][-1]["id"]
    assert stage.results(screening)[survey]["transcription"] == LEAST_TEXT
    assert stage.completions() == 1


def test_who_gives_up_a_conversation_leaves_it_open(stage: Stage) -> None:
    screening = stage.conversation()
    stage.play(screening, "gives_up")

    turns = stage.turns(screening)
    answered = {turn["questionId"] for turn in turns if turn["kind"] == "answer"}
    assert len(answered) == 2
    assert turns[-1]["role"] == "interviewer"
    assert screening.read()["status"] == "partially_completed"


def test_who_gives_up_the_only_question_of_a_conversation_does_not_complete_it(stage: Stage) -> None:
    question = make_ai_text_question(stage.records, stage.tenant)
    interview = post_ai_interview(stage.service, aiTextQuestionIds=[question.id])
    candidate_id = add_candidate(stage.service)
    body = {"candidateId": candidate_id, "interviewId": interview["id"], "sendInvite": True}
    record_id = stage.service.post("/candidate-interviews", body).data["id"]
    stage.ask(record_id, "gives_up")

    assert stage.work() == 0
    assert stage.completions() == 0


@pytest.mark.parametrize("persona", PERSONAS)
def test_a_play_that_fails_on_the_way_goes_on_later(stage: Stage, persona: str) -> None:
    screening = stage.conversation()
    play_id = stage.ask(screening.id, persona)
    stage.server.breaks_after = 4
    assert stage.work() == 1
    assert stage.status(play_id) == "running"

    stage.server.breaks_after = None
    stage.clock.advance(seconds=LONGEST_RETRY.total_seconds())
    assert stage.work() == 0
    assert stage.status(play_id) == "complete"
    sequences = [turn["sequence"] for turn in stage.turns(screening)]
    assert sequences == list(range(1, len(sequences) + 1))
    assert stage.completions() == (0 if persona == "gives_up" else 1)


def test_a_message_that_comes_twice_plays_once(stage: Stage) -> None:
    screening = stage.standard()
    play_id = stage.ask(screening.id, "strong")
    tasks = stage.tasks()
    for _ in range(2):
        handler.run(queue_event(tasks), Context(), stage.adapters)

    assert stage.status(play_id) == "complete"
    assert stage.completions() == 1


def test_a_completion_whose_worker_died_counts(stage: Stage) -> None:
    screening = stage.standard()
    play_id = stage.ask(screening.id, "strong")
    stage.service.patch(f"/candidate-interviews/{screening.id}/status", {"status": "new_response"})

    assert stage.work() == 0
    assert stage.status(play_id) == "complete"


def test_a_play_of_what_expires_meanwhile_has_failed(stage: Stage) -> None:
    screening = stage.standard()
    play_id = stage.ask(screening.id, "strong")
    stage.service.post(f"/sandbox/candidate-interviews/{screening.id}/advance", {"days": 20})

    assert stage.work() == 0
    assert stage.status(play_id) == "failed"
    assert given_up(stage.records) == []


def test_a_play_of_a_candidate_who_is_erased_meanwhile_has_failed(stage: Stage) -> None:
    screening = stage.standard()
    play_id = stage.ask(screening.id, "strong")
    erased = stage.service.post(f"/candidates/{screening.candidate['id']}/erase")
    assert erased.status == 202, erased.body

    assert stage.work() == 0
    assert stage.status(play_id) == "failed"
    assert given_up(stage.records) == []


def test_a_play_is_given_up_after_five_attempts_and_may_begin_anew(stage: Stage) -> None:
    screening = stage.standard()
    play_id = stage.ask(screening.id, "weak")
    stage.server.breaks_after = 0
    for _ in range(MOST_ATTEMPTS - 1):
        assert stage.work() == 1
        stage.clock.advance(seconds=LONGEST_RETRY.total_seconds())
    assert stage.work() == 0
    assert stage.status(play_id) == "failed"
    assert len(given_up(stage.records)) == 1

    stage.server.breaks_after = None
    stage.play(screening, "weak")
