"""`POST /v1/turns`: the features, the judgement of real sounds, and what the route refuses."""

import io
import threading
import wave
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from werkzeug.test import EnvironBuilder
from werkzeug.wrappers import Request, Response

from local_stack.engine_server.failures import EngineRefusal
from local_stack.engines.espeak_speech import EspeakSpeech
from local_stack.models.store import path_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Sound = NDArray[np.float32]
else:
    np = pytest.importorskip("numpy")
pytest.importorskip("onnxruntime")

from local_stack.engine_server.routes import turns_engine  # imports what may be missing
from local_stack.engine_server.turns.detector import LONGEST, SpeechActivity, TurnDetector
from local_stack.engine_server.turns.log_mel import log_mel
from local_stack.engine_server.turns.route import LARGEST_BODY, Turns

RATE = 16_000
MODELS = pytest.mark.models("silero-vad", "smart-turn")


class ScriptedDetector:
    """Hears `seconds` of speech, and is sure that it has ended."""

    def __init__(self, seconds: float = 2.0) -> None:
        self.seconds = seconds
        self.heard: list[int] = []

    def speech(self, sound: "Sound") -> SpeechActivity:
        self.heard.append(len(sound))
        return SpeechActivity(0.25, self.seconds, 0.2, sound)

    def finished(self, phrase: "Sound") -> float:
        return 0.75


class ScriptedWords:
    """Hears the same words, once the gate is open."""

    def __init__(self, gate: threading.Event | None = None) -> None:
        self._gate = gate
        self.languages: list[str] = []

    def hear(self, phrase: "Sound", language: str) -> str:
        if self._gate:
            self._gate.wait(60)
        self.languages.append(language)
        return "I worked there for"


def request(body: bytes = bytes(3_200), **query: str) -> Request:
    return Request(EnvironBuilder("/", method="POST", data=body, query_string=query).get_environ())


def route(
    detector: Any = None, words: ScriptedWords | None = None, patience: float = 60, *, has_words: bool = True
) -> Turns:
    heard = words or ScriptedWords()
    return Turns(detector or ScriptedDetector(), lambda: heard if has_words else None, patience)


def body(response: Response) -> Any:
    return response.get_json()


class TestTheRoute:
    def test_judges_whether_the_speaker_has_finished(self) -> None:
        words = ScriptedWords()

        assert body(route(words=words)(request(language="de-AT"))) == {
            "speech": 0.25,
            "spokenSeconds": 2.0,
            "silentSeconds": 0.2,
            "finished": 0.75,
            "words": "I worked there for",
        }
        assert words.languages == ["de"]

    def test_judges_whether_somebody_speaks_alone(self) -> None:
        judged = body(route()(request(about="speech")))

        assert (judged["spokenSeconds"], judged["finished"], judged["words"]) == (2.0, None, None)

    def test_asks_nothing_more_of_what_is_no_speech(self) -> None:
        judged = body(route(ScriptedDetector(0.05))(request()))

        assert (judged["finished"], judged["words"]) == (None, None)

    def test_does_without_words_that_come_late(self) -> None:
        gate = threading.Event()
        judged = body(route(words=ScriptedWords(gate), patience=0.01)(request()))
        gate.set()

        assert (judged["finished"], judged["words"]) == (0.75, None)

    def test_does_without_the_model_of_words(self) -> None:
        assert body(route(has_words=False)(request()))["words"] is None

    @pytest.mark.parametrize(
        ("sent", "status"),
        [
            (request(b""), 400),
            (request(b"odd"), 400),
            (request(about="weather"), 400),
            (request(bytes(LARGEST_BODY + 2)), 413),
        ],
    )
    def test_refuses_what_is_no_sound(self, sent: Request, status: int) -> None:
        with pytest.raises(EngineRefusal) as refusal:
            route()(sent)

        assert refusal.value.status == status


class TestTheFeatures:
    def test_cover_eight_seconds_whatever_is_heard(self) -> None:
        tone = np.sin(np.arange(RATE) * 2 * np.pi * 440 / RATE).astype(np.float32)

        features = log_mel(tone)

        assert features.shape == (80, 800)
        assert features.dtype == np.float32
        assert features[:, :699].max() < features[:, 700:].max()
        assert np.isclose(features.max() - features.min(), 2, atol=0.01), "eight orders of magnitude"

    def test_show_a_tone_at_its_place(self) -> None:
        """440 Hz is at 6.6 mels, of 45.2 that 80 filters share."""
        tone = np.sin(np.arange(LONGEST) * 2 * np.pi * 440 / RATE).astype(np.float32)

        assert abs(int(log_mel(tone).mean(axis=1).argmax()) - round(6.6 / 45.2 * 81 - 1)) <= 1

    def test_do_not_depend_on_the_level(self) -> None:
        random = np.random.default_rng(1)
        sound = random.normal(0, 0.1, LONGEST).astype(np.float32)

        assert np.allclose(log_mel(sound), log_mel(sound * np.float32(0.2)), atol=0.01)


@cache
def detector() -> TurnDetector:
    return TurnDetector(path_of("silero-vad") / "silero-vad.onnx", path_of("smart-turn") / "smart-turn.onnx")


@cache
def spoken(text: str, voice: str = "Alan") -> "Sound":
    speech = EspeakSpeech()
    narrator = next(each for each in speech.narrators() if each.name == voice)
    with wave.open(io.BytesIO(speech.synthesize(text, narrator.id).content)) as recording:
        samples = np.frombuffer(recording.readframes(recording.getnframes()), "<i2") / 32_768
        places = np.arange(0, len(samples), recording.getframerate() / RATE)
    sound: Sound = np.interp(places, np.arange(len(samples)), samples).astype(np.float32)
    return sound


def silence(seconds: float) -> "Sound":
    noise: Sound = np.random.default_rng(1).normal(0, 0.0005, int(RATE * seconds)).astype(np.float32)
    return noise


@MODELS
class TestTheJudgement:
    def test_hears_how_long_somebody_spoke_and_has_been_silent(self) -> None:
        speech = detector().speech(np.concatenate([silence(1), spoken("I worked in a hotel."), silence(1)]))

        assert 0.8 < speech.spoken_seconds < 2
        assert 0.7 < speech.silent_seconds < 1.3
        assert speech.probability < 0.2

    @pytest.mark.parametrize("kind", ["silence", "fan", "cough", "music"])
    def test_hears_nobody_in_what_is_no_speech(self, kind: str) -> None:
        random = np.random.default_rng(3)
        time = np.arange(2 * RATE) / RATE
        chord = sum(np.sin(2 * np.pi * hertz * time) for hertz in (262, 330, 392))
        sounds = {
            "silence": silence(2),
            "fan": random.normal(0, 0.05, 2 * RATE),
            "cough": random.normal(0, 0.3, RATE // 4) * np.exp(-np.arange(RATE // 4) / 800),
            "music": 0.05 * chord * np.exp(-3 * (2 * time % 1)),
        }

        assert detector().speech(np.asarray(sounds[kind], np.float32)).spoken_seconds < 0.1

    def test_judges_by_the_last_phrase(self) -> None:
        before, phrase = spoken("So I think, um,"), spoken("I would ask my manager for help.")
        said = np.concatenate([silence(0.5), before, silence(1), phrase, silence(0.2)])

        last = detector().speech(said).last_phrase
        assert len(phrase) < len(last) < len(phrase) + RATE

    def test_looks_at_the_last_eight_seconds(self) -> None:
        long_ago = np.concatenate([spoken("I worked in a hotel."), silence(8.5)])

        assert detector().speech(long_ago).spoken_seconds == 0


@pytest.mark.models("silero-vad", "smart-turn", "whisper-base")
def test_hears_the_last_words() -> None:
    engine = turns_engine({name: path_of(name) for name in ("silero-vad", "smart-turn")}, patience=60)
    said = np.concatenate([silence(0.3), spoken("I worked in a hotel for three years."), silence(0.2)])

    judged = body(engine(request((said * 32_767).astype("<i2").tobytes(), language="en")))

    assert "years" in judged["words"]


@pytest.mark.models("whisper-base")
@pytest.mark.parametrize(
    ("heard", "kept"),
    [
        ("I speak English and I speak English and", "I speak English and"),
        ("I have been a nurse. I have never been", "I have been a nurse."),
        ("It was my second or rather.", "It was my second or rather."),
        ("Yes.", "Yes."),
    ],
)
def test_what_is_heard_again_is_left_out(heard: str, kept: str) -> None:
    from local_stack.engine_server.turns.last_words import said_once

    assert said_once(heard) == kept
