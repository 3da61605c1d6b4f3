"""A browser that is signed in to the console and takes pictures of its screens."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from browsers.installed import find_browser
from local_stack.seeding.demo_content import RunningApi
from pictures.views import View

SESSION: Final = "console-session"
"""Where the console keeps its session, for the tab alone."""
_WITHOUT_FOCUS_ON_HEADING: Final = "document.activeElement.matches('h1') && document.activeElement.blur()"


@dataclass(frozen=True, slots=True)
class Camera:
    """Takes pictures of the stack of a ready file. `browser` is a running Chromium."""

    browser: Browser
    ready: Mapping[str, Any]

    def take(self, view: View, places: Mapping[str, str], path: Path) -> None:
        """Store the picture of a view as a PNG file at `path`."""
        size = ViewportSize(width=view.width, height=view.height)
        context = self.browser.new_context(
            base_url=self.ready["baseUrl"], viewport=size, locale=view.locale, color_scheme=view.scheme
        )
        session = json.dumps(_sign_in(self.ready, view.role))
        context.add_init_script(f"sessionStorage.setItem({json.dumps(SESSION)}, {json.dumps(session)})")
        page = context.new_page()
        page.goto(view.address.format(**places))
        page.get_by_role("heading", level=1).wait_for()
        page.wait_for_load_state("networkidle")
        page.evaluate(_WITHOUT_FOCUS_ON_HEADING)
        view.prepare(page)
        page.screenshot(path=path, animations="disabled")
        context.close()


@contextmanager
def open_camera(ready: Mapping[str, Any]) -> Iterator[Camera]:
    """A camera for the stack of a ready file."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])
        yield Camera(browser, ready)
        browser.close()


def _sign_in(ready: Mapping[str, Any], role: str) -> dict[str, Any]:
    """A session of one of the console's people, as the console keeps it."""
    asked = {"userId": ready["consoleUsers"][role]["userId"]}
    session: dict[str, Any] = RunningApi(ready["baseUrl"]).post("/_local/sign-in", asked)["session"]
    return {**session, "teamId": session["user"]["teamIds"][0]}
