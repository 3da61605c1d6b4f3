"""How much work a task is in the console: its clicks, the seconds of the machine, and those of a person.

The seconds of a person follow the keystroke-level model of Card, Moran and Newell: so long for each movement
to a control with its click, for each key, and for each thought before a field or a dialog, besides what the
machine takes.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import Locator, Page, expect

CLICK_SECONDS = 1.1
"""To move to a control and press it."""
KEY_SECONDS = 0.28
"""To type a character."""
THOUGHT_SECONDS = 1.35
"""To know what goes into a field, or what a dialog asks."""

CLICKS_OF_A_CHOICE = 2
"""One opens a list, one takes what is wanted."""
KEYS_OF_A_SHORTCUT = 2
"""One is held while the other is pressed."""


@dataclass(frozen=True)
class Measured:
    """What a task has taken."""

    task: str
    clicks: int
    keys: int
    thoughts: int
    seconds: float

    @property
    def seconds_of_person(self) -> float:
        """How long somebody takes who knows the console."""
        work = self.clicks * CLICK_SECONDS + self.keys * KEY_SECONDS + self.thoughts * THOUGHT_SECONDS
        return work + self.seconds


@dataclass
class Stopwatch:
    """The hand of a person at a page, which counts what it does.

    A field that has the focus by itself, as `has_focus` says, needs no click.
    """

    page: Page
    clicks: int = 0
    keys: int = 0
    thoughts: int = 0

    def click(self, control: Locator) -> None:
        """Press a control, or tick a box."""
        control.click()
        self.clicks += 1

    def open_dialog(self, control: Locator) -> Locator:
        """Press a control that opens a dialog, and read the dialog."""
        self.click(control)
        dialog = self.page.get_by_role("dialog")
        expect(dialog).to_be_visible()
        self.thoughts += 1
        return dialog

    def write(self, into: Locator, text: str, *, has_focus: bool = False) -> None:
        """Type a text into a field, in place of what stands there."""
        self._enter(into, has_focus)
        if into.input_value():
            self.keys += KEYS_OF_A_SHORTCUT
        into.fill(text)
        self.keys += len(text)

    def paste(self, into: Locator, text: str, *, has_focus: bool = False) -> None:
        """Put what was copied elsewhere into a field."""
        self._enter(into, has_focus)
        into.fill(text)
        self.keys += KEYS_OF_A_SHORTCUT

    def choose(self, among: Locator, option: str) -> None:
        """Take an option of a list that the browser draws."""
        among.select_option(label=option)
        self.clicks += CLICKS_OF_A_CHOICE
        self.thoughts += 1

    def pick(self, button: Locator, option: str) -> None:
        """Take an option of a list that the console draws."""
        button.click()
        self.page.get_by_role("option", name=option, exact=True).click()
        self.clicks += CLICKS_OF_A_CHOICE
        self.thoughts += 1

    def _enter(self, into: Locator, has_focus: bool) -> None:
        if has_focus:
            expect(into).to_be_focused()
        else:
            self.click(into)
        self.thoughts += 1


@dataclass
class Timetable:
    """What each task has taken so far."""

    rows: list[Measured] = field(default_factory=list)

    @contextmanager
    def task(self, name: str, page: Page, address: str, *, clicks: int) -> Iterator[Stopwatch]:
        """Open the screen at which a task begins, measure what is done within, and allow so many clicks."""
        begun = time.monotonic()
        page.goto(address)
        watch = Stopwatch(page)
        yield watch
        seconds = time.monotonic() - begun
        self.rows.append(Measured(name, watch.clicks, watch.keys, watch.thoughts, seconds))
        assert watch.clicks <= clicks, f"{name} takes {watch.clicks} clicks"

    def lines(self) -> list[str]:
        """The table, and what all tasks take together."""
        head = f"{'Task':<44}{'Clicks':>7}{'Keys':>6}{'Machine s':>11}{'Person s':>10}"
        rows = [
            f"{row.task:<44}{row.clicks:>7}{row.keys:>6}{row.seconds:>11.1f}{row.seconds_of_person:>10.1f}"
            for row in self.rows
        ]
        clicks, keys = sum(row.clicks for row in self.rows), sum(row.keys for row in self.rows)
        seconds = sum(row.seconds for row in self.rows)
        person = sum(row.seconds_of_person for row in self.rows)
        return [head, *rows, f"{'All':<44}{clicks:>7}{keys:>6}{seconds:>11.1f}{person:>10.1f}"]
