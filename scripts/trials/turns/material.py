"""The sounds of the trial: utterances with hesitations, and what is no interruption.

Everything is computed: the voice has no randomness of its own, and noises come from seeded generators.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from local_stack.engine_server.speech.piper import PiperVoice
from local_stack.models.store import path_of
from local_stack.settings import PROJECT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Sound = NDArray[np.float32]

RATE: Final = 16_000
FOLDER: Final = Path(__file__).parent
CACHE: Final = PROJECT / ".local" / "turn-trial"
VOICES: Final = {"joe": 1.0, "joe-high": 1.18, "joe-low": 0.92}
"""The voices: the factor of the pitch of each."""
BEFORE_SECONDS: Final = 0.8
AFTER_SECONDS: Final = 4.0
_LEVEL: Final = 0.08
_ROOM: Final = 0.0006
_FAN: Final = 0.004
_PAUSE: Final = re.compile(r"\s*\[([\d.]+)\]\s*")
_BEHIND: Final = ("quiet", "quiet", "quiet", "fan", "babble")
"""What is heard behind one utterance after the other."""
BABBLE_DECIBELS: Final = -15.0


@dataclass(frozen=True, slots=True)
class Scenario:
    """A sound of the trial.

    `end_seconds` is when the candidate has finished. While `interviewer_speaks` the sound is heard over the
    interviewer's voice, and `begins_seconds` is when it begins.
    """

    name: str
    kind: str
    sound: "Sound"
    begins_seconds: float
    end_seconds: float
    interviewer_speaks: bool = False


def utterances(file: str) -> Iterator[tuple[str, str]]:
    """The kind and the text of each utterance."""
    for group in tomllib.loads((FOLDER / file).read_text(encoding="utf-8"))["utterances"]:
        for text in group["texts"]:
            yield group["kind"], text


def answers(file: str) -> Iterator[Scenario]:
    """Each utterance by each voice."""
    for voice in VOICES:
        for number, (kind, text) in enumerate(utterances(file)):
            random = np.random.default_rng([number, *sha256(voice.encode()).digest()])
            said = spoken(text, voice)
            end = BEFORE_SECONDS + len(said) / RATE
            sound = np.concatenate([_silence(BEFORE_SECONDS), said, _silence(AFTER_SECONDS)])
            behind = _BEHIND[number % len(_BEHIND)]
            name = f"{voice}, {behind}: {text}"
            heard = sound + _room(behind, len(sound), random)
            yield Scenario(name, kind, heard, BEFORE_SECONDS, end)


def interruptions() -> Iterator[Scenario]:
    """What is heard while the interviewer speaks: real interruptions, and others."""
    for kind, sounds in _OVER_THE_INTERVIEWER.items():
        for number, sound in enumerate(sounds()):
            random = np.random.default_rng([number, *sha256(kind.encode()).digest()])
            heard = np.concatenate([_silence(BEFORE_SECONDS), sound, _silence(AFTER_SECONDS)])
            end = BEFORE_SECONDS + len(sound) / RATE
            heard = heard + _room("quiet", len(heard), random)
            yield Scenario(f"{kind} {number}", kind, heard, BEFORE_SECONDS, end, interviewer_speaks=True)


def spoken(text: str, voice: str) -> "Sound":
    """An utterance with its pauses."""
    pieces = _PAUSE.split(text)
    parts = []
    for phrase, pause in zip(pieces[::2], [*pieces[1::2], "0"], strict=True):
        parts += [say(phrase, voice), _silence(float(pause))]
    return np.concatenate(parts)


def say(text: str, voice: str) -> "Sound":
    """The text, without the silence around it."""
    CACHE.mkdir(parents=True, exist_ok=True)
    file = CACHE / f"{sha256(f'{voice} {text}'.encode()).hexdigest()[:24]}.npy"
    if not file.exists():
        samples = np.frombuffer(_piper().speak(text), "<i2").astype(np.float32) / 32_768
        places = np.arange(0, len(samples), VOICES[voice] * _piper().sample_rate / RATE)
        np.save(file, np.interp(places, np.arange(len(samples)), samples).astype(np.float32))
    return _trimmed(np.load(file))


@cache
def _piper() -> PiperVoice:
    return PiperVoice(path_of("piper-joe"))


def _trimmed(sound: "Sound") -> "Sound":
    """The sound at the level of all others, from its first to its last loud moment."""
    loud = np.flatnonzero(np.abs(sound) > 0.03 * np.abs(sound).max())
    kept = sound[max(0, loud[0] - 160) : loud[-1] + 160]
    level = np.sqrt((kept[np.abs(kept) > 0.1 * np.abs(kept).max()] ** 2).mean())
    trimmed: Sound = kept * np.float32(_LEVEL / level)
    return trimmed


def _silence(seconds: float) -> "Sound":
    return np.zeros(int(seconds * RATE), np.float32)


def _room(behind: str, length: int, random: np.random.Generator) -> "Sound":
    """What is heard behind the speaker."""
    noise = random.normal(0, _ROOM, length).astype(np.float32)
    if behind == "fan":
        hum = np.convolve(random.normal(0, 1, length + 31), np.ones(32) / np.sqrt(32), "valid")
        noise += (_FAN * hum).astype(np.float32)
    if behind == "babble":
        noise += babble(length, random) * np.float32(10 ** (BABBLE_DECIBELS / 20))
    return noise


def babble(length: int, random: np.random.Generator) -> "Sound":
    """So many samples of three voices at once, as loud as a speaker."""
    texts = [text for _, text in utterances("utterances.toml")]
    mixed = np.zeros(length, np.float32)
    for voice in VOICES:
        said = [_silence(float(random.uniform(0, 0.4)))]
        while sum(map(len, said)) < length:
            said.append(say(_PAUSE.split(texts[int(random.integers(len(texts)))])[0], voice))
        mixed += np.concatenate(said)[:length]
    level: Sound = mixed * np.float32(_LEVEL / np.sqrt((mixed**2).mean()))
    return level


def _coughs() -> Sequence["Sound"]:
    """One to three bursts of noise that fade within a tenth of a second."""
    made = []
    for number in range(15):
        random = np.random.default_rng([7, number])
        bursts = []
        for _ in range(1 + number % 3):
            length = int(RATE * random.uniform(0.18, 0.35))
            fading = np.exp(-np.arange(length) / (RATE * random.uniform(0.03, 0.08)))
            throat = np.convolve(random.normal(0, 1, length), np.ones(4) / 4, "same") * fading
            bursts += [(0.3 * throat / np.abs(throat).max()).astype(np.float32), _silence(0.12)]
        made.append(np.concatenate(bursts))
    return made


def _by_all(*texts: str) -> Sequence["Sound"]:
    return [say(text, voice) for voice in VOICES for text in texts]


def _background() -> Sequence["Sound"]:
    louder = np.float32(10 ** (BABBLE_DECIBELS / 20))
    return [babble(3 * RATE, np.random.default_rng([11, number])) * louder for number in range(10)]


def _echo() -> Sequence["Sound"]:
    """What the browser leaves of the interviewer's own voice: it ends when the voice is held."""
    texts = [text for kind, text in utterances("held_out.toml") if kind == "plain"]
    return [say(text, "joe-low") * np.float32(10 ** (-18 / 20)) for text in texts[:8]]


_OVER_THE_INTERVIEWER: Final[Mapping[str, Callable[[], Sequence["Sound"]]]] = {
    "cough": _coughs,
    "listening": lambda: _by_all("Yeah.", "Mm-hm.", "Okay.", "Uh-huh.", "Right.", "I see."),
    "background": _background,
    "echo": _echo,
    "interruption": lambda: _by_all(
        "Sorry, can I ask something?",
        "I have worked in two hotels.",
        "Could you repeat the question please?",
        "Wait, I was not finished yet.",
        "Yes, and I also did the night shifts.",
    ),
}
