"""The retention of transcripts: no word of the candidate is left, and the scores stay."""

from datetime import timedelta

import pytest

from gather.core.clock import timestamp
from gather.ports.failure import EngineFailed
from gather.ports.transcription import SpokenWord, Transcribed
from gather.screening.recordings.media_keys import speech_folder
from gather.table.records import Records
from gather.wiring import Adapters
from retention.handler import handler
from tests.builders.retention import Keep
from tests.builders.screening import make_ai_screening, make_interview_conversation, make_screening
from tests.builders.service import Service, Tenant
from tests.doubles.clock import HandClock
from tests.doubles.conversing_candidate import Conversation
from tests.doubles.data_rights import items_of, run_jobs
from tests.doubles.engines import ScriptedEngines
from tests.doubles.evaluating import evaluate
from tests.doubles.schedules import run
from tests.doubles.screening_candidate import Screening
from tests.doubles.table_faults import once_before

NOTHING = {"done": 0, "more": False}
ONE = {"done": 1, "more": False}
SPOKEN = "Every night I sorted quartzite by hand, planned each delivery and trained six colleagues on safety."
WRITTEN = "I also restore zithers, mostly on weekends and always with patience."
TRACES = ("quartzite", "zither")
"""Words that only the candidate uses."""


def traces(adapters: Adapters, engines: ScriptedEngines) -> list[str]:
    """Returns the keys in the table and the bucket that still have a word of the candidate."""
    found = [str(item["sk"]) for item in items_of(adapters) if any(each in str(item) for each in TRACES)]
    stored = engines.the_media.stored.items()
    return found + [key for key, (content, _) in stored if any(each.encode() in content for each in TRACES)]


def spoken_to(screening: Screening, engines: ScriptedEngines) -> str:
    """Answer the spoken question by a recording, and all others; complete it. The recording's media id."""
    body = {"contentType": "audio/wav", "size": 44}
    media_id: str = screening.page.post(f"/screening/{screening.token}/media", body).data["mediaId"]
    key = f"media/{media_id}"
    engines.the_media.put(key, b"RIFF", "audio/wav")
    engines.the_transcription.results[key] = Transcribed(SPOKEN, (SpokenWord(0, 0.5),))
    screening.answer_all()
    assert screening.answer("spoken", mediaId=media_id).status == 200
    assert screening.complete().status == 200
    return media_id


@pytest.fixture
def evaluated(adapters: Adapters, service: Service, engines: ScriptedEngines) -> Screening:
    """A screening of which the engine quotes the candidate wherever it can."""
    screening = make_screening(service)
    engines.the_evaluation.summary = f"Says: {SPOKEN}"
    spoken_to(screening, engines)
    evaluate(adapters, screening)
    return screening


def test_no_word_is_left_and_scores_stay(
    adapters: Adapters, engines: ScriptedEngines, clock: HandClock, evaluated: Screening, keep: Keep
) -> None:
    before, end = evaluated.results(), clock.now() + timedelta(days=30)
    assert SPOKEN in before["transcription"]
    assert before["transcriptRemovedAt"] is None
    assert SPOKEN in before["scoreCard"]["topicScores"][0]["evidence"]
    assert traces(adapters, engines) != []
    keep(transcripts=30)

    assert run(handler, adapters, end - timedelta(seconds=1)) == NOTHING
    assert traces(adapters, engines) != []
    assert run(handler, adapters, end) == ONE
    assert run(handler, adapters, end) == NOTHING

    assert traces(adapters, engines) == []
    after = evaluated.results()
    assert after["transcriptRemovedAt"] == timestamp(clock.now())
    assert (after["transcription"], after["summary"], after["summaryStatus"]) == (None, "", "complete")
    for same in ("score", "averageRating", "provenance", "status", "takenAt"):
        assert after[same] == before[same]
    assert evaluated.leads_to(after["audioUrl"]) == evaluated.leads_to(before["audioUrl"])
    texts = {each["questionTitle"]: each["transcription"] for each in after["responses"]}
    assert texts == {
        "Your work": None,
        "Do you hold a forklift licence?": "Yes",
        "Which shift suits you?": "Night",
    }
    # The recording was heard, though its text is gone.
    assert all("transcriptionStatus" not in each for each in after["responses"])
    scored = zip(after["scoreCard"]["topicScores"], before["scoreCard"]["topicScores"], strict=True)
    for now, was in scored:
        assert (now["score"], now["confidence"], now["weight"]) == (
            was["score"],
            was["confidence"],
            was["weight"],
        )
        assert (now["evidence"], now["evidencePlaces"], now["explanation"]) == ([], [], "")
    # How the score adds up is not the engine's.
    sums = after["scoreCard"]["overallExplanation"]
    assert sums.startswith("Scorecard: Safety ")
    assert before["scoreCard"]["overallExplanation"].startswith(sums)


def test_what_is_gone_is_not_evaluated_again_and_people_may_score(
    adapters: Adapters, service: Service, clock: HandClock, evaluated: Screening, keep: Keep
) -> None:
    keep(transcripts=1)
    path = f"/candidate-interviews/{evaluated.id}"
    reason = {"topic": "Safety", "score": 10, "reason": "No licence was shown."}
    assert service.patch(f"{path}/results", {"topicScores": [reason]}).status == 200
    assert run(handler, adapters, clock.now() + timedelta(days=1)) == ONE

    for mode in ("failed", "changed", "always"):
        assert service.post(f"{path}/evaluate", {"mode": mode}).status == 409
    topics = evaluated.results()["scoreCard"]["topicScores"]
    assert [topic["explanation"] for topic in topics] == ["No licence was shown.", ""]
    again = {"topic": "Planning", "score": 20, "reason": "The plan did not hold."}
    changed = service.patch(f"{path}/results", {"topicScores": [again]})
    assert (changed.status, changed.data["scoreCard"]["topicScores"][1]["score"]) == (200, 20)
    # The choices still count: 0.7 x (0.6 x 10 + 0.4 x 20) + 0.3 x 100.
    assert changed.data["score"] == 40
    assert len(service.get(f"{path}/results/changes").data["changes"]) == 2


def test_written_answers_and_exports_go_too(
    adapters: Adapters,
    records: Records,
    service: Service,
    tenant: Tenant,
    engines: ScriptedEngines,
    clock: HandClock,
    keep: Keep,
) -> None:
    screening = make_ai_screening(service, records, tenant)
    for name in ("heard", "asked", "other", "written"):
        assert screening.answer(name, text=WRITTEN).status == 200
    assert screening.complete().status == 200
    evaluate(adapters, screening)
    export = service.post(f"/candidates/{screening.candidate['id']}/export").data["export"]
    assert run_jobs(adapters) == []
    keep(transcripts=1)

    assert run(handler, adapters, clock.now() + timedelta(days=1)) == ONE

    assert traces(adapters, engines) == []
    assert [key for key in engines.the_media.stored if export["id"] in key] == []
    assert service.get(f"/exports/{export['id']}").status == 404
    shown = screening.show()
    assert (shown.status, WRITTEN in str(shown.body)) == (200, False)


def test_a_conversation_keeps_its_turns_without_their_texts(
    adapters: Adapters,
    records: Records,
    service: Service,
    tenant: Tenant,
    engines: ScriptedEngines,
    clock: HandClock,
    keep: Keep,
) -> None:
    screening = make_interview_conversation(service, records, tenant, {"askCandidateQuestions": False})
    talk = Conversation(screening.page, screening.token)
    assert talk.begin().status == 201
    talk.say(SPOKEN)
    talk.say(WRITTEN)
    before = screening.results()
    turns = [turn for each in before["responses"] for turn in each["turns"]]
    assert SPOKEN in before["transcription"]
    engines.the_media.put(f"{speech_folder(screening.id)}turn", SPOKEN.encode(), "audio/mpeg")
    evaluate(adapters, screening)
    keep(transcripts=1)

    assert run(handler, adapters, clock.now() + timedelta(days=1)) == ONE

    assert traces(adapters, engines) == []
    after = screening.results()
    assert after["transcription"] is None
    left = [turn for each in after["responses"] for turn in each["turns"]]
    assert left == [{**turn, "text": ""} for turn in turns]
    shown = talk.read()
    assert shown.status == 200
    said = shown.data["conversation"]["turns"]
    assert {(turn["text"], turn["audioUrl"]) for turn in said} == {("", None)}
    first = said[0]["sequence"]
    heard = screening.page.get(f"/screening/{screening.token}/conversation/turns/{first}/audio")
    assert heard.status == 404


def test_an_evaluation_under_way_is_waited_for(
    adapters: Adapters, service: Service, engines: ScriptedEngines, clock: HandClock, keep: Keep
) -> None:
    screening = make_screening(service)
    spoken_to(screening, engines)
    keep(transcripts=1)
    end = clock.now() + timedelta(days=1)

    assert run(handler, adapters, end) == NOTHING
    evaluate(adapters, screening)
    assert SPOKEN in screening.results()["transcription"]

    assert run(handler, adapters, end) == ONE
    assert traces(adapters, engines) == []


def test_an_evaluation_that_is_asked_for_meanwhile_goes_first(
    adapters: Adapters,
    service: Service,
    engines: ScriptedEngines,
    clock: HandClock,
    evaluated: Screening,
    keep: Keep,
) -> None:
    keep(transcripts=1)
    end = clock.now() + timedelta(days=1)
    path = f"/candidate-interviews/{evaluated.id}/evaluate"
    replies = []
    once_before(
        adapters, "TransactWriteItems", lambda: replies.append(service.post(path, {"mode": "always"}))
    )

    assert run(handler, adapters, end) == NOTHING
    assert [reply.status for reply in replies] == [200]
    assert evaluated.results()["transcriptRemovedAt"] is None
    evaluate(adapters, evaluated, run=2)

    assert run(handler, adapters, end) == ONE
    assert traces(adapters, engines) == []


def test_a_removal_that_was_broken_off_is_gone_on_with(
    adapters: Adapters, engines: ScriptedEngines, clock: HandClock, evaluated: Screening, keep: Keep
) -> None:
    keep(transcripts=1)
    end = clock.now() + timedelta(days=1)
    engines.the_transcription.failures.append(EngineFailed(retryable=True, reason="The bucket is busy"))

    assert run(handler, adapters, end) == {"done": 0, "more": True}
    removed_at = evaluated.results()["transcriptRemovedAt"]
    clock.advance(days=1)

    assert run(handler, adapters, end) == ONE
    assert run(handler, adapters, end) == NOTHING
    assert evaluated.results()["transcriptRemovedAt"] == removed_at
    assert traces(adapters, engines) == []


def test_the_page_of_the_results_says_that_the_words_are_gone(
    adapters: Adapters, clock: HandClock, evaluated: Screening, keep: Keep
) -> None:
    keep(transcripts=1)
    path = "/share/" + evaluated.results()["shareLink"].rpartition("/")[2]
    note = "What was said and written was removed on"
    assert note not in evaluated.page.get(path).body
    assert run(handler, adapters, clock.now() + timedelta(days=1)) == ONE

    page = evaluated.page.get(path).body

    assert note in page
    assert "No answer<" not in page
