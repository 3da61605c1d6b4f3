"""The interviewer's sound and picture: the parts of a turn, and an avatar of another origin."""

import io
import re
import wave
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import FrameLocator, Page, Request, Route, expect

from tests.browser.conftest import Open
from tests.browser.microphone import take_microphone
from tests.browser.page import TalkPage
from tests.doubles.screening_candidate import Screening

RATE = 16_000
PART_SECONDS = 0.25
SOUND = re.compile(r"/conversation/turns/(\d+)/audio(\?part=(\d))?$")
ORIGIN = "https://avatar.example"
PLAYER = f"{ORIGIN}/player?replicaId=r-Robin"
PLAYER_PAGE = """<!doctype html><body><script>
let told = 0;
addEventListener("message", ({ data, origin }) => {
  document.body.append(`${data.type} ${data.text || ""} ${data.sound?.size || ""} from ${origin};`);
  told += 1;
  document.body.dataset.answered = data.type === "stop" ? "stop" : document.body.dataset.answered || "";
  if (told === 1 || data.type === "stop") parent.postMessage({ type: "spoken" }, origin);
});
IS_READY && parent.postMessage({ type: "ready" }, "*");
</script>"""
"""A player that shows what it is told. It speaks the first turn in no time, and any other until it is
stopped."""

_WATCH_SOUNDS = """
window.sounds = [];
const play = HTMLMediaElement.prototype.play;
HTMLMediaElement.prototype.play = function () {
  const place = new URL(this.src).search;
  if (place) {
    sounds.push([`play ${place}`, performance.now()]);
    const ended = () => sounds.push([`ended ${place}`, performance.now()]);
    this.addEventListener("ended", ended, { once: true, capture: true });
  }
  return play.call(this);
};
"""


def silence(seconds: float = PART_SECONDS) -> bytes:
    """A sound in which nothing is heard, as long as a part unless told otherwise."""
    written = io.BytesIO()
    with wave.open(written, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(RATE)
        sound.writeframes(bytes(2 * int(RATE * seconds)))
    return written.getvalue()


@dataclass
class Interviewer:
    """The service's responses, changed on their way to the page. `asked` are the sounds it asked for."""

    has_parts: bool = False
    avatar_url: str | None = None
    missing_part: str | None = None
    asked: list[str] = field(default_factory=list)

    def prepare(self, page: Page) -> None:
        take_microphone(page)
        page.add_init_script(_WATCH_SOUNDS)
        page.route(re.compile(r"/conversation(/turns)?$"), self._change)
        page.route(SOUND, self._play)

    def _change(self, route: Route) -> None:
        response = route.fetch()
        body = response.json()
        conversation = body["data"]["conversation"]
        conversation["interviewer"]["avatarUrl"] = self.avatar_url
        for turn in [*conversation.get("turns", []), *body["data"].get("turns", [])]:
            parts = (1, 2) if self.has_parts and turn["audioUrl"] else ()
            turn["audioParts"] = [f"{turn['audioUrl']}?part={part}" for part in parts]
        route.fulfill(response=response, json=body)

    def _play(self, route: Route, request: Request) -> None:
        found = SOUND.search(request.url)
        assert found
        sequence, _, part = found.groups()
        name = f"{sequence}.{part or 'whole'}"
        if name not in self.asked:
            self.asked.append(name)
        if name == self.missing_part:
            route.fulfill(status=404)
        else:
            route.fulfill(body=silence(), content_type="audio/wav")


def test_the_first_sentence_is_played_at_once_and_the_rest_follows(open_talk: Open, plain: Screening) -> None:
    interviewer = Interviewer(has_parts=True)
    talk = open_talk(plain, prepare=interviewer.prepare)

    talk.start("Start by voice")
    expect(talk.status).to_have_text("Listening to you")

    assert interviewer.asked == ["1.1", "1.2", "2.1", "2.2"]
    sounds = talk.page.evaluate("window.sounds")
    assert [name for name, _ in sounds] == [
        f"{what} ?part={part}" for _ in (1, 2) for part in (1, 2) for what in ("play", "ended")
    ]
    gaps = [start - end for (_, end), (_, start) in zip(sounds[1::2], sounds[2::2], strict=False)]
    print("milliseconds between the sounds:", [round(gap) for gap in gaps])
    rest_asked_at = talk.page.evaluate(
        "() => performance.getEntriesByType('resource')"
        ".find(({ name }) => name.endsWith('/1/audio?part=2')).startTime"
    )
    assert rest_asked_at < sounds[1][1], "the rest is loaded while the first sentence plays"


@pytest.mark.parametrize("missing", ["1.1", "1.2"])
def test_a_part_that_cannot_be_heard_gives_way_to_the_whole(
    open_talk: Open, plain: Screening, missing: str
) -> None:
    interviewer = Interviewer(has_parts=True, missing_part=missing)
    talk = open_talk(plain, prepare=interviewer.prepare)

    talk.start("Start by voice")
    expect(talk.status).to_have_text("Listening to you")

    assert "1.whole" in interviewer.asked
    assert interviewer.asked[-2:] == ["2.1", "2.2"]


@pytest.fixture
def open_with_avatar(open_talk: Open, plain: Screening) -> Callable[..., tuple[TalkPage, Interviewer]]:
    """Opens pages that may frame the player's origin, as the setting for it makes them."""

    def opening(*, is_ready: bool) -> tuple[TalkPage, Interviewer]:
        interviewer = Interviewer(avatar_url=PLAYER)

        def allow(route: Route) -> None:
            response = route.fetch()
            policy = f"{response.headers['content-security-policy']}; frame-src {ORIGIN}"
            route.fulfill(response=response, headers={**response.headers, "content-security-policy": policy})

        def prepare(page: Page) -> None:
            interviewer.prepare(page)
            page.clock.install()
            page.route(re.compile(r"/i/[^/]+$"), allow)
            body = PLAYER_PAGE.replace("IS_READY", str(is_ready).lower())
            page.route(f"{ORIGIN}/**", lambda route: route.fulfill(body=body, content_type="text/html"))

        return open_talk(plain, prepare=prepare), interviewer

    return opening


def player_of(talk: TalkPage) -> FrameLocator:
    return talk.page.frame_locator("iframe.avatar")


def test_an_avatar_speaks_in_place_of_the_page(open_with_avatar: Callable[..., Any]) -> None:
    talk, interviewer = open_with_avatar(is_ready=True)
    expect(talk.page.locator("iframe")).to_have_count(0)
    talk.start("Start by voice")

    told = player_of(talk).locator("body")
    expect(told).to_contain_text("speak Hello ")
    expect(told).to_contain_text(f"speak Why coffee? {len(silence())} from http://127.0.0.1")
    expect(told).not_to_contain_text("/screening/")
    expect(talk.page.locator("iframe.avatar")).to_be_visible()
    expect(talk.page.locator(".stage .portrait")).to_be_hidden()
    talk.button("Interrupt").click()

    expect(told).to_contain_text("stop")
    expect(talk.status).to_have_text("Listening to you")
    assert interviewer.asked == ["1.whole", "2.whole"]


def test_a_turn_goes_on_when_the_one_before_it_was_stopped(open_with_avatar: Callable[..., Any]) -> None:
    talk, _ = open_with_avatar(is_ready=True)
    talk.start("Start by voice")
    told = player_of(talk).locator("body")
    expect(told).to_contain_text("speak Why coffee?")

    talk.button("Replay").click()

    expect(told).to_contain_text(re.compile("stop.*speak Why coffee.*"))
    expect(told).to_have_attribute("data-answered", "stop")
    expect(talk.status).to_have_text("Robin is speaking…")


def test_an_avatar_that_is_not_ready_in_time_gives_way_to_the_picture(
    open_with_avatar: Callable[..., Any],
) -> None:
    talk, interviewer = open_with_avatar(is_ready=False)
    talk.start("Start by voice")
    expect(talk.status).to_have_text("Robin is speaking…")
    # Nobody but the player can say that it is ready.
    talk.page.evaluate("window.postMessage({ type: 'ready' }, '*')")
    assert interviewer.asked == []

    talk.page.clock.run_for(3_000)

    expect(talk.page.locator("iframe")).to_have_count(0)
    expect(talk.page.locator(".stage .portrait")).to_be_visible()
    expect(talk.status).to_have_text("Listening to you")
    assert interviewer.asked == ["1.whole", "2.whole"]
