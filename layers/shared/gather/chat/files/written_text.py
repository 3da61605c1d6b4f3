"""The text in the XML of a Word document or an OpenDocument file: what somebody reads who opens it.

What was deleted, moved away or noted beside the text is passed over, and of what is written in two ways, for
newer and older programs, one is read (ECMA-376: part 1, 17; part 3, 10.2).
"""

from collections.abc import Callable, Mapping
from typing import Final

_WORD: Final = (
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "http://purl.oclc.org/ooxml/wordprocessingml/main",
)
_RELATIONS: Final = (
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    "http://purl.oclc.org/ooxml/officeDocument/relationships",
)
_MARKUP: Final = "http://schemas.openxmlformats.org/markup-compatibility/2006"
_ODT: Final = "urn:oasis:names:tc:opendocument:xmlns:text:1.0"
_OFFICE: Final = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"


def _of(spaces: tuple[str, ...], *names: str) -> tuple[str, ...]:
    return tuple(f"{space} {name}" for space in spaces for name in names)


_WRITTEN: Final = frozenset({*_of(_WORD, "t"), f"{_ODT} p", f"{_ODT} h"})
"""The elements whose characters are the document's text."""
_GAPS: Final = {
    f"{space} {name}": gap
    for spaces, gaps in (
        (
            _WORD,
            {"p": "\n", "br": "\n", "cr": "\n", "tab": " ", "ptab": " ", "tc": " ", "noBreakHyphen": "-"},
        ),
        ((_ODT,), {"p": "\n", "h": "\n", "line-break": "\n", "tab": " ", "s": " "}),
    )
    for space in spaces
    for name, gap in gaps.items()
}
"""The text in the place of an element's end."""
_PASSED_OVER: Final = frozenset(
    {
        *_of(_WORD, "del", "moveFrom", "rt"),
        *_of((_ODT,), "tracked-changes", "ruby-text"),
        f"{_OFFICE} annotation",
    }
)
_ALTERNATIVES: Final = f"{_MARKUP} AlternateContent"
_BRANCHES: Final = frozenset({f"{_MARKUP} Choice", f"{_MARKUP} Fallback"})
_CHUNKS: Final = frozenset(_of(_WORD, "altChunk"))
_MOST_CHUNKS: Final = 20


class TextLimitReached(Exception):
    """As much was read as is needed."""


class _Alternatives:
    """The ways in which one content is written; the first that has text is read."""

    def __init__(self) -> None:
        self.has_text = False
        self.is_passed_over = False
        self.letters_before = 0


class WrittenText:
    """The text of an XML document, as its parser comes to it: no tree is made of it."""

    def __init__(self, longest: int, inserted: Callable[[str], str]) -> None:
        """`inserted` gives the text of a part by the relation that leads to it."""
        self.parts: list[str] = []
        self._longest = longest
        self._inserted = inserted
        self._chunks = 0
        self._length = 0
        self._letters = 0
        self._written = 0
        self._passed_over = 0
        self._alternatives: list[_Alternatives] = []

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Begin an element."""
        self._written += name in _WRITTEN
        self._passed_over += name in _PASSED_OVER
        if name == _ALTERNATIVES:
            self._alternatives.append(_Alternatives())
        elif name in _BRANCHES and self._alternatives:
            self._start_branch(self._alternatives[-1])
        elif name in _CHUNKS and not self._passed_over:
            self._insert(attributes)

    def end(self, name: str) -> None:
        """End an element."""
        self._written -= name in _WRITTEN
        self._passed_over -= name in _PASSED_OVER
        if name == _ALTERNATIVES:
            self._alternatives.pop()
        elif name in _BRANCHES and self._alternatives:
            self._end_branch(self._alternatives[-1])
        elif name in _GAPS and not self._passed_over:
            self._add(_GAPS[name])

    def characters(self, text: str) -> None:
        """Add characters of the current element. Raises TextLimitReached."""
        if self._written and not self._passed_over:
            self._add(text)

    def _start_branch(self, alternatives: _Alternatives) -> None:
        alternatives.letters_before = self._letters
        alternatives.is_passed_over = alternatives.has_text
        self._passed_over += alternatives.is_passed_over

    def _end_branch(self, alternatives: _Alternatives) -> None:
        self._passed_over -= alternatives.is_passed_over
        alternatives.is_passed_over = False
        alternatives.has_text = alternatives.has_text or self._letters > alternatives.letters_before

    def _insert(self, attributes: Mapping[str, str]) -> None:
        self._chunks += 1
        relation = next(filter(None, map(attributes.get, _of(_RELATIONS, "id"))), None)
        if relation and self._chunks <= _MOST_CHUNKS:
            self._add(f"{self._inserted(relation)}\n")

    def _add(self, text: str) -> None:
        self.parts.append(text)
        self._length += len(text)
        self._letters += not text.isspace()
        if self._length > self._longest:
            raise TextLimitReached
