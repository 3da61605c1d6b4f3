"""Whisper's ears: every language is heard, another one than expected is noticed, and noise has no words."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from gather.core.language import LANGUAGES
from gather.core.words import words
from local_stack.engine_server.process import EngineProcess
from local_stack.engines.espeak_speech import EspeakSpeech, wav
from local_stack.engines.server_client import EngineServer
from local_stack.process.ports import free_port
from tests.support.hearing import hear
from tests.support.waiting import wait_until
from tests.support.word_errors import word_errors

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Sound = NDArray[Any]

pytestmark = pytest.mark.models("whisper-base")

RATE = 16_000
MOST_MEGABYTES = 1_000
SENTENCES = {
    "Ada": "When people are angry I stay calm, and we find a solution to that problem together.",
    "Georg": "Zuerst schreibe ich auf, was heute getan werden muss, und dann frage ich meine Kollegin.",
    "Elise": "Quand un client est en colère, je reste calme et nous trouvons une solution.",
    "Carla": "Cuando un cliente está enfadado, mantengo la calma y buscamos una solución.",
}

A_LONG_ANSWER = (
    "I worked in a hotel for three years and answered the telephone at night. "
    "My manager asked me to train two new people, which I enjoyed a great deal. "
    "When a guest lost his key, we opened the room only after he had shown his passport. "
    "The kitchen was closed on Mondays, so I carried sandwiches up to the third floor. "
    "Later I moved to Leeds and began to repair bicycles in a shop by the river. "
    "We sold forty of them in the first spring and nearly none in the winter. "
    "A customer once complained that the brakes were too loud for his neighbours. "
    "I wrote everything down in a blue book, because nobody trusted the computer. "
    "Numbers never frightened me, although spelling sometimes does. "
    "In the evening I study for an examination in accounting. "
    "What I want now is a place where people tell each other the truth early. "
)
"""Almost a minute."""

EXPECTED = {
    "en": SENTENCES["Ada"],
    "de": SENTENCES["Georg"],
    "fr": SENTENCES["Elise"],
    "es": SENTENCES["Carla"],
    "it": "Prima scrivo quello che si deve fare oggi, e poi chiedo alla mia collega.",
    "pt": "Quando um cliente está zangado, fico calmo e encontramos uma solução.",
    "nl": "Als een klant boos is, blijf ik rustig en vinden we samen een oplossing.",
    "pl": "Kiedy klient jest zły, zachowuję spokój i razem szukamy rozwiązania.",
    "ar": "عندما يكون العميل غاضبا أبقى هادئا ونجد حلا معا.",
}


def spoken(name: str, text: str) -> bytes:
    speech = EspeakSpeech()
    narrator_id = next(each.id for each in speech.narrators() if each.name == name)
    return speech.synthesize(text, narrator_id).content


@pytest.mark.parametrize("name", SENTENCES)
def test_a_sentence_is_heard_in_its_language_without_a_hint(engine_server: EngineServer, name: str) -> None:
    """espeak-ng's voices are harder to understand than people."""
    heard = hear(engine_server, spoken(name, SENTENCES[name]))

    wrong = word_errors(SENTENCES[name], heard["text"])
    assert wrong / len(words(SENTENCES[name])) <= 0.5, heard["text"]
    assert heard["language"] in ("english", "german", "french", "spanish")
    times = [each["start"] for each in heard["words"]]
    assert times == sorted(times)
    assert times[-1] < heard["duration"] < 12


def test_a_hint_that_is_surely_wrong_is_not_followed(engine_server: EngineServer) -> None:
    heard = hear(engine_server, spoken("Ada", SENTENCES["Ada"]), "de")

    assert heard["language"] == "english"
    # espeak-ng never says a text twice in the same way.
    assert word_errors(SENTENCES["Ada"], heard["text"]) <= 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_can_be_expected(engine_server: EngineServer, language: str) -> None:
    """Speech that Whisper cannot place is heard in the expected language."""
    speech = EspeakSpeech()
    narrator = next(each for each in speech.narrators() if each.language.startswith(language))
    sound = speech.synthesize(EXPECTED[language], narrator.id)

    heard = hear(engine_server, sound.content, language)

    assert heard["words"]
    assert all(0 <= each["start"] <= each["end"] <= heard["duration"] + 0.5 for each in heard["words"])


def sounds() -> dict[str, "Sound"]:
    """Sounds that nobody says anything in."""
    import numpy as np

    random = np.random.default_rng(7)

    def times(seconds: float) -> "Sound":
        return np.arange(int(seconds * RATE)) / RATE

    def tone(pitch: float, seconds: float) -> "Sound":
        at = times(seconds)
        shape = np.minimum(1, np.minimum(at / 0.02, (seconds - at) / 0.08))
        waves = [np.sin(2 * np.pi * pitch * number * at) / number for number in (1, 2, 3)]
        return np.asarray(0.2 * shape * sum(waves))

    def burst(seconds: float) -> "Sound":
        length = int(seconds * RATE)
        noise = random.standard_normal(length) * np.exp(-np.arange(length) / (seconds * RATE / 4))
        return np.convolve(noise, np.ones(4) / 4, "same") * 0.6

    pause = np.zeros(RATE)
    spectrum = np.fft.rfft(random.standard_normal(10 * RATE))
    pink = np.fft.irfft(spectrum / np.sqrt(np.arange(1, len(spectrum) + 1)))
    tune = (262, 294, 330, 349, 392, 392, 440, 440, 392, 349, 330, 294, 262)
    return {
        "silence": np.zeros(10 * RATE),
        "a quiet room": 0.002 * random.standard_normal(15 * RATE),
        "hum": 0.2 * np.sin(2 * np.pi * 50 * times(10)) + 0.1 * np.sin(2 * np.pi * 100 * times(10)),
        "white noise": 0.1 * random.standard_normal(10 * RATE),
        "loud noise": 0.4 * random.standard_normal(10 * RATE),
        "pink noise": 0.5 * pink / np.abs(pink).max(),
        "a melody": np.concatenate([tone(pitch, 0.4) for pitch in tune]),
        "chords": np.concatenate([sum(tone(p * each, 0.8) for each in (1, 1.25, 1.5)) for p in tune]),
        "a cough": np.concatenate([pause, burst(0.35), pause / 4, burst(0.3), pause, pause]),
        "typing": np.concatenate([np.concatenate([burst(0.02), pause[:2500]]) for _ in range(40)]),
    }


def test_what_is_no_speech_has_no_words(engine_server: EngineServer) -> None:
    import numpy as np

    heard = {}
    for name, sound in sounds().items():
        samples = (np.clip(sound, -1, 1) * 32_767).astype("<i2").tobytes()
        heard[name] = hear(engine_server, wav(samples, RATE), "en")["text"]

    assert {name: text for name, text in heard.items() if text} == {}


def test_what_is_written_without_a_space_is_one_word() -> None:
    pytest.importorskip("faster_whisper")
    from faster_whisper.transcribe import Segment, Word

    from local_stack.engine_server.transcription.whisper import _words

    said = [
        Word(0, 1, " It", 0.9),
        Word(1, 2, " costs", 0.8),
        Word(2, 3, " 1", 0.7),
        Word(3, 4, ",000.", 0.5),
    ]
    segment = Segment(0, 0, 0, 4, " It costs 1,000.", [], 0, 1, 0, said, 0)

    assert [(each.text, each.start, each.end, each.probability) for each in _words(segment, 10)] == [
        ("It", 10, 11, 0.9),
        ("costs", 11, 12, 0.8),
        ("1,000.", 12, 14, 0.5),
    ]


@pytest.mark.slow
@pytest.mark.models("whisper-base", "piper-joe", "minilm-l6", "smart-turn", "silero-vad")
def test_all_engines_together_take_less_than_a_gigabyte(tmp_path: Path) -> None:
    """After a recording of several passages, one that is heard three times because it repeats itself, a long
    text, and a use of every other route."""
    process = EngineProcess(free_port(), tmp_path / "engines.log")
    try:
        wait_until(process.models)
        environment = process.environment
        server = EngineServer(environment["LOCAL_ENGINES_URL"], environment["LOCAL_ENGINES_KEY"])
        hear(server, spoken("Ada", A_LONG_ANSWER), "en")
        hear(server, spoken("Ada", f"{SENTENCES['Ada']} " * 5), "en")
        server.post_json_for_bytes("/audio/speech", {"input": SENTENCES["Ada"] * 2, "voice": "alan"})
        for path, content in (
            ("/turns", bytes(2 * 8 * RATE)),
            ("/embeddings", json.dumps({"model": "minilm-l6", "input": ["a sentence"] * 64}).encode()),
        ):
            server.post(path, content, "application/octet-stream")
        status = Path(f"/proc/{process.process_id}/status").read_text()
        [peak] = [int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")]
    finally:
        process.close()

    assert peak / 1_000 < MOST_MEGABYTES
