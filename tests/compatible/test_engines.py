"""The engines of a deployment with servers: who is asked, and who is asked next."""

from dataclasses import replace

import pytest

from gather.compatible.engines import provide
from gather.compatible.fallbacks import first_answer
from gather.core.settings import CompatibleServer, Settings, load
from gather.ports.assistant import AssistantRequest
from gather.ports.evaluation import EvaluationAnswer, EvaluationRequest, EvaluationTopic
from gather.ports.failure import EngineFailed
from gather.ports.provider import EngineChoice, EngineName, EngineProvider
from gather.ports.transcription import Transcribed
from tests.compatible.conftest import Serving
from tests.doubles.engines import ScriptedEngines
from tests.doubles.openai_server import KEY, MODEL, OpenaiServer, Said, completion, refused

DEFAULT, COMPATIBLE = EngineName.DEFAULT, EngineName.COMPATIBLE
REQUEST = EvaluationRequest(
    "en", "Barista", (EvaluationTopic("Care"),), (EvaluationAnswer("q", "Why?", "I listened."),)
)
EVALUATED = completion(
    {
        "topics": [
            {
                "topicNumber": 1,
                "score": 71,
                "confidence": 0.8,
                "explanation": "They listened.",
                "evidence": ["I listened."],
                "askNext": "To whom?",
            }
        ],
        "explanation": "Good.",
        "summary": "Listened.",
    }
)
CHATTED = completion({"text": "At six.", "knew": True})
DOWN = refused(status=503)


@pytest.fixture
def default() -> ScriptedEngines:
    """The deployment's own engines."""
    return ScriptedEngines()


def _settings(running: OpenaiServer) -> Settings:
    server = CompatibleServer(running.url, "a-model", KEY)
    return replace(load({}), model_server=server, transcription_server=server, speech_server=server)


def _engines(
    serving: Serving, default: ScriptedEngines, *said: Said, **choice: tuple[EngineName, ...]
) -> tuple[EngineProvider, OpenaiServer]:
    _, running = serving(*said)
    return provide(_settings(running), default, EngineChoice(**choice)), running


def test_a_server_judges_where_there_is_one_and_names_its_model(
    serving: Serving, default: ScriptedEngines
) -> None:
    engines, running = _engines(serving, default, EVALUATED)

    result = engines.evaluation().evaluate(REQUEST)

    judge = engines.evaluation().judge()
    assert (judge.engine, judge.model) == ("openai-compatible", "a-model")
    assert result.judge == replace(judge, model=MODEL)
    assert result.topics[0].score == 71
    assert running.asked[0].headers["Authorization"] == f"Bearer {KEY}"
    assert default.the_evaluation.requests == []


def test_each_kind_of_engine_is_on_a_server_by_itself(serving: Serving, default: ScriptedEngines) -> None:
    _, running = serving(EVALUATED)
    settings = replace(load({}), model_server=CompatibleServer(running.url, "a-model"))
    engines = provide(settings, default)

    engines.evaluation().evaluate(REQUEST)

    assert engines.speech() is default.the_speech
    default.the_transcription.results["media/1"] = Transcribed("Hello.")
    engines.transcription().start("ci-1-a", "media/1", "en")
    assert engines.media() is default.the_media
    assert len(running.asked) == 1


def test_who_chose_the_default_engine_is_never_judged_by_the_server(
    serving: Serving, default: ScriptedEngines
) -> None:
    engines, running = _engines(serving, default, EVALUATED, model=(DEFAULT,))

    engines.evaluation().evaluate(REQUEST)

    assert running.asked == []
    assert len(default.the_evaluation.requests) == 1


def test_who_chose_the_server_alone_is_never_judged_by_the_default_engine(
    serving: Serving, default: ScriptedEngines
) -> None:
    engines, _ = _engines(serving, default, DOWN, model=(COMPATIBLE,))

    with pytest.raises(EngineFailed):
        engines.evaluation().evaluate(REQUEST)

    assert default.the_evaluation.requests == []


def test_who_chose_a_server_that_is_gone_waits_for_the_operator(default: ScriptedEngines) -> None:
    engines = provide(load({}), default, EngineChoice(model=(COMPATIBLE,)))

    with pytest.raises(EngineFailed) as failure:
        engines.evaluation().evaluate(REQUEST)

    assert (failure.value.retryable, failure.value.for_operator) == (True, True)
    assert default.the_evaluation.requests == []


@pytest.mark.parametrize("said", [DOWN, refused(), refused(status=401), completion("nonsense")])
def test_the_next_engine_is_asked_when_the_one_before_it_fails(
    serving: Serving, default: ScriptedEngines, said: Said
) -> None:
    engines, running = _engines(serving, default, said, model=(COMPATIBLE, DEFAULT))

    result = engines.evaluation().evaluate(REQUEST)

    assert running.asked
    assert result.judge == default.the_evaluation.judge()


def test_a_chat_goes_on_with_the_next_engine(serving: Serving, default: ScriptedEngines) -> None:
    engines, running = _engines(serving, default, CHATTED, model=(DEFAULT, COMPATIBLE))
    default.the_assistant.failures.append(EngineFailed(retryable=True, reason="down"))

    reply = engines.assistant().reply(AssistantRequest("en", "Robin", "When do shifts begin?"))

    assert reply.text == "At six."
    assert len(running.asked) == 1


def test_a_transcription_goes_on_with_the_next_engine(serving: Serving, default: ScriptedEngines) -> None:
    engines, running = _engines(serving, default, DOWN, transcription=(COMPATIBLE, DEFAULT))
    default.the_media.put("media/1", b"RIFF", "audio/wav")
    default.the_transcription.results["media/1"] = Transcribed("Hello.")
    transcription = engines.transcription()

    transcription.start("ci-1-a", "media/1", "en")

    assert transcription.result("ci-1-a") == Transcribed("Hello.")
    assert running.asked


def test_speech_goes_on_with_the_next_engine(serving: Serving, default: ScriptedEngines) -> None:
    engines, running = _engines(serving, default, DOWN, speech=(COMPATIBLE, DEFAULT))
    narrator = engines.speech().narrators()[0]

    spoken = engines.speech().synthesize("Hello.", narrator.id)

    assert spoken == default.the_speech.synthesize("Hello.", narrator.id)
    assert running.asked


def test_what_any_engine_kept_is_deleted(serving: Serving, default: ScriptedEngines) -> None:
    engines, _ = _engines(serving, default, Said({"text": "Hello."}), transcription=(COMPATIBLE,))
    default.the_media.put("media/1", b"RIFF", "audio/wav")
    default.the_transcription.results["media/1"] = Transcribed("Hello.")
    default.the_transcription.start("ci-0-a", "media/1", "en")
    engines.transcription().start("ci-1-a", "media/1", "en")
    engines.transcription().result("ci-1-a")

    engines.transcription().delete_jobs("ci")

    assert not [key for key in default.the_media.stored if key.startswith("transcriptions/")]
    with pytest.raises(EngineFailed):
        default.the_transcription.result("ci-0-a")


def test_nobody_who_waits_waits_for_two_slow_engines() -> None:
    moments = iter([0.0, 9.0])
    asked: list[str] = []

    def fail(engine: str) -> str:
        asked.append(engine)
        raise EngineFailed(retryable=True, reason=engine)

    with pytest.raises(EngineFailed):
        first_answer([lambda: "one", lambda: "two"], fail, within_seconds=4, clock=lambda: next(moments))

    assert asked == ["one"]


def test_a_failure_that_may_pass_counts_more_than_a_refusal() -> None:
    failures = iter([EngineFailed(retryable=False, reason="no"), EngineFailed(retryable=True, reason="wait")])

    def fail(_engine: str) -> str:
        raise next(failures)

    with pytest.raises(EngineFailed) as failure:
        first_answer([lambda: "one", lambda: "two"], fail)

    assert failure.value.reason == "wait"
