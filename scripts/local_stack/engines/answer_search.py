"""The sentences that answer a question, found among articles and jobs by words and their meanings.

A text answers a question when it has what the question is about: each word that carries meaning, itself, in
another language or in a synonym. A sentence may lean on its paragraph and its title for a part of that. A
text that lacks something is no answer, however much of the rest it has: who asks for a cat is not told of
dogs.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from gather.core.words import folded, sentences, words
from gather.ports.assistant import OfferedJob, Passage
from local_stack.engines.career_words import Term, terms_of

# The weight of a match by its place, relative to a match in the sentence itself.
_SAME_WORD: Final = 0.1
_IN_PARAGRAPH: Final = 0.6
_IN_TITLE: Final = 0.7
_ALSO_IN_TITLE: Final = 0.3
_ASIDE: Final = 0.2
_COUNTS_SOMETHING: Final = 0.4
# The share of a question that must be there: a long one may have a word that says little.
_LEAST_COVERAGE: Final = 0.75
_LONGEST_ANSWER: Final = 600

_ASKS_FOR_A_COUNT: Final = re.compile(
    r"\b(?:how (?:much|many|long|often|fast|soon|quickly|far)|what time|when|which days?"
    r"|wie (?:viele?|lange|oft|schnell)|wann|combien|quand|quelle heure|cuant[oa]s?|cuando|que hora)\b"
)
_COUNT: Final = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|first of"
    r"|an? (?:hour|day|week|month|year))\b"
)
_CLOCK_TIME: Final = re.compile(r"\d{1,2}[:.h]\d\d")
_TELLS_THE_TIME: Final = Term("clock", frozenset({"hours_of_day", "beginning_of_day"}))
"""The terms that a time of day stands for: a begin or an end."""
_QUESTION: Final = re.compile(r"[^.!?\n]*\?")


@dataclass(frozen=True, slots=True)
class Found:
    """An answer: the text to quote, and the article's passage or the job that it is from."""

    text: str
    source: Passage | OfferedJob


@dataclass(frozen=True, slots=True)
class _Paragraph:
    source: Passage | OfferedJob
    title: list[Term]
    sentences: list[str]
    terms: list[list[Term]]


@dataclass(frozen=True, slots=True)
class _Scored:
    score: float
    found: Found


def jobs_that_answer(question: str, jobs: Sequence[OfferedJob], *, in_text: bool = False) -> list[Found]:
    """The fact that `question` asks for, of each job that has it; none where no job does.

    With `in_text` the jobs' own texts must say it, and not their titles and places, by which a question for
    jobs names those that it wants.
    """
    scored = _scored(question, [each for job in jobs for each in _paragraphs_of(job, in_text)], own=in_text)
    best = max((each.score for each in scored), default=0)
    return _once_each(each.found for each in scored if each.score >= best)


def best_answer(question: str, passages: Sequence[Passage], jobs: Sequence[OfferedJob]) -> list[Found]:
    """The answer to `question`: one passage, or the same fact of several jobs; none without an answer."""
    paragraphs = [_paragraph(each, each.title, each.text) for each in passages]
    paragraphs += [each for job in jobs for each in _paragraphs_of(job, in_text=False)]
    scored = _scored(question, paragraphs)
    if not scored:
        return []
    best = max(scored, key=lambda each: each.score)
    if isinstance(best.found.source, Passage):
        return [best.found]
    as_good = (each.found for each in scored if each.score >= best.score)
    return _once_each(each for each in as_good if isinstance(each.source, OfferedJob))


def best_sentence(question: str, passages: Sequence[Passage]) -> str:
    """The one sentence that answers `question`; the best of the first passage, which retrieval found to be
    about it, where none has all of what is asked; empty without passages."""
    if not passages:
        return ""
    paragraphs = [_paragraph(each, each.title, each.text) for each in passages]
    spelled = frozenset(word for each in passages for word in words(f"{each.title} {each.text}"))
    asked = _asked(question, spelled)
    wants_count = _ASKS_FOR_A_COUNT.search(folded(question)) is not None
    fit = [each for each in paragraphs if _best_of(asked, each, wants_count=wants_count, own=False)]
    scored = [
        (_sentence_score(asked, each, place, wants_count=wants_count), each.sentences[place])
        for each in fit or paragraphs[:1]
        for place in range(len(each.sentences))
    ]
    return max(scored, key=lambda each: each[0])[1]


def _sentence_score(asked: Sequence[Term], paragraph: _Paragraph, place: int, *, wants_count: bool) -> float:
    said = paragraph.terms[place]
    score = sum(_match(term, said, (), ()) for term in asked) + 0.1 * sum(
        term.shares(paragraph.title) for term in asked
    )
    return score + (_COUNTS_SOMETHING if wants_count and _counts(paragraph.sentences[place]) else 0)


def quoted(text: str) -> str:
    """The first sentences of a text, as many as fit; all of a list."""
    if len(text) <= _LONGEST_ANSWER:
        return text
    kept = ""
    for sentence in sentences(text):
        if kept and len(kept) + len(sentence) >= _LONGEST_ANSWER:
            break
        kept = f"{kept} {sentence}".strip()
    return kept[:_LONGEST_ANSWER]


def _scored(question: str, paragraphs: Sequence[_Paragraph], *, own: bool = False) -> list[_Scored]:
    spelled = frozenset(
        word for each in paragraphs for sentence in each.sentences for word in words(sentence)
    ) | frozenset(word for each in paragraphs for word in words(each.source.title))
    asked = _asked(question, spelled)
    if all(term.aside for term in asked):
        return []
    wants_count = _ASKS_FOR_A_COUNT.search(folded(question)) is not None
    found = (_best_of(asked, each, wants_count=wants_count, own=own) for each in paragraphs)
    return [each for each in found if each is not None]


def _asked(question: str, spelled: frozenset[str]) -> list[Term]:
    """The question in a message: of several sentences those that ask."""
    asking = " ".join(_QUESTION.findall(question)) or question
    asked: list[Term] = []
    for term in terms_of(asking, spelled):
        if not term.shares(asked):
            asked.append(term)
    return asked


def _best_of(asked: Sequence[Term], paragraph: _Paragraph, *, wants_count: bool, own: bool) -> _Scored | None:
    """The paragraph's best sentences with their score; None where it lacks something of what is asked."""
    whole = [term for terms in paragraph.terms for term in terms]
    about = [term for term in asked if not term.aside]
    there = whole if own else [*whole, *paragraph.title]
    covered = sum(term.shares(there) or (own and term.shares(paragraph.title)) for term in about)
    if covered < _LEAST_COVERAGE * len(about) or (own and not any(term.shares(whole) for term in about)):
        return None
    scores = []
    for sentence, terms in zip(paragraph.sentences, paragraph.terms, strict=True):
        score = sum(_match(term, terms, whole, paragraph.title) for term in asked)
        scores.append(score + (_COUNTS_SOMETHING if wants_count and _counts(sentence) else 0))
    quoted = _quoted(asked, paragraph, scores, wants_count=wants_count)
    return _Scored(max(scores), Found(quoted, paragraph.source))


def _match(term: Term, sentence: Sequence[Term], paragraph: Sequence[Term], title: Sequence[Term]) -> float:
    in_title = term.shares(title)
    if term.shares(sentence):
        match = 1 + (_ALSO_IN_TITLE if in_title else 0)
        match += _SAME_WORD if any(term.word == other.word for other in sentence) else 0
    elif in_title:
        match = _IN_TITLE
    else:
        match = _IN_PARAGRAPH if term.shares(paragraph) else 0
    return match * (_ASIDE if term.aside else 1)


def _quoted(
    asked: Sequence[Term], paragraph: _Paragraph, scores: Sequence[float], *, wants_count: bool
) -> str:
    """The sentences from the first that has something of what is asked to the last; all where none has.

    A count that is asked for may stand in the sentence after: "Then comes a test. It takes 15 minutes."
    """
    has = [any(not term.aside and term.shares(terms) for term in asked) for terms in paragraph.terms]
    best = max(range(len(scores)), key=lambda place: scores[place])
    if not any(has):
        first, last = 0, len(has) - 1
    else:
        first, last = has.index(True), len(has) - 1 - has[::-1].index(True)
        if wants_count and not any(_counts(each) for each in paragraph.sentences[first : last + 1]):
            after = range(last + 1, len(has))
            last = next((place for place in after if _counts(paragraph.sentences[place])), last)
    text = " ".join(paragraph.sentences[first : last + 1])
    return text if len(text) <= _LONGEST_ANSWER else quoted(" ".join(paragraph.sentences[best:]))


def _counts(sentence: str) -> bool:
    return _COUNT.search(folded(sentence)) is not None


def _paragraphs_of(job: OfferedJob, in_text: bool) -> list[_Paragraph]:
    texts = [job.description, f"Requirements: {job.requirements}" if job.requirements else ""]
    if not in_text:
        texts += [
            f"Location: {', '.join(job.location)}." if job.location else "",
            f"Work model: {job.work_model}." if job.work_model else "",
            f"Department: {job.department}." if job.department else "",
        ]
    return [_paragraph(job, job.title, text) for text in texts if text]


def _paragraph(source: Passage | OfferedJob, title: str, text: str) -> _Paragraph:
    parts = sentences(text) or [text]
    return _Paragraph(source, terms_of(title), parts, [_terms_told(part) for part in parts])


def _terms_told(sentence: str) -> list[Term]:
    return terms_of(sentence) + ([_TELLS_THE_TIME] if _CLOCK_TIME.search(sentence) else [])


def _once_each(found: Iterable[Found]) -> list[Found]:
    return list(
        {
            each.source.id if isinstance(each.source, OfferedJob) else each.text: each for each in found
        }.values()
    )
