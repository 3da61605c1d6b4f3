"""On the local stack too, the end of a transcription is an event that wakes the evaluation.

Time is real: the execution would look by itself after three minutes.
"""

import time
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from local_stack.clients import local_client
from local_stack.engines.espeak_speech import EspeakSpeech
from tests.builders.screening import make_spoken_screening
from tests.builders.service import Service
from tests.doubles.over_http import Http, running_stack
from tests.doubles.screening_candidate import Screening
from tests.support.waiting import wait_until

pytestmark = pytest.mark.slow

AWAITED_SECONDS = 180


def _speak(screening: Screening, question: str, words: str) -> None:
    """Answer a question by a recording of the words."""
    speech = EspeakSpeech()
    audio = speech.synthesize(words, speech.narrators()[0].id)
    path = f"/screening/{screening.token}/media"
    asked = {"contentType": audio.content_type, "size": len(audio.content)}
    upload = screening.page.post(path, asked).data
    request = Request(upload["uploadUrl"], audio.content, upload["headers"], method="PUT")
    with urlopen(request, timeout=30) as response:
        assert response.status == 200
    assert screening.answer(question, mediaId=upload["mediaId"]).status == 200


def _states_of_evaluations(ready: dict[str, Any]) -> list[str]:
    """The states that evaluations have entered, in their order."""
    client = local_client("stepfunctions", ready["endpoints"]["AWS_ENDPOINT_URL_SFN"])
    machines = client.list_state_machines()["stateMachines"]
    arn = next(each["stateMachineArn"] for each in machines if "Evaluation" in each["name"])
    names = []
    for execution in client.list_executions(stateMachineArn=arn)["executions"]:
        history = client.get_execution_history(executionArn=execution["executionArn"], maxResults=1000)
        details = (event.get("stateEnteredEventDetails") for event in history["events"])
        names += [detail["name"] for detail in details if detail]
    return names


@pytest.mark.models("whisper-base")
def test_an_evaluation_is_woken_when_the_last_recording_is_transcribed(tmp_path: Path) -> None:
    with running_stack(tmp_path, GATHER_SEED="empty", GATHER_TIME_SCALE="1") as ready:
        host, _, port = ready["baseUrl"].removeprefix("http://").partition(":")
        service = Service(Http(host, int(port)), ready["apiKey"], "/qsi/gather")
        screening = make_spoken_screening(service, 2)
        _speak(screening, "spoken-1", "I plan the night shift and check the work.")
        _speak(screening, "spoken-2", "I help colleagues who need it.")
        began = time.monotonic()
        assert screening.complete().status == 200
        results = wait_until(
            lambda: found if (found := screening.results())["summaryStatus"] == "complete" else None
        )
        took = time.monotonic() - began
        entered = _states_of_evaluations(ready)

    assert all(response["transcription"] for response in results["responses"])
    assert entered.count("AwaitTranscriptions") == entered.count("CheckTranscriptions") == 1
    assert not {"CountAwait", "WaitForTranscriptions"} & set(entered)
    assert took < AWAITED_SECONDS
