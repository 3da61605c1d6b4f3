"""A tab of the console, in which one screen after another is opened."""

import re

from playwright.sync_api import Page, Request, expect

from tests.browser.page import wait_for_event

_OPEN = "address => { document.title = ''; history.pushState(null, '', address); }"
_DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


class ConsoleTab:
    """A tab. Screens are opened as its links open them: a page that is loaded anew takes longer."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._under_way: set[Request] = set()
        page.on("request", lambda request: self._under_way.add(request))
        for end in ("requestfinished", "requestfailed"):
            page.on(end, lambda request: self._under_way.discard(request))

    def open(self, address: str) -> None:
        """Open a screen, and wait until it is drawn with all that it asks for."""
        if self._page.evaluate("location.pathname") == address.partition("?")[0]:
            # The same screen says its title no second time.
            self._page.goto(address)
        else:
            self._page.evaluate(_OPEN, address)
            expect(self._page).to_have_title(re.compile("."))
        expect(self._page.get_by_role("heading", level=1)).to_be_visible()
        wait_for_event(self._page, self._is_drawn)

    def _is_drawn(self) -> bool:
        self._page.evaluate(_DRAWN)
        return not self._under_way
