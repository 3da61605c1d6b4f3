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
_PRONOUN: Final = "[they]"
_BEFORE_A_SUBJECT: Final = re.compile(
    r"(?:^|[,;:]\s*|\b(?:and|that|when|because|until|what|if|so|but|as|how|while|where|since|before|after|which"
    r"|who|than|though|whether|like|were|was|is|are)\s+)$",
    re.IGNORECASE,
)
_BEFORE_AN_OBJECT: Final = re.compile(
    r"\b(?:let|lets|make|made|help|helped|see|saw|hear|heard|watch|watched)\s+$", re.IGNORECASE
)
_AFTER_AN_OBJECT: Final = re.compile(
    r"\s*(?:[,.;!?:]|$|(?:a|an|the|to|and|in|on|at|out|that|with|for|by|my|our|all|of|not|from|into|what|how|why"
    r"|if|as|so|step|back|again|about|was|is|\w+ly|until|when|because|off|up|down|over|through|or|but|who|where"
    r"|every|some|any|two|three|one)\b)"
)
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
OMISSION: Final = 0.2
OF_OTHERS: Final = 0.3
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
DONE: Final = re.compile(
    r"\b(?:\w{3,}ed|told|found|heard|wrote|kept|made|took|gave|said|spoke|left|brought|saw|ran|held|led|went"
    r"|read|let|got|fell|wore|sent|paid|was|were|had|did|could trigger)\b"
)
# What somebody did stays a deed, whatever others would have done: "I told them that we would be late".
_I_DID: Final = re.compile(
    r"\b(?:i|we)(?: (?:then|also|first|just|once|always|even|only|quickly|immediately|therefore))?"
    r" (?!refused|failed)(?:\w{2,}ed|told|found|heard|wrote|kept|made|took|gave|said|spoke|left|brought|saw"
    r"|ran|held|led|went|read|let|got|fell|wore|sent|paid|drew|drove|sat|stood|chose|cut|put|rang|began|met|built|caught|dug"
    r"|bought|taught|knew|came|set|split)\b"
)

# What was not done: "I never called her back", and not "I did not give up".
_I_DID_NOT: Final = re.compile(
    r"^\W*(?:(?:but|and|so|because|then|afterwards) )?(?:i|we) (?:also )?"
    r"(?:did not|didn't|never|could not|couldn't|would not|wouldn't|do not|don't|have never|forgot to"
    r"|failed to|refused to)"
    r" (?!(?:give up|gave up|interrupt\w*|hesitat\w*|panic\w*|argu\w*|rais\w*|shout\w*|blam\w*|judg\w*"
    r"|forg\w*|ignor\w*|leave|left|lose|lost|stop\w*|rush\w*|skip\w*|wait\w*|take (?:it|that) personally)\b)"
    r"|^\W*(?:nobody|no one|none of us)\b(?!.*\b(?:before|until|unless|without)\b)"
)
_OTHERS_DID: Final = re.compile(
    r"^\W*(?:(?:but|and|so|because|then|afterwards|finally),? )?(?:my|our|the|a|another) (?:\w+ )?"
    r"(?:colleague|co-?worker|boss|manager|supervisor|predecessor|foreman|team lead(?:er)?)s?\b"
)


def worth(sentence: str) -> float:
    """The worth of a sentence's words, from 0 to 1."""
    said = folded(sentence).replace("\u2019", "'")
    if _PRAISING.search(said):
        return PRAISE
    did = bool(_I_DID.search(said))
    if _I_DID_NOT.search(said) and not did:
        return OMISSION
    if _OTHERS_DID.search(said) and not did:
        return OF_OTHERS
    if _INTENDING.search(said) and not did:
        return INTENTION
    return DEED if did or DONE.search(said) else STATEMENT


def natural(sentence: str) -> str:
    """The sentence with words where pronouns are masked, and without the other placeholders.

    For example:

        natural("I let [they] finish and read [they] letter.")
        # "I let them finish and read their letter."
    """
    first, *rest = sentence.split(_PRONOUN)
    said = first
    for each in rest:
        if _BEFORE_A_SUBJECT.search(said):
            said += "they"
        else:
            is_object = _BEFORE_AN_OBJECT.search(said) or _AFTER_AN_OBJECT.match(each)
            said += "them" if is_object else "their"
        said += each
    return _PLACEHOLDER.sub("", said).strip()


def concepts(text: str) -> frozenset[str]:
    """The concepts of `text`: the groups that its words belong to, or their stems."""
    said = _PLACEHOLDER.sub(" ", folded(text)).replace("[they]", "they")
    for pattern, word in _PHRASES:
        said = pattern.sub(f" {word} ", said)
    return frozenset(concept for each in stems(said) for concept in _GROUPS.get(each, frozenset({each})))
