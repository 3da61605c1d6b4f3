"""Where Chromium is on this machine: `scripts/setup/browser.sh` installs it where there is none.

executable = find_browser()
"""

import os
import shutil
from typing import Final

_NAMES: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The shell comes first: without the windows of a browser, a page takes half the time."""


def find_browser() -> str | None:
    """The program that CHROMIUM names, or else the machine's; None where there is none."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)
