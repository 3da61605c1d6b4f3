"""The preference of a text message: STOP, START, and how people say the same (interface: Opt-outs, rule 5).

    preference_of("Please stop")  # Preference.STOP
    preference_of("I cannot stop by on Monday")  # None

A word that also means something else, such as “end” or “cancel”, counts as the whole message only. STOP and
UNSUBSCRIBE also count at the beginning of a sentence or after “please”. A request also counts after “so” and
“and”. “I cannot stop by on Monday” asks for nothing. Where it is in doubt the messages end, because a START
brings them back.

Everything is compared without case, marks on letters, punctuation and emoji.
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from gather.messaging.channels.opt_out import Preference
from gather.messaging.channels.opt_out_words import (
    CONJUNCTIONS,
    COURTESY,
    GOES_ON,
    LEADS,
    PARTS,
    PLEASE,
    START_REQUESTS,
    START_WORDS,
    STOP_REQUESTS,
    STOP_WORDS,
    STOPS_FIRST,
)

_LONG_QUOTE: Final = 4
"""In words; what is longer is what somebody else said, such as the message that is liked."""
_QUOTED: Final = re.compile('[“„«‟"]([^“”„«»"]*)[”“»"]')
_CLAUSES: Final = re.compile(r"[^\w\s'’`´ʼ＇\-_*/&+()\[\]\"“”„«»‘‚]+|\n|\s[-–—]+\s")
_JOINED: Final = re.compile(r"['’`´ʼ＇‘]")
_UNSEEN: Final = re.compile("[\u00ad\u0640\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]")
_LETTERS: Final = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe", "ة": "ه", "ى": "ي"}
)
_DRAWN_OUT: Final = re.compile(r"(\w)\1{2,}")


def _plain(text: str) -> str:
    """`text` in lower case and without marks on its letters: phones write `arrêt` and `ARRET`."""
    decomposed = unicodedata.normalize("NFKD", _UNSEEN.sub("", text)).casefold().translate(_LETTERS)
    return "".join(each for each in decomposed if unicodedata.combining(each) == 0)


def _words(text: str) -> list[str]:
    plain = _DRAWN_OUT.sub(r"\1", _JOINED.sub("", text).replace("_", " "))
    return re.findall(r"\w+", plain)


def _set(*rows: str) -> frozenset[str]:
    return frozenset(word for row in rows for word in _words(_plain(row)))


def _any_of(patterns: Iterable[str]) -> re.Pattern[str]:
    joined = "|".join(f"(?:{_plain(pattern)})" for pattern in patterns)
    for name, part in PARTS.items():
        joined = joined.replace(name, part)
    return re.compile(joined)


def _lines(text: str) -> list[str]:
    """The patterns of a table; a line that ends with a backslash goes on in the next."""
    return [line.strip() for line in text.replace("\\\n", "").split("\n") if line.strip()]


_STOPS: Final = _set(*STOP_WORDS.values())
_STARTS: Final = _set(*START_WORDS.values())
_FIRST: Final = _set(STOPS_FIRST)
_POLITE: Final = _set(COURTESY) - _STOPS
_STOP_REQUEST: Final = _any_of(line for text in STOP_REQUESTS.values() for line in _lines(text))
_OTHERWISE: Final = re.compile(GOES_ON)
_ANEW: Final = re.compile(rf"\b(?:{_plain(PLEASE)})\b")
_CONJUNCTION: Final = re.compile(rf" (?:{_plain(CONJUNCTIONS)}) ")
_LEAD: Final = _any_of([LEADS])
_START_REQUEST: Final = _any_of(START_REQUESTS)


def preference_of(text: str) -> Preference | None:
    """The preference that a text message states; None for anything that states neither."""
    said = _plain(_own_words(text))
    whole = _without_courtesy(_words(said))
    clauses = _CLAUSES.split(said)
    anew = [part for clause in clauses for part in _ANEW.split(clause)]
    if _is_word(whole, _STOPS) or any(map(_asks_to_stop, anew)) or any(map(_is_request, clauses)):
        return Preference.STOP
    is_start = _is_word(whole, _STARTS) or _START_REQUEST.search(" ".join(whole))
    return Preference.START if is_start else None


def _own_words(text: str) -> str:
    """A message without the lines and the long passages that it quotes.

    Phones tell of a reaction by a message that quotes the whole one: `Liked “… Reply STOP to opt out.”`
    """
    lines = [line for line in text.split("\n") if not line.lstrip().startswith(">")]
    own = "\n".join(lines)
    rest = _QUOTED.sub(lambda match: " " if len(match.group(1).split()) > _LONG_QUOTE else match.group(), own)
    return rest if _words(rest) else text


def _asks_to_stop(clause: str) -> bool:
    """Whether a clause begins with STOP, or is a request."""
    bare = _without_courtesy(_words(clause))
    if bare and bare[0] in _FIRST and not _OTHERWISE.match(" ".join(bare[1:])):
        return True
    return _is_request(clause)


def _is_request(clause: str) -> bool:
    words = _words(clause)
    sayings = [" ".join(words), " ".join(_without_courtesy(words))]
    tries = [part for each in sayings for part in (each, _LEAD.sub("", each), *_CONJUNCTION.split(each)[1:])]
    return any(map(_STOP_REQUEST.search, tries))


def _without_courtesy(words: list[str]) -> list[str]:
    start, end = 0, len(words)
    while start < end and words[start] in _POLITE:
        start += 1
    while end > start and words[end - 1] in _POLITE:
        end -= 1
    return words[start:end]


def _is_word(words: list[str], known: frozenset[str]) -> bool:
    """Whether the words are one of the known ones, also when spelled out, or one said again and again."""
    return "".join(words) in known or (len(set(words)) == 1 and words[0] in known)
