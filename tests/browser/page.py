"""The candidate in front of the page of a conversation."""

import re
from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect

from screening.pages.invite_phrases import phrases
from tests.doubles.screening_candidate import Screening
from tests.support.waiting import wait_until

PATIENCE = 60_000
"""The time limit in milliseconds of a step that would otherwise hang."""
UNDERSTANDING = 120_000
"""The same where the local stack transcribes an answer, on a busy machine."""
PHONE = {"width": 390, "height": 664}
NARROW = {"width": 320, "height": 568}
"""The smallest phone."""
DESKTOP = {"width": 1280, "height": 800}
AT_400_PERCENT = {"width": 320, "height": 256}
"""A window of 1280 by 1024 at 400 percent."""
ON_ITS_SIDE = {"width": 667, "height": 320}

MOST_BYTES = 60_000
"""The limit of the first view of a page, compressed."""

_WEIGHT = """() => {
  const drawn = ["navigation", "script", "link", "css", "img"];
  const entries = ["navigation", "resource"].flatMap((type) => performance.getEntriesByType(type));
  const weights = entries.filter((each) => drawn.includes(each.initiatorType));
  return weights.reduce((sum, each) => sum + each.encodedBodySize, 0);
}"""


@dataclass
class TalkPage:
    """An open page. `troubles` are the faults that the browser reported."""

    page: Page
    screening: Screening
    troubles: list[str]

    def open(self) -> None:
        self.page.goto(f"/i/{self.screening.token}")

    def says(self, name: str) -> str:
        """Returns a phrase in the language of the page."""
        return phrases(self.screening.interview["language"])[name]

    def speak(self, is_loud: bool = True) -> None:
        """Speak into a microphone that the test controls, or fall silent."""
        self.page.evaluate("(isLoud) => window.speakInto(isLoud)", is_loud)

    def play(self, recording: bytes) -> None:
        """Play a recording into a microphone that hears what the test plays.

        Nothing ends a wait for a promise of the page, so none is waited for.
        """
        self.page.evaluate("(recording) => { window.sayInto(recording); }", b64encode(recording).decode())

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def start(self, way: str) -> None:
        """Click on `Start by text`, `Continue by voice` and the like, as soon as the button is there."""
        self.button(way).click()

    @property
    def field(self) -> Locator:
        return self.page.get_by_label("Your answer", exact=True)

    @property
    def status(self) -> Locator:
        return self.page.locator(".stage-status")

    @property
    def note(self) -> Locator:
        return self.page.locator(".note")

    @property
    def heard(self) -> Locator:
        """The recognized words, before the candidate confirms them."""
        return self.page.get_by_role("group", name=self.says("weHeard"))

    @property
    def turns(self) -> Locator:
        """The turns that the transcript shows."""
        return self.page.get_by_role("log").locator(".turn")

    def say(self, text: str) -> None:
        """Type a turn, and wait for the interviewer's response."""
        expect(self.status).to_have_text("It is your turn")
        shown = self.turns.count()
        self.type(text)
        expect(self.turns.nth(shown + 1)).to_be_visible()
        expect(self.status).to_have_text(re.compile("your turn|has ended"))

    def type(self, text: str) -> None:
        self.field.fill(text)
        self.field.press("Enter")

    def expect_turns(self, *texts: str) -> None:
        """Expect exactly these turns, each named by a part of its text."""
        expect(self.turns).to_have_count(len(texts))
        for turn, text in zip(self.turns.all(), texts, strict=True):
            expect(turn).to_contain_text(text)


def open_page(
    context: BrowserContext, screening: Screening, prepare: Callable[[Page], object] | None = None
) -> TalkPage:
    """Open a new page of the candidate, after `prepare`."""
    talk = TalkPage(context.new_page(), screening, [])
    talk.page.on("pageerror", lambda error: talk.troubles.append(str(error)))
    talk.page.on("console", lambda message: _note(talk, message))
    if prepare:
        prepare(talk.page)
    talk.open()
    return talk


def wait_for_event(page: Page, holds: Callable[[], object]) -> None:
    """Wait until something holds by what the page tells of its requests."""
    wait_until(holds, seconds=PATIENCE / 1000, pause=lambda: page.wait_for_timeout(20))


def _note(talk: TalkPage, message: Any) -> None:
    if message.type == "error" and "Content Security Policy" in message.text:
        talk.troubles.append(message.text)


def check_weight(page: Page) -> None:
    """Check the bytes of the first view, without sounds and films: phones may be slow."""
    assert page.evaluate(_WEIGHT) < MOST_BYTES
