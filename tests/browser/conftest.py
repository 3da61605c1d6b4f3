"""A real browser in front of the local stack."""

import os
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from browsers.installed import find_browser
from gather.table.records import Records
from tests.browser.microphone import say_how_one_is_heard, speak_into, take_microphone
from tests.browser.page import DESKTOP, PATIENCE, TalkPage, open_page
from tests.browser.transcription_socket import TranscriptionSocket, transcription_socket
from tests.builders.screening import make_interview_conversation
from tests.builders.service import Service, Tenant
from tests.doubles.over_http import Http
from tests.doubles.screening_candidate import Screening

ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SAID = "one two three four five six seven"
UNDERSTOOD = "I have worked for seven years in two hotels"
VOICE = "Ada"

PLAIN = {
    "conversationalStyle": False,
    "askFollowUpQuestions": False,
    "askToElaborate": False,
    "askCandidateQuestions": False,
    "closedCaptions": True,
}
"""Two questions without anything around them."""

Open = Callable[..., TalkPage]

expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here needs the browser."""
    here = str(Path(__file__).parent)
    for item in items:
        if os.path.dirname(item.path) == here:  # noqa: PTH120  # a Path for each of thousands takes a second
            item.add_marker("browser")


@pytest.fixture(scope="session")
def team(http: Http, stack: Any) -> Service:
    """The team of the people who sign in to the console, by its key."""
    return Service(http, stack["apiKey"])


@pytest.fixture(scope="session")
def executable() -> str:
    """The browser: the one that CHROMIUM names, or the machine's."""
    found = find_browser()
    if found is None:
        pytest.fail("chromium is not installed: run scripts/setup/browser.sh, or name it in CHROMIUM", False)
    return found


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright: Playwright, executable: str, tmp_path_factory: Any) -> Iterator[Browser]:
    """A browser whose microphone hears SAID over and over, and may be used."""
    sound = tmp_path_factory.mktemp("microphone") / "said.wav"
    speak_into(sound, SAID, VOICE)
    fake = (
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-audio-capture={sound}",
    )
    launched = playwright.chromium.launch(executable_path=executable, args=[*ARGUMENTS, *fake])
    yield launched
    launched.close()


@pytest.fixture(scope="session")
def silent_browser(playwright: Playwright, executable: str, browser: Browser) -> Iterator[Browser]:
    """A browser on a machine whose owner lets no page use a microphone."""
    launched = playwright.chromium.launch(executable_path=executable, args=list(ARGUMENTS))
    yield launched
    launched.close()


@pytest.fixture
def new_context(stack: Any, browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Makes devices of the candidate: contexts that share nothing."""
    if stack is None:
        pytest.fail("the browser needs the service over HTTP: run make test-browser", False)
    made: list[BrowserContext] = []

    def make(on: Browser = browser, **options: Any) -> BrowserContext:
        shown = {"viewport": DESKTOP, "locale": "en-US", **options}
        context = on.new_context(base_url=stack["baseUrl"], **shown)
        context.set_default_timeout(PATIENCE)
        context.route("https://**", lambda route: route.abort())
        made.append(context)
        return context

    yield make
    for context in made:
        context.close()


@pytest.fixture
def open_talk(new_context: Callable[..., BrowserContext]) -> Iterator[Open]:
    """Opens pages, each on a device of its own. None may have reported a fault in the end.

    The candidate has agreed to the consent before, unless told otherwise.
    """
    opened: list[TalkPage] = []

    def opening(
        screening: Screening,
        on: Browser | None = None,
        prepare: Callable[[Page], object] | None = None,
        has_agreed: bool = True,
        **options: Any,
    ) -> TalkPage:
        if has_agreed:
            assert screening.agree().status == 200
        context = new_context(**({"on": on} if on else {}), **options)
        opened.append(open_page(context, screening, prepare))
        return opened[-1]

    yield opening
    assert [trouble for talk in opened for trouble in talk.troubles] == []


@pytest.fixture
def understanding() -> Iterator[TranscriptionSocket]:
    """A service that understands UNDERSTOOD, whatever is said."""
    with transcription_socket(UNDERSTOOD) as served:
        yield served


@pytest.fixture
def open_streaming(open_talk: Open) -> Open:
    """Opens pages whose service streams speech, as on AWS, with the microphone in the test's hand.

    The policy of a page of the local stack has the stack's own streams alone, so these are without one.
    """

    def opening(screening: Screening, served: TranscriptionSocket, **options: Any) -> TalkPage:
        expires_at = (datetime.now(UTC) + timedelta(minutes=5)).isoformat()
        speech = {"url": served.url, "languageCode": "en-US", "sampleRate": 16_000, "expiresAt": expires_at}

        def prepare(page: Page) -> None:
            take_microphone(page)
            say_how_one_is_heard(page, {"mode": "stream", **speech})

        return open_talk(screening, prepare=prepare, bypass_csp=True, **options)

    return opening


@pytest.fixture
def plain(service: Service, records: Records, tenant: Tenant) -> Screening:
    """Two spoken questions without anything around them."""
    return make_interview_conversation(service, records, tenant, PLAIN)


@pytest.fixture
def make_talk(service: Service, records: Records, tenant: Tenant) -> Callable[..., Screening]:
    """Makes candidates like `plain` with another configuration."""

    def make(**configuration: object) -> Screening:
        return make_interview_conversation(service, records, tenant, {**PLAIN, **configuration})

    return make
