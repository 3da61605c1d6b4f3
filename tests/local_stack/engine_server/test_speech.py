"""`POST /v1/audio/speech`: what is said, in OpenAI's form, by the real voices."""

import io
import json
import wave
from pathlib import Path
from typing import Any

import av
import pytest
from werkzeug.test import EnvironBuilder
from werkzeug.wrappers import Request, Response

from gather.core.words import words
from local_stack.engine_server.failures import EngineRefusal
from local_stack.engine_server.speech.route import SpokenTexts
from local_stack.engine_server.supply import ModelSupply
from local_stack.engines.server_client import EngineServer
from local_stack.models.catalogue import catalogue
from tests.support.hearing import hear
from tests.support.word_errors import word_errors

SAID = """
Tell me about a time when a customer was upset. What did you do, and how did it end?
I once worked with a colleague who was always late, so I asked him what was going on and we agreed on a plan.
How do you organize your week when everything seems to be urgent?
First I write down what has to be done today. Then I ask my manager which of it matters most.
When a patient refuses the medicine I stay calm, explain why it helps, and call the nurse in charge.
Describe the proudest moment of your career, and tell me who helped you to get there.
We had a machine that stopped every night, until I looked at the log and found a broken sensor.
My brother runs a small restaurant, and on Saturdays I help him in the kitchen.
If I make a mistake I tell my supervisor at once, because it only gets worse when you hide it.
Could you give me an example of a difficult decision that you had to make alone?
"""


@pytest.fixture(scope="module")
def voices() -> SpokenTexts:
    return SpokenTexts(ModelSupply())


def request(body: object) -> Request:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return Request(EnvironBuilder("/", method="POST", data=content).get_environ())


def speak(voices: SpokenTexts, text: str, voice: str = "alan", **more: Any) -> Response:
    return voices(request({"model": "tts", "input": text, "voice": voice, "response_format": "wav", **more}))


def seconds_of(response: Response) -> float:
    with wave.open(io.BytesIO(response.get_data())) as recording:
        assert (recording.getnchannels(), recording.getframerate()) == (1, 22_050)
        return float(recording.getnframes() / recording.getframerate())


@pytest.mark.models("piper-joe", "whisper-base")
def test_what_the_voice_says_is_understood(voices: SpokenTexts, engine_server: EngineServer) -> None:
    """By Whisper, which gets less than one word of twenty wrong."""
    wrong = count = 0
    for text in SAID.strip().splitlines():
        heard = hear(engine_server, speak(voices, text).get_data(), "en")["text"]
        wrong += word_errors(text, heard)
        count += len(words(text))

    assert wrong / count < 0.05


@pytest.mark.models("piper-joe")
def test_the_same_text_always_sounds_the_same(voices: SpokenTexts) -> None:
    first, second = (speak(voices, "Thank you. Let us go on.").get_data() for _ in range(2))

    assert first == second
    assert (
        SpokenTexts(ModelSupply())(
            request({"input": "Thank you. Let us go on.", "voice": "ALAN", "response_format": "wav"})
        ).get_data()
        == first
    )


@pytest.mark.models("piper-joe")
def test_every_sentence_is_spoken_and_marks_make_pauses(voices: SpokenTexts) -> None:
    once = seconds_of(speak(voices, "When people are angry I stay calm."))
    thrice = seconds_of(speak(voices, "When people are angry I stay calm. " * 3))
    listed = seconds_of(speak(voices, "One, two, three, four, five, six."))
    unbroken = seconds_of(speak(voices, "One two three four five six."))

    assert 2.7 * once < thrice < 4 * once
    assert listed > unbroken + 0.3


@pytest.mark.models("piper-joe")
def test_a_text_of_any_length_and_any_script_is_spoken(voices: SpokenTexts) -> None:
    endless = "and then we went on " * 40

    assert seconds_of(speak(voices, endless)) > 25
    assert seconds_of(speak(voices, "Łódź – 東京 😀 \0 and Zoë's café, at 10:30.")) > 1


@pytest.mark.models("piper-joe", "whisper-base")
@pytest.mark.parametrize(
    ("text", "said"),
    [("You earn $20 an hour.", "dollars an hour"), ("Ask Dr. Miller for the key.", "doctor miller")],
)
def test_amounts_and_titles_are_read_as_people_do(
    voices: SpokenTexts, engine_server: EngineServer, text: str, said: str
) -> None:
    heard = hear(engine_server, speak(voices, text).get_data(), "en")["text"]

    plain = " ".join(words(heard.replace("$20", "20 dollars").replace("Dr.", "doctor")))
    assert said in plain


@pytest.mark.models("piper-joe")
def test_an_mp3_lasts_as_long_as_the_wav(voices: SpokenTexts) -> None:
    response = voices(request({"input": "I stay calm and listen.", "voice": "alan"}))

    assert response.mimetype == "audio/mpeg"
    with av.open(io.BytesIO(response.get_data()), "r") as recording:
        frames = sum(frame.samples for frame in recording.decode(recording.streams.audio[0]))
    assert frames / 22_050 == pytest.approx(seconds_of(speak(voices, "I stay calm and listen.")), abs=0.15)


def test_other_narrators_speak_without_a_model(tmp_path: Path) -> None:
    voices = SpokenTexts(ModelSupply(tmp_path))

    assert seconds_of(speak(voices, "Guten Tag und willkommen.", "frieda")) > 1


def test_a_narrator_whose_model_is_not_there_yet_says_when_to_come_back(tmp_path: Path) -> None:
    if catalogue()["piper-joe"].missing_libraries():
        pytest.skip("the libraries of the voice are not there")

    with pytest.raises(EngineRefusal) as refusal:
        speak(SpokenTexts(ModelSupply(tmp_path)), "Hello.")

    assert refusal.value.status == 503


@pytest.mark.parametrize(
    "body",
    [
        b"no json",
        [],
        {"voice": "alan"},
        {"voice": "alan", "input": " ... "},
        {"voice": "nobody", "input": "Hello."},
        {"voice": "frieda", "input": "Hello.", "response_format": "opus"},
    ],
)
def test_what_is_not_understood_is_refused(voices: SpokenTexts, body: object) -> None:
    with pytest.raises(EngineRefusal) as refusal:
        voices(request(body))

    assert refusal.value.status == 400
