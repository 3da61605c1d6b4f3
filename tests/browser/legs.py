"""The page's own measurements: the legs of a reply."""

from playwright.sync_api import Page

MARKS = [
    "talk-speech-ended",
    "talk-turn-posted",
    "talk-turn-answered",
    "talk-sound-asked",
    "talk-sound-began",
]


def measured(page: Page) -> tuple[dict[str, float], dict[str, float]]:
    """Returns the time of each mark, in order, and the duration of each leg, in milliseconds."""
    entries = page.evaluate(
        "() => performance.getEntries().filter(({ name }) => name.startsWith('talk-'))"
        ".map(({ name, entryType, startTime, duration }) => [name, entryType, startTime, duration])"
    )
    marks = {name: start for name, kind, start, _ in entries if kind == "mark"}
    measures = {name: duration for name, kind, _, duration in entries if kind == "measure"}
    return marks, measures
