"""The worth of an answer's words to the rubric scorer: their meaning, and how they are said.

Words of one group say the same to it. A sentence that tells what was done is worth more than one that says
what one would do, and praise of oneself is worth least.
"""

import re
from typing import Final

from gather.core.words import folded
from local_stack.engines.words import stems

_GROUPS_TEXT: Final = """
    listen hear heard hearing interrupt attentive
    cause root reason origin source trace
    solve solved solution fix repair resolve correct refund exchange settle remedy
    problem issue fault complaint bug defect error failure trouble
    followup callback checkin
    customer client guest caller buyer patient shopper
    plan schedule organize prepare arrange
    delay late behind overdue
    report tell told inform warn notify alert explain say said
    check verify inspect review control counted
    early immediately promptly
    safety safe helmet protective secure
    rule procedure regulation standard
    shift roster
    reproduce recreate repeat trigger
    log trace metric measure monitor profile diagnostic
    test regression coverage
    share present teach wrote
    team colleague crew coworker
    learn lesson postmortem retrospective insight
    finish complete load pallet parcel delivery
    help support assist
    friendly polite kind courteous
    calm patient composed
    decide decision chose
    responsible ownership accountable
"""
_GROUPS: Final[dict[str, frozenset[str]]] = {}
for _number, _line in enumerate(_GROUPS_TEXT.strip().splitlines()):
    for _stem in stems(_line):
        _GROUPS[_stem] = _GROUPS.get(_stem, frozenset()) | {f"#{_number}"}

# Placeholders for the parts of an answer that the scorer does not see.
_PLACEHOLDER: Final = re.compile(r"\[(?:name|address|email|phone|school|withheld)\]")
# Verbs of several words, and what they become.
_PHRASES: Final = (
    (
        re.compile(r"\b(?:follow\w*[ -]up|got back to|get back to|call\w* back|phoned|check\w* in with)\b"),
        "followup",
    ),
    (re.compile(r"\b(?:at once|right away|straight away|as soon as|in advance)\b"), "early"),
    (re.compile(r"\b(?:(?:days?|weeks?|months?) (?:later|afterwards)|the next day)\b"), "afterwards"),
    (re.compile(r"\blet (?:him|her|them|they) (?:talk|speak|finish)\b"), "listen"),
)

PRAISE: Final = 0.2
INTENTION: Final = 0.4
STATEMENT: Final = 0.8
DEED: Final = 1.0

_PRAISING: Final = re.compile(
    r"\b(?:best|greatest|amazing|outstanding|excellent|exceptional|incredible|fantastic|brilliant|perfect\w*"
    r"|flawless|legendary|genius|talent\w*|gifted|gift|expert|passionate|world.class|rock ?star"
    r"|second to none|unmatched|admires?|love me|loves me|better than|most reliable|impossible with"
    r"|natural|born|extremely|absolute\w*|honestly)\b"
)
_INTENDING: Final = re.compile(
    r"\b(?:would|could|might|maybe|probably|perhaps|hope|try to|i guess|i think)\b"
)
_DONE: Final = re.compile(
    r"\b(?:\w{3,}ed|told|found|heard|wrote|kept|made|took|gave|said|spoke|left|brought|saw|ran|held|led|went"
    r"|read|let|got|fell|wore|sent|paid|was|were|had|did|could trigger)\b"
)


def worth(sentence: str) -> float:
    """The worth of a sentence's words, from 0 to 1."""
    said = folded(sentence)
    if _PRAISING.search(said):
        return PRAISE
    if _INTENDING.search(said):
        return INTENTION
    return DEED if _DONE.search(said) else STATEMENT


def concepts(text: str) -> frozenset[str]:
    """The concepts of `text`: the groups that its words belong to, or their stems."""
    said = _PLACEHOLDER.sub(" ", folded(text)).replace("[they]", "they")
    for pattern, word in _PHRASES:
        said = pattern.sub(f" {word} ", said)
    return frozenset(concept for each in stems(said) for concept in _GROUPS.get(each, frozenset({each})))
