"""When the candidate has finished, and what interrupts the interviewer, in a real browser.

The judge is scripted, or the local stack's own with its models. Times are measured in the page.
"""

import math
import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from local_stack.engines.espeak_speech import wav
from tests.browser.conftest import Open
from tests.browser.microphone import say_how_one_is_heard, take_microphone_for_recordings
from tests.browser.page import TalkPage
from tests.doubles.screening_candidate import Screening

RATE = 16_000
UNFINISHED = {"speech": 0.1, "spokenSeconds": 1.0, "silentSeconds": 0.2, "finished": 0.02, "words": "I was"}
FINISHED = {**UNFINISHED, "finished": 0.98, "words": "I worked in two hotels."}
NO_SPEECH = {**UNFINISHED, "spokenSeconds": 0.0, "finished": None, "words": None}
LISTENING = {**UNFINISHED, "spokenSeconds": 0.4, "finished": 0.9, "words": "Yeah."}
SOON = 0.65
"""The seconds within which a finished answer ends here, on a machine that tests share."""

MOST_TRIES = 4
"""How often an answer is said to a judge on a busy machine."""


@dataclass
class Judge:
    """Answers each question about sound with `verdict`; a judge that is `silent` never does."""

    verdict: dict[str, Any] = field(default_factory=lambda: dict(FINISHED))
    status: int = 200
    silent: bool = False
    asked: list[int] = field(default_factory=list)

    def answer(self, route: Route) -> None:
        body = route.request.post_data_buffer or b""
        is_waking = not any(body)
        if not is_waking:
            self.asked.append(len(body))
        if is_waking or not self.silent:
            status = 200 if is_waking else self.status
            route.fulfill(status=status, json=NO_SPEECH if is_waking else self.verdict)


def prepare(judge: Judge | None) -> Callable[[Page], None]:
    """A page whose microphone is in the test's hand, that asks `judge` or nobody, and that uploads."""

    def preparing(page: Page) -> None:
        take_microphone_for_recordings(page)
        say_how_one_is_heard(page, {"mode": "upload", "turnsUrl": "/turns-judge" if judge else None})
        if judge:
            page.route("**/turns-judge?*", judge.answer)

    return preparing


@cache
def tone(*pattern: float) -> bytes:
    """A recording of a tone for so many seconds, silence for so many, and so on."""
    samples = bytearray()
    for number, seconds in enumerate(pattern):
        loudness = 0 if number % 2 else 0.3
        samples += b"".join(
            struct.pack("<h", int(32_767 * loudness * math.sin(place * 2 * math.pi * 300 / RATE)))
            for place in range(int(RATE * seconds))
        )
    return wav(bytes(samples), RATE)


def seen(talk: TalkPage, name: str) -> list[float]:
    """When something was seen, in seconds."""
    return [at / 1000 for what, at in talk.page.evaluate("window.seen") if what == name]


def silenced(talk: TalkPage) -> float:
    """When the interviewer fell silent after the recording had begun, in seconds."""
    return next(at for at in seen(talk, "pause") if at > seen(talk, "saying")[0])


def ended(talk: TalkPage) -> float:
    """When the page found that the candidate had finished, in seconds."""
    talk.page.wait_for_function("() => performance.getEntriesByName('talk-speech-ended').length")
    at: float = talk.page.evaluate("performance.getEntriesByName('talk-speech-ended')[0].startTime")
    return at / 1000


def listen(talk: TalkPage) -> None:
    """Start by voice, and have the candidate's turn."""
    talk.start("Start by voice")
    talk.button("Interrupt").click()
    expect(talk.status).to_have_text("Listening to you")


def interrupt(talk: TalkPage, recording: bytes) -> None:
    """Start by voice, and make a sound while the interviewer speaks."""
    talk.start("Start by voice")
    expect(talk.status).to_have_text("Robin is speaking…")
    talk.page.wait_for_function("() => window.seen.some(([what]) => what === 'play')")
    # The service has to say first that it can be asked.
    talk.page.wait_for_timeout(800)
    talk.play(recording)
    talk.page.wait_for_function("() => window.seen.some(([what]) => what === 'said')")


class TestTheEndOfAnAnswer:
    def test_a_finished_answer_ends_soon(self, open_talk: Open, plain: Screening) -> None:
        judge = Judge()
        talk = open_talk(plain, prepare=prepare(judge))
        listen(talk)

        talk.play(tone(1.5))

        wait = ended(talk) - seen(talk, "saying")[0] - 1.5
        print(f"ended after {wait:.2f} s")
        assert 0.1 < wait < SOON
        assert 0 < judge.asked[0] < 2 * RATE * 4

    def test_a_hesitation_does_not_end_it(self, open_talk: Open, plain: Screening) -> None:
        judge = Judge(dict(UNFINISHED))
        talk = open_talk(plain, prepare=prepare(judge))
        listen(talk)

        talk.play(tone(1, 1.5, 1))
        talk.page.wait_for_timeout(2_700)
        judge.verdict = FINISHED

        wait = ended(talk) - seen(talk, "saying")[0] - 3.5
        print(f"ended after {wait:.2f} s")
        assert 0.1 < wait < SOON

    def test_an_answer_that_ended_too_early_goes_on(self, open_talk: Open, plain: Screening) -> None:
        talk = open_talk(plain, prepare=prepare(Judge()))
        recorded: list[int] = []
        talk.page.on("request", lambda sent: recorded.append(len(sent.post_data_buffer or b"")))
        listen(talk)

        talk.play(tone(1, 0.8, 1.5))
        talk.page.wait_for_function("() => window.seen.some(([what]) => what === 'said')")

        assert ended(talk) - seen(talk, "saying")[0] < 1.8
        assert not talk.page.evaluate("performance.getEntriesByName('talk-turn-posted').length")
        expect(talk.status).to_have_text("Listening to you")
        talk.page.wait_for_function("() => performance.getEntriesByName('talk-turn-posted').length === 1")
        assert max(recorded) > 3.3 * 2 * RATE

    def test_an_unfinished_answer_ends_after_all(self, open_talk: Open, plain: Screening) -> None:
        talk = open_talk(plain, prepare=prepare(Judge(dict(UNFINISHED))))
        listen(talk)

        talk.play(tone(1))

        assert 2.2 < ended(talk) - seen(talk, "saying")[0] - 1 < 3

    def test_a_cough_is_no_answer(self, open_talk: Open, plain: Screening) -> None:
        judge = Judge(dict(NO_SPEECH))
        talk = open_talk(plain, prepare=prepare(judge))
        listen(talk)

        talk.play(tone(0.3))
        expect(talk.page.locator(".voice-status")).to_have_text("We hear you.")

        expect(talk.page.locator(".voice-status")).to_have_text("Speak when you are ready. Take your time.")
        expect(talk.status).to_have_text("Listening to you")
        judge.verdict = FINISHED
        talk.play(tone(1))
        ended(talk)

    @pytest.mark.parametrize(
        "judge",
        [None, Judge(silent=True), Judge(status=503)],
        ids=["no judge", "a slow one", "one that fails"],
    )
    def test_without_a_judgement_silence_ends_it(
        self, open_talk: Open, plain: Screening, judge: Judge | None
    ) -> None:
        talk = open_talk(plain, prepare=prepare(judge))
        listen(talk)

        talk.play(tone(1))

        assert 0.8 < ended(talk) - seen(talk, "saying")[0] - 1 < 1.5
        assert judge is None or judge.asked


class TestInterrupting:
    @pytest.mark.parametrize(
        ("verdict", "pattern"),
        [(NO_SPEECH, (0.15,)), (NO_SPEECH, (0.3, 0.1, 0.3)), (LISTENING, (0.4,)), (NO_SPEECH, (1.6,))],
        ids=["a click", "a cough", "yeah", "noise"],
    )
    def test_what_is_no_interruption_lets_the_interviewer_go_on(
        self, open_talk: Open, plain: Screening, verdict: dict[str, Any], pattern: tuple[float, ...]
    ) -> None:
        talk = open_talk(plain, prepare=prepare(Judge(dict(verdict))))

        interrupt(talk, tone(*pattern))

        talk.page.wait_for_function(
            "() => { const names = seen.map(([what]) => what); const said = names.indexOf('saying');"
            " const held = names.indexOf('pause', said);"
            " return held > said && names.lastIndexOf('play') > held; }"
        )
        expect(talk.status).to_have_text("Robin is speaking…")
        assert talk.turns.count() >= 1

    def test_speech_stops_the_interviewer_within_200_ms(self, open_talk: Open, plain: Screening) -> None:
        judge = Judge(dict(UNFINISHED))
        talk = open_talk(plain, prepare=prepare(judge))

        interrupt(talk, tone(2.5))

        silent_after = silenced(talk) - seen(talk, "saying")[0]
        print(f"silent after {1000 * silent_after:.0f} ms")
        assert silent_after < 0.2
        expect(talk.status).to_have_text("Listening to you")
        assert not [at for at in seen(talk, "play") if at > silenced(talk)]

    def test_the_beginning_of_an_interruption_is_kept(self, open_talk: Open, plain: Screening) -> None:
        judge = Judge(dict(UNFINISHED))
        talk = open_talk(plain, prepare=prepare(judge))
        recorded: list[int] = []
        talk.page.on("request", lambda sent: recorded.append(len(sent.post_data_buffer or b"")))

        interrupt(talk, tone(2.5))
        judge.verdict = FINISHED
        ended(talk)
        expect(talk.status).not_to_have_text("Listening to you")

        talk.page.wait_for_function("() => performance.getEntriesByName('talk-turn-posted').length")
        assert max(recorded) > 2.5 * 2 * RATE

    def test_without_a_judge_a_third_of_a_second_interrupts(self, open_talk: Open, plain: Screening) -> None:
        talk = open_talk(plain, prepare=prepare(None))

        interrupt(talk, tone(0.6))

        expect(talk.status).to_have_text("Listening to you")
        assert 0.3 < silenced(talk) - seen(talk, "saying")[0] < 0.7


@cache
def answer(text: str) -> tuple[bytes, float]:
    """A recording of Piper's voice, and its seconds. A number in brackets is a pause of so many seconds."""
    from trials.turns.material import spoken

    sound = spoken(text, "joe")
    samples = struct.pack(f"<{len(sound)}h", *(int(32_767 * each) for each in sound))
    return wav(samples, RATE), len(sound) / RATE


@pytest.mark.models("piper-joe", "silero-vad", "smart-turn", "whisper-base")
@pytest.mark.parametrize(
    "text",
    [
        "I worked in a hotel for three years.",
        "It was a small team of five people.",
        "I worked there for, um, [0.9] about three years.",
        "We decided to, [0.9] to change the whole menu.",
        "In my last job I was at the front desk, and, [0.9] after two years, they asked me to lead the team.",
    ],
)
def test_the_local_stack_judges_what_a_voice_says(
    open_talk: Open, make_talk: Callable[[], Screening], text: str
) -> None:
    recording, seconds = answer(text)

    waits: list[float] = []
    while not (waits and 0 < waits[-1] < 3) and len(waits) < MOST_TRIES:
        waits.append(said_to_the_local_stack(open_talk, make_talk(), recording, seconds))

    print(f"ended after {waits[-1]:.2f} s: {text}")
    assert 0 < waits[-1] < 3, f"it was cut short, or waited for, each time: {waits}"


def said_to_the_local_stack(open_talk: Open, screening: Screening, recording: bytes, seconds: float) -> float:
    """How many seconds after its end an answer ended for the page.

    A busy machine plays with gaps, which the judge hears, and is late to judge, where silence decides: the
    answer is then said again.
    """
    talk = open_talk(screening, prepare=take_microphone_for_recordings)
    with talk.page.expect_response(
        lambda response: "/_local/turns?" in response.url and response.status == 200
    ):
        listen(talk)

    talk.play(recording)

    talk.page.wait_for_function("() => performance.getEntriesByName('talk-turn-posted').length")
    counted: float = talk.page.evaluate("performance.getEntriesByName('talk-speech-ended').at(-1).startTime")
    return counted / 1000 - seen(talk, "saying")[0] - seconds
