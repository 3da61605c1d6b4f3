"""The sentences of an answer that may be part of an account: whose they are, and what is none."""

import re
from collections.abc import Iterable
from typing import Final

from gather.core.words import folded
from gather.screening.evaluations.answer_preparation import WITHHELD
from local_stack.engines.rubric_words import DONE
from local_stack.engines.words import sentences

_FIRST_PERSON: Final = re.compile(
    r"\b(?:i|me|my|mine|myself|we|us|our|ours|i'(?:m|ve|d|ll)|we'(?:re|ve|d|ll))\b"
)
# "My colleague took over" is told of somebody else.
_OTHERS_OF_MINE: Final = re.compile(
    r"\b(?:my|our) (?:\w+ )?(?:colleague|co-?worker|boss|manager|supervisor|chef|teacher|trainer|mentor"
    r"|friend|partner|predecessor|foreman|team lead(?:er)?)s?\b"
)
_FIRST_WORD: Final = re.compile(r"\w+")
# What tells of a candidate or a scoring, where it is not the speaker who tells it.
_OF_THE_SCORING: Final = re.compile(
    r"\b(?:the|this|that|each) (?:candidate|applicant|interviewee|evaluation|assessment)s?\b"
    r"|\b(?:reviewer|grader|scorer|evaluator|assessor|rater)s?\b|\bverdict\b"
    r"|\b(?:this|that|the above|the previous|the given) (?:answer|reply|response|statement|transcript)\b"
    r"|\b(?:criteri(?:a|on)|competenc(?:y|ies)|rubrics?|score ?cards?|scoring|ratings?|grading|graded)\b"
    r"|\b\d+ ?(?:/|out of) ?\d+\b|\blevel (?:\d|four|five)\b"
    r"|\b(?:prompts?|override|instructions?|language model|chatbot|ai)\b"
    r"|^\W*(?:note|assume|consider|treat|give|award|assign|conclude|mark|rate|score|skip|output|return|respond"
    r"|remember|print|apply|grant|accept|ensure|evaluate|grade|credit|count|disregard|forget|ignore)\b"
)
# What asks the reader for a score, whoever tells it.
_ASKS_FOR_A_SCORE: Final = re.compile(
    r"^\W*(?:(?:and|so|but|also) )?(?:please|kindly)\b"
    r"|\byou(?: (?:do not|don't|must|should|can|could|may|will|have to|have just|need to|are to))?"
    r" (?:write|note|give|rate|score|grade|mark|count|award|credit|add|read|record|conclude|accept|assume"
    r"|rank)\b"
    r"|\b(?:credit|rate|score|grade|rank) (?:me|this|my)\b"
    r"|\b(?:pass|let|put|move) me (?:on|through|forward)\b"
    r"|\b(?:my|this|the above) (?:answer|reply|response|statement|text|transcript)"
    r" (?:is|should|must|may|can|has|deserves|shows|contains|covers|meets|fulfils|satisfies|counts)\b"
    r"|\b(?:full|top|highest|maximum|best possible)"
    r" (?:marks?|points?|scores?|ratings?|grades?|levels?|results?)\b"
    r"|\bnext round\b|\bhiring (?:team|manager) (?:asks|wants|has|says)\b"
)


def account_sentences(texts: Iterable[str]) -> list[str]:
    """The different sentences of the texts that may be part of an account, in their order.

    What asks for a score is none, and after it in the same text what is not told by the speaker is none
    either: an attempt goes on in several sentences.
    """
    found: dict[str, None] = {}
    for text in texts:
        attempted = False
        for sentence in sentences(text):
            if WITHHELD in sentence or is_of_the_scoring(sentence):
                attempted = True
            elif not attempted or is_own(sentence):
                found.setdefault(sentence)
    return list(found)


def is_own(sentence: str) -> bool:
    """Whether the speaker tells of herself: by a pronoun, or in short as in "Traced the fault."."""
    said = _OTHERS_OF_MINE.sub(" ", folded(sentence).replace("\u2019", "'"))
    first = _FIRST_WORD.search(said)
    return bool(_FIRST_PERSON.search(said)) or (first is not None and bool(DONE.fullmatch(first[0])))


def is_of_the_scoring(sentence: str) -> bool:
    """Whether the sentence asks for a score, or tells of a candidate or a scoring as if by somebody else."""
    said = folded(sentence).replace("\u2019", "'")
    if _ASKS_FOR_A_SCORE.search(said):
        return True
    return bool(_OF_THE_SCORING.search(said)) and not _FIRST_PERSON.search(said)
