"""Transcripts of recordings in an evaluation: with their moments, of poor quality, or missing."""

from pathlib import Path

import pytest

from gather.ports.failure import EngineFailed
from gather.ports.transcription import SpokenWord, Transcribed
from gather.screening.answers.models import POOR_TRANSCRIPTION
from gather.screening.candidate_interviews.whole_storage import get_whole
from gather.screening.evaluations.steps import RetryableEngineFailure
from gather.table.records import Records
from local_stack.engines.server_client import EngineServer
from local_stack.engines.whisper_transcription import WhisperTranscription
from tests.builders.screening import make_ai_screening
from tests.builders.service import Service, Tenant
from tests.doubles.engines import ScriptedEngines
from tests.doubles.evaluating import ACTIONS
from tests.doubles.evaluation_steps import Step, decide, record_answer, scores_of, unreadable
from tests.doubles.screening_candidate import Screening


def test_what_is_poorly_heard_is_marked_and_carries_no_weight(
    screening: Screening, engines: ScriptedEngines, step: Step
) -> None:
    """In the worst case the engine quotes it without having seen it."""
    misheard = "In my les da odell and and three wickets two hours."
    screening.answer_all()
    key = record_answer(screening, engines, "unused")
    engines.the_transcription.results[key] = Transcribed(misheard, certainty=POOR_TRANSCRIPTION - 0.01)
    screening.complete()
    for action in ACTIONS:
        step(screening, action)
    results = screening.results()

    seen = [answer.text for request in engines.the_evaluation.requests for answer in request.answers]
    assert misheard not in seen
    spoken = results["responses"][0]
    assert (spoken["transcriptionStatus"], spoken["transcription"]) == ("poor", misheard)
    assert spoken["audioUrl"] is not None
    assert results["scoreCard"]["topicScores"] == []
    assert "1 recording that could not be understood" in results["scoreCard"]["overallExplanation"]
    page = screening.page.get(f"/share/{results['shareLink'].rpartition('/')[2]}").body
    assert "This recording was hard to understand, so it carries no weight." in page
    assert f'<p class="words doubtful" dir="auto">{misheard}</p>' in page
    assert decide(screening, Safety=20, Planning=70)["score"] == 58


def test_what_is_heard_with_some_certainty_counts(
    screening: Screening, engines: ScriptedEngines, step: Step
) -> None:
    heard = "I lead the night shift."
    screening.answer_all()
    key = record_answer(screening, engines, "unused")
    engines.the_transcription.results[key] = Transcribed(heard, certainty=POOR_TRANSCRIPTION)
    screening.complete()
    for action in ACTIONS:
        step(screening, action)

    assert [answer.text for answer in engines.the_evaluation.requests[0].answers] == [heard]
    assert "transcriptionStatus" not in screening.results()["responses"][0]


def test_recordings_are_transcribed_and_scored_by_what_was_said(
    screening: Screening, engines: ScriptedEngines, step: Step
) -> None:
    screening.answer_all()
    record_answer(screening, engines, "I lead the night shift.")
    engines.the_transcription.pending_polls = 1
    screening.complete()

    progress = [step(screening, action) for action in (*ACTIONS[:2], *ACTIONS[1:])]

    assert progress == [False, False, True, True]
    spoken = screening.results()["responses"][0]
    assert spoken["transcription"] == "I lead the night shift."
    assert spoken["audioUrl"].startswith("https://gather.example.com/media/")
    assert len(engines.the_transcription.started) == 1


def test_evidence_from_a_recording_says_when_it_is_said(
    screening: Screening, engines: ScriptedEngines, step: Step
) -> None:
    screening.answer_all()
    words = (SpokenWord(0, 2.5), SpokenWord(2, 2.9), SpokenWord(7, 3.2))
    record_answer(screening, engines, "I lead the night shift.", words=words)
    screening.complete()

    for action in ACTIONS:
        step(screening, action)

    results = screening.results()
    (place,) = results["scoreCard"]["topicScores"][0]["evidencePlaces"]
    assert (place["questionId"], place["start"], place["end"]) == (screening.questions["spoken"], 0, 23)
    assert place["seconds"] == 2.5
    assert "wordTimes" not in str(results)


def test_a_recording_that_cannot_be_transcribed_is_marked_and_the_rest_is_scored(
    service: Service,
    records: Records,
    tenant: Tenant,
    engines: ScriptedEngines,
    step: Step,
    caplog: pytest.LogCaptureFixture,
) -> None:
    topics = [{"topic": "Care", "weight": 100}]
    screening = make_ai_screening(service, records, tenant, scoreCardTopics=topics)
    for name in ("other", "written"):
        screening.answer(name, text=f"My answer to what is {name}.")
    record_answer(screening, engines, "I listened to the guest.", "asked")
    unreadable(engines, record_answer(screening, engines, "unused", "heard"))
    screening.complete()

    assert [step(screening, action) for action in ACTIONS] == [False, True, True]

    results = screening.results()
    assert (results["summaryStatus"], results["score"]) == ("complete", 80)
    broken, *others = results["responses"]
    assert (broken["transcription"], broken["transcriptionStatus"]) == (None, "unavailable")
    assert broken["transcriptionProblem"] == "recording"
    evaluation = get_whole(records, tenant.team_id, screening.id).evaluation
    assert evaluation is not None
    assert evaluation.is_partial
    assert broken["audioUrl"]
    assert not any("transcriptionStatus" in response for response in others)
    assert "Without 1 recording that could not be" in results["scoreCard"]["overallExplanation"]
    (request,) = engines.the_evaluation.requests
    assert "I listened to the guest." in [answer.text for answer in request.answers]
    assert len(request.answers) == 3
    assert [vars(line)["RecordingsUnheard"] for line in caplog.records if hasattr(line, "RecordingsUnheard")]


def test_a_recording_that_the_engine_does_not_take_is_marked_too(
    screening: Screening, engines: ScriptedEngines, step: Step
) -> None:
    screening.answer_all()
    record_answer(screening, engines, "unused")
    screening.complete()
    engines.the_transcription.failures.append(EngineFailed(retryable=False, reason="BadRequestException"))

    assert [step(screening, action) for action in ACTIONS] == [True, True, True]

    assert screening.results()["responses"][0]["transcriptionStatus"] == "unavailable"
    assert engines.the_transcription.started == []


def test_a_recording_in_a_language_that_the_engine_does_not_know_is_not_tried(
    screening: Screening, engines: ScriptedEngines, step: Step
) -> None:
    screening.answer_all()
    record_answer(screening, engines, "unused")
    screening.complete()
    engines.the_transcription.languages = frozenset({"de"})

    assert [step(screening, action) for action in ACTIONS] == [True, True, True]

    spoken = screening.results()["responses"][0]
    assert (spoken["transcriptionStatus"], spoken["transcriptionProblem"]) == ("unavailable", "language")
    assert engines.the_transcription.started == []
    assert engines.the_evaluation.requests == []


@pytest.mark.parametrize("action", ACTIONS[:2])
def test_a_passing_fault_of_the_transcription_marks_no_recording(
    screening: Screening, engines: ScriptedEngines, step: Step, action: str
) -> None:
    screening.answer_all()
    record_answer(screening, engines, "I lead the night shift.")
    screening.complete()
    for each in ACTIONS:
        if each == action:
            fault = EngineFailed(retryable=True, reason="ThrottlingException")
            engines.the_transcription.failures.append(fault)
            with pytest.raises(RetryableEngineFailure):
                step(screening, each)
        step(screening, each)

    spoken = screening.results()["responses"][0]
    assert spoken["transcription"] == "I lead the night shift."
    assert "transcriptionStatus" not in spoken


def test_an_evaluation_that_heard_nothing_scores_no_topic_and_can_be_run_again(
    screening: Screening, engines: ScriptedEngines, step: Step
) -> None:
    screening.answer_all()
    key = record_answer(screening, engines, "unused")
    unreadable(engines, key)
    screening.complete()
    for action in ACTIONS:
        step(screening, action)
    unheard = screening.results()

    engines.the_transcription.results[key] = Transcribed("I lead the night shift.")
    assert screening.service.post(f"/candidate-interviews/{screening.id}/evaluate").status == 200
    for action in ACTIONS:
        step(screening, action, run=2)

    assert (unheard["summaryStatus"], unheard["score"]) == ("complete", 100)
    assert unheard["scoreCard"]["topicScores"] == []
    heard = screening.results()
    assert heard["responses"][0]["transcription"] == "I lead the night shift."
    assert "transcriptionStatus" not in heard["responses"][0]
    assert len(heard["scoreCard"]["topicScores"]) == 2
    assert screening.service.post(f"/candidate-interviews/{screening.id}/evaluate").status == 409


def test_a_person_scores_what_no_engine_heard(
    screening: Screening, engines: ScriptedEngines, step: Step
) -> None:
    screening.answer_all()
    unreadable(engines, record_answer(screening, engines, "unused"))
    screening.complete()
    decide(screening, Safety=20)
    for action in ACTIONS:
        step(screening, action)
    waiting = screening.results()

    results = decide(screening, Planning=70)

    assert scores_of(waiting) == [("Safety", 20, "person"), ("Planning", None, "ai")]
    assert scores_of(results) == [("Safety", 20, "person"), ("Planning", 70, "person")]
    # 0.6 x 20 + 0.4 x 70 = 40 counts 70 percent, the survey's 100 counts 30.
    assert results["score"] == 58
    assert "Without 1 recording that could not be" in results["scoreCard"]["overallExplanation"]


@pytest.mark.models("whisper-base")
def test_random_bytes_sent_as_a_recording_keep_no_interview_from_its_score(
    screening: Screening,
    engines: ScriptedEngines,
    step: Step,
    tmp_path: Path,
    engine_server: EngineServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With the local stack's own engine."""
    screening.answer_all()
    key = record_answer(screening, engines, "unused")
    engines.the_media.put(key, bytes(range(256)) * 4, "audio/wav")
    local = WhisperTranscription(engine_server, engines.the_media, tmp_path)
    monkeypatch.setattr(engines, "transcription", lambda: local)
    screening.complete()

    assert [step(screening, action) for action in ACTIONS] == [False, True, True]

    results = screening.results()
    assert results["summaryStatus"] == "complete"
    assert results["responses"][0]["transcriptionStatus"] == "unavailable"
