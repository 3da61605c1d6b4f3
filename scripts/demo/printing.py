"""The output of the walk: chapters, requests, responses and facts, as text for a terminal."""

import json
import re
import textwrap
from collections.abc import Iterable, Mapping
from typing import Any, TextIO

from demo.deviation import Deviation

WIDTH = 110
LONGEST_TEXT = 110
MOST_ITEMS = 3
SHOWN_OF_SECRET = 4

_ID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{6}([0-9a-f]{6})")

BOLD, DIM, RED, GREEN, CYAN = "1", "2", "31", "32", "36"


class Page:
    """Writes to a stream, with colours if asked, and never a secret that it knows.

    It shows the last six digits of an id, which are enough to recognize it.
    """

    def __init__(self, stream: TextIO, *, colours: bool) -> None:
        self._stream = stream
        self._colours = colours
        self._masks: dict[str, str] = {}
        self._chapters = 0
        self.steps = 0

    def mask(self, secret: str, prefix: str = "") -> None:
        """Show only the first characters of `secret` after its `prefix` from now on."""
        self._masks[secret] = f"{secret[: len(prefix) + SHOWN_OF_SECRET]}…"

    def chapter(self, title: str) -> None:
        """Write the title of a chapter."""
        self._chapters += 1
        self._write("")
        self._write(f"{self._chapters}. {title}", BOLD)

    def step(self, what: str) -> None:
        """Write the next step in words."""
        self.steps += 1
        self._write("")
        self._write(what, "", "   ")

    def request(self, method: str, target: str, body: object = None) -> None:
        """Write the request line, and the body shortened."""
        content = "" if body is None else f" {_compact(_shortened(body))}"
        self._write(f"→ {method} {target}{content}", CYAN, "   ", "     ")

    def response(self, status: int, content: object) -> None:
        """Write the status, and the members of the response that are of interest."""
        shown = "" if content in (None, {}) else f" {_compact(_shortened(content))}"
        self._write(f"← {status}{shown}", GREEN if status < 400 else CYAN, "   ", "     ")

    def fact(self, text: str) -> None:
        """Write a fact that was checked."""
        self._write(f"✓ {text}", GREEN, "   ", "     ")

    def quote(self, title: str, text: str) -> None:
        """Write a text that the service wrote."""
        self._write(title, DIM, "   ")
        for line in text.strip().splitlines():
            self._write(line, DIM, "   │ ")

    def deviation(self, deviation: Deviation) -> None:
        """Write how the service deviates, with the expected and the received value."""
        self._write("")
        self._write(f"✗ {deviation.what}", RED)
        self._write(f"expected  {deviation.expected}", RED, "   ", "             ")
        self._write(f"received  {deviation.received}", RED, "   ", "             ")

    def further(self, text: str) -> None:
        """Write where to go on from here."""
        self._write("")
        self._write(text)

    def end(self, text: str) -> None:
        """Write the last line."""
        self._write("")
        self._write(text, BOLD)

    def _write(self, text: str, colour: str = "", indent: str = "", further: str | None = None) -> None:
        for secret, mask in self._masks.items():
            text = text.replace(secret, mask)
        text = _ID.sub(r"…\1", text)
        lines = textwrap.wrap(
            text,
            WIDTH,
            initial_indent=indent,
            subsequent_indent=indent if further is None else further,
            break_on_hyphens=False,
            break_long_words=False,
        )
        folded = "\n".join(lines) if text else indent.rstrip()
        if colour and self._colours:
            folded = f"\x1b[{colour}m{folded}\x1b[0m"
        print(folded, file=self._stream, flush=True)


def chosen(document: object, paths: Iterable[str]) -> Any:
    """The members of a JSON document at dotted `paths`; `[]` after a name goes into its items."""
    result: dict[str, Any] = {}
    for path in paths:
        _copy(document, result, path.split("."))
    return result


def member(document: Any, path: str) -> str:
    """The text at a dotted path of a JSON document."""
    for name in path.split("."):
        document = document[name]
    return str(document)


def _copy(source: object, target: dict[str, Any], path: list[str]) -> None:
    name, rest = path[0], path[1:]
    plain = name.removesuffix("[]")
    if not isinstance(source, Mapping) or plain not in source:
        return
    value = source[plain]
    if not rest:
        target[plain] = value
    elif name == plain:
        _copy(value, target.setdefault(plain, {}), rest)
    else:
        items = target.setdefault(plain, [{} for _ in value])
        for item, copy in zip(value, items, strict=True):
            _copy(item, copy, rest)


def _shortened(value: object) -> object:
    if isinstance(value, str) and len(value) > LONGEST_TEXT:
        return f"{value[:LONGEST_TEXT]}…"
    if isinstance(value, Mapping):
        return {name: _shortened(member) for name, member in value.items()}
    if isinstance(value, list | tuple):
        shown = [_shortened(member) for member in value[:MOST_ITEMS]]
        return shown if len(value) <= MOST_ITEMS else [*shown, f"… {len(value) - MOST_ITEMS} more"]
    return value


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
