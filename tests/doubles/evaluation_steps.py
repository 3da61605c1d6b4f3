"""Takes the evaluations of a screening step by step, as the state machine does."""

from collections.abc import Callable
from typing import Any

from gather.ports.transcription import SpokenWord, Transcribed, TranscriptionFailed
from gather.table.store import Table
from tests.builders.outbox import entries_of
from tests.doubles.engines import ScriptedEngines
from tests.doubles.evaluating import ACTIONS
from tests.doubles.screening_candidate import Screening

Step = Callable[..., bool]
Deliver = Callable[[dict[str, Any]], list[Any]]


class Executions:
    """Stands where Step Functions is: keeps what was started, each name once."""

    def __init__(self) -> None:
        self.started: list[dict[str, Any]] = []
        self.faults: list[Exception] = []

    def start_execution(self, **request: Any) -> None:
        if self.faults:
            raise self.faults.pop(0)
        self.started.append(request)


def finish_talking(screening: Screening) -> None:
    screening.answer_all()
    assert screening.complete().status == 200


def record_answer(
    screening: Screening,
    engines: ScriptedEngines,
    heard: str,
    question: str = "spoken",
    words: tuple[SpokenWord, ...] = (),
) -> str:
    """Answer a question by a recording, with the times of its `words`; returns its media key."""
    path = f"/screening/{screening.token}/media"
    upload = screening.page.post(path, {"contentType": "audio/wav", "size": 44}).data
    key = f"media/{upload['mediaId']}"
    engines.the_media.put(key, b"RIFF", "audio/wav")
    engines.the_transcription.results[key] = Transcribed(heard, words)
    assert screening.answer(question, mediaId=upload["mediaId"]).status == 200
    return key


def message_of(table: Table) -> dict[str, Any]:
    (task,) = (entry for entry in entries_of(table, "TASK") if entry["name"] == "evaluate")
    return {"messageId": "1", "body": f'{{"taskId": "{task["id"]}"}}', "eventSource": "aws:sqs"}


def evaluated(screening: Screening, step: Step, run: int = 1) -> dict[str, Any]:
    """The results after a whole run."""
    for action in ACTIONS:
        step(screening, action, run=run)
    return screening.results()


def run_again(screening: Screening, mode: str) -> int:
    path = f"/candidate-interviews/{screening.id}/evaluate"
    return screening.service.post(path, {"mode": mode}).status


def decide(screening: Screening, **scores: int) -> dict[str, Any]:
    """A person scores topics; returns the results."""
    topics = [{"topic": topic, "score": score, "reason": "Seen."} for topic, score in scores.items()]
    path = f"/candidate-interviews/{screening.id}/results"
    reply = screening.service.patch(path, {"topicScores": topics})
    assert reply.status == 200, reply.body
    results: dict[str, Any] = reply.data
    return results


def scores_of(results: dict[str, Any]) -> list[tuple[str, int, str]]:
    topics = results["scoreCard"]["topicScores"]
    return [(topic["topic"], topic["score"], topic["scoredBy"]) for topic in topics]


def unreadable(engines: ScriptedEngines, key: str) -> None:
    """Let the recording be one that no engine can read."""
    engines.the_transcription.results[key] = TranscriptionFailed("The recording is broken")
