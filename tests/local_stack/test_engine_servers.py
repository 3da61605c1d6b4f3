"""The local stack with engines on a server that speaks OpenAI's protocol."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar
from urllib.request import Request, urlopen

import pytest

from tests.builders.screening import make_screening
from tests.builders.service import Service
from tests.doubles.openai_server import (
    KEY,
    MODEL,
    Asked,
    OpenaiServer,
    Said,
    completion,
    openai_server,
    refused,
)
from tests.doubles.over_http import Http, output_of, running_stack
from tests.doubles.screening_candidate import Screening
from tests.support.waiting import wait_until

pytestmark = pytest.mark.slow

T = TypeVar("T")
HEARD = "I planned the night shift and checked the work."


@dataclass
class Model:
    """A server that does all three kinds, and refuses what is put into `refusals` first."""

    refusals: list[Said] = field(default_factory=list)
    is_down: Said | None = None

    def answer(self, asked: Asked) -> Said:
        if self.refusals:
            return self.refusals.pop(0)
        if self.is_down is not None:
            return self.is_down
        if asked.path.endswith("/audio/speech"):
            return Said(b"ID3" + asked.body["voice"].encode(), headers={"Content-Type": "audio/mpeg"})
        if asked.path.endswith("/audio/transcriptions"):
            return Said({"text": HEARD, "words": [{"word": "I", "start": 0.2}]})
        return _judged(asked)


def _judged(asked: Asked) -> Said:
    form = asked.body["response_format"]["json_schema"]["name"]
    if form == "suggest_topics":
        levels = {"level1": "None.", "level3": "Some.", "level5": "All."}
        topic = {"weight": 1, "description": "D.", "lookingFor": ["sign"], "scoreDescriptions": levels}
        return completion({"topics": [{"topic": name, **topic} for name in ("One", "Two", "Three")]})
    topic = {"score": 63, "confidence": 0.9, "explanation": "Fine.", "evidence": [], "askNext": "Why?"}
    count = asked.prompt.count("Topic: ")
    topics = [{"topicNumber": number, **topic} for number in range(1, count + 1)]
    return completion({"topics": topics, "explanation": "Fine.", "summary": "Said things."})


@contextmanager
def _stack(state: Path, server: OpenaiServer) -> Iterator[Service]:
    kinds: dict[str, Any] = {
        f"GATHER_{kind}_{name}": value
        for kind in ("MODEL", "TRANSCRIPTION", "SPEECH")
        for name, value in (("URL", server.url), ("NAME", "a-model"), ("KEY", KEY))
    }
    with running_stack(state, GATHER_SEED="empty", GATHER_TIME_SCALE="60", **kinds) as ready:
        host, _, port = ready["baseUrl"].removeprefix("http://").partition(":")
        yield Service(Http(host, int(port)), ready["apiKey"], "/qsi/gather")


def _completed(service: Service) -> Screening:
    screening = make_screening(service)
    screening.answer_all()
    assert screening.complete().status == 200
    return screening


def _recorded(service: Service) -> Screening:
    """A screening whose spoken question is answered by a recording."""
    screening = make_screening(service)
    screening.answer_all()
    content = b"RIFF and more"
    path = f"/screening/{screening.token}/media"
    upload = screening.page.post(path, {"contentType": "audio/wav", "size": len(content)}).data
    request = Request(upload["uploadUrl"], content, upload["headers"], method="PUT")
    with urlopen(request, timeout=30) as response:
        assert response.status == 200
    assert screening.answer("spoken", mediaId=upload["mediaId"]).status == 200
    assert screening.complete().status == 200
    return screening


def _when(screening: Screening, status: str) -> dict[str, Any]:
    return wait_until(lambda: found if (found := screening.results())["summaryStatus"] == status else None)


def test_a_stack_with_servers_judges_hears_and_speaks_by_them(tmp_path: Path) -> None:
    model = Model()
    with openai_server(model.answer) as server, _stack(tmp_path, server) as service:
        engines = service.public().get("/_local/health").body["engines"]
        judged = _when(_recorded(service), "complete")
        narrator = service.get("/narrators").data["narrators"][0]
        question = service.post(
            "/questions", {"title": "Why", "questionScript": "Why us?", "narratorId": narrator["id"]}
        ).data["question"]
        spoken = wait_until(lambda: service.get(f"/questions/{question['id']}").data["question"]["audioURL"])
        suggested = service.post("/score-card-templates/suggest-topics", {"jobDescriptionText": "Plans."})

        assert set(engines.values()) == {"openai-compatible"}
        assert (judged["provenance"]["engine"], judged["provenance"]["model"]) == ("openai-compatible", MODEL)
        assert judged["responses"][0]["transcription"] == HEARD
        assert {topic["score"] for topic in judged["scoreCard"]["topicScores"]} == {63}
        assert spoken
        asked = next(each for each in server.asked if each.path.endswith("/audio/speech"))
        assert asked.body["voice"] == narrator["name"].lower()
        assert [topic["topic"] for topic in suggested.data["topics"]] == ["One", "Two", "Three"]
        assert {each.headers["Authorization"] for each in server.asked} == {f"Bearer {KEY}"}
        assert KEY not in output_of(tmp_path).read_text()


def test_what_a_server_refuses_is_waited_for_kept_or_given_up(tmp_path: Path) -> None:
    model = Model()
    with openai_server(model.answer) as server, _stack(tmp_path, server) as service:
        model.refusals.append(refused(status=429, Retry_After="120"))
        began = time.monotonic()
        waited = _when(_completed(service), "complete")
        waiting_seconds = time.monotonic() - began

        model.is_down = refused(status=401)
        before = len(server.asked)
        kept = _completed(service)
        wait_until(lambda: len(server.asked) > before)
        still = kept.results()["summaryStatus"]
        suggested = service.post("/score-card-templates/suggest-topics", {"jobDescriptionText": "Plans."})
        model.is_down = None
        _when(kept, "complete")

        model.is_down = refused(status=400)
        given_up = _completed(service)
        _when(given_up, "error")
        model.is_down = None
        again = service.post(f"/candidate-interviews/{given_up.id}/evaluate")
        _when(given_up, "complete")

        assert waited["provenance"]["engine"] == "openai-compatible"
        assert waiting_seconds > 2, "120 seconds at sixty times the speed"
        assert still == "processing"
        assert (suggested.status, suggested.error["code"]) == (503, "SERVICE_UNAVAILABLE")
        assert again.status == 200
