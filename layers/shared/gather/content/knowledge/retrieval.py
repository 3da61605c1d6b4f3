"""The selection of a chatbot's articles and jobs that match a candidate's message.

    passages = best_passages("How much leave do I get?", passages_of(articles))

A paragraph of an article is ranked by BM25 over folded, stemmed words, its article's title counted with
it. A paragraph that shares too few of the question's words is not taken, however well it ranks. An
empty result means that nothing is known, and the chatbot says so.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from gather.content.knowledge.models import Article
from gather.core.words import sentences, stem, words
from gather.ports.assistant import OfferedJob, Passage

MOST_PASSAGES: Final = 4
MOST_JOBS: Final = 5
LONGEST_PASSAGE: Final = 1_200

# Characters, about three thousand tokens. A knowledge base of this size is told whole.
_SMALL_BASE: Final = 12_000
# BM25: how soon repetition stops to count, and how much length does; paragraphs are short as it is.
_SATURATION: Final = 1.2
_LENGTH: Final = 0.3
# The share of the question's words, by their weight, that a text must have to be about it.
_LEAST_COVERAGE: Final = 0.4
_LEAST_RESUME_WORDS: Final = 3
_SHORTEST_RESUME: Final = 400

_STOP_WORDS_TEXT: Final = """
    a about after again all also am an and any are as at be because been before being but by can could did do
    does doing for from get give had has have having hello help her hers hey hi him his how i if in into is it
    its just know let like long many may me might more most much my need no not now of off offer on one or our
    out over please provide really she should so some such tell than thank thanks that the their them then
    there these they this those through to too us very want was way we were what when where which while who
    why will wish with would you your yours career careers company
    aber alle als am an auch auf aus bei bin bis bitte das dass dein dem den der des die dies du ein eine
    einem einen einer es euch euer eure fur gibt habe haben hallo hat ich ihr im in ist ja kann konnen man
    mein mich mir mit nach nicht noch oder sein sich sie sind uber um und uns unser von war was
    welche wenn wer wie wir wird wo zu zum zur
    au aux avec avez bonjour ce ces cette dans de des du elle en est et etes il ils je la le les leur mais me
    mes moi mon ne nos notre nous on ou par pas pour quand que quel quelle quelles quels qui sa se ses son
    sont sur un une votre vos vous
    al algun como con cual cuando de del donde el ella en eres es esta este hay hola la las le lo los me mi
    muy no nos o para pero por puede que quien se si sin son su sus te tiene tu un una unos usted y yo
"""
_STOP_WORDS: Final = frozenset(_STOP_WORDS_TEXT.split())

_JOB_WORDS_TEXT: Final = """
    job jobs position positions vacancy vacancies role roles opening openings hiring work working apply open
    stelle stellen stellenangebot stellenangebote arbeit bewerben offen offene
    emploi emplois poste postes offre offres postuler
    empleo empleos trabajo trabajos puesto puestos vacante vacantes
"""
_JOB_WORDS: Final = frozenset(_JOB_WORDS_TEXT.split())
_JOBS_TEXT: Final = """
    job jobs position positions vacancy vacancies role roles openings hiring
    stelle stellen stellenangebot stellenangebote
    emploi emplois poste postes
    empleo empleos puesto puestos vacante vacantes
"""
_JOBS: Final = frozenset(_JOBS_TEXT.split())
_ASKS_FOR_JOBS: Final = _JOBS | {"open", "offen", "offene", "ouverts", "ouvert", "abiertos"}

_RESUME_WORDS_TEXT: Final = """
    bachelor certificate certification curriculum degree diploma education employment experience languages
    master profile qualification qualifications references resume skills university
    ausbildung berufserfahrung kenntnisse lebenslauf studium
    competences diplome experiences formation langues
    educacion experiencia formacion habilidades idiomas
"""
_RESUME_WORDS: Final = frozenset(stem(word) for word in _RESUME_WORDS_TEXT.split())
_YEAR: Final = re.compile(r"\b(?:19|20)\d\d\b")
_PARAGRAPHS: Final = re.compile(r"\n\s*\n")
_HEADING: Final = re.compile(r"^#{1,6}\s+(.*?)\s*#*$", re.MULTILINE)
_LINE_BREAK: Final = re.compile(r"[ \t]*\n[ \t]*(?![ \t]*(?:[-*+\u2022]|\d+[.)])[ \t])")
_MARKS: Final = re.compile(r"(\*\*|__|`)")
_LINK: Final = re.compile(r"\[([^\]]+)\]\((https?://[^)\s]+)\)")


def passages_of(articles: Iterable[Article]) -> list[Passage]:
    """The paragraphs of `articles` in their order, without Markdown's marks."""
    found: list[Passage] = []
    for article in articles:
        heading = ""
        for paragraph in _PARAGRAPHS.split(article.text.replace("\r\n", "\n")):
            marked = _HEADING.search(paragraph)
            if marked:
                heading = marked[1]
            text = _plain(_HEADING.sub("", paragraph))
            title = f"{article.title}: {heading}" if heading and heading != article.title else article.title
            found.extend(Passage(article.id, title, piece) for piece in _pieces(text))
    return found


def _plain(text: str) -> str:
    """A paragraph without marks, its lines joined but for those of a list."""
    return _LINE_BREAK.sub(" ", _MARKS.sub("", _LINK.sub(r"\1 (\2)", text)).strip())


def _pieces(text: str) -> list[str]:
    """`text` whole, or in pieces of whole sentences when it is long."""
    if len(text) <= LONGEST_PASSAGE:
        return [text] if text else []
    pieces = [""]
    for sentence in sentences(text):
        if pieces[-1] and len(pieces[-1]) + len(sentence) >= LONGEST_PASSAGE:
            pieces.append("")
        pieces[-1] = f"{pieces[-1]} {sentence[:LONGEST_PASSAGE]}".strip()
    return pieces


def terms(text: str) -> list[str]:
    """The words of `text` that carry meaning, comparable, in their order."""
    return _words_that_matter(text, frozenset())


def _words_that_matter(text: str, passed_over: frozenset[str]) -> list[str]:
    skipped = _STOP_WORDS | passed_over
    return [_root(word) for word in words(text) if word not in skipped and len(word) > 1]


def _root(word: str) -> str:
    shorter = stem(word, shortest=3)
    return word if shorter == word else _root(shorter)


def best_passages(question: str, passages: Sequence[Passage], limit: int = MOST_PASSAGES) -> list[Passage]:
    """The passages that are about `question`, best first; none when nothing fits.

    What asks for jobs alone is no question to them. Where a title says it, the beginning of its text comes
    first: the title counts twice there.
    """
    asked = _words_that_matter(question, _ASKS_FOR_JOBS if asks_for_jobs(question) else frozenset())
    texts = []
    before = ""
    for passage in passages:
        title = terms(passage.title)
        texts.append([*title, *(title if passage.title != before else ()), *terms(passage.text)])
        before = passage.title
    return [passages[place] for place in _ranked(asked, texts)[:limit]]


def passages_for_engine(question: str, passages: Sequence[Passage]) -> list[Passage]:
    """The passages from which an engine answers `question`, best first: those that are about it, and the
    others of a small knowledge base too.

    Words that differ, as in another language, find nothing. An engine that understands them needs the text,
    and says itself when that is no answer.
    """
    best = best_passages(question, passages)
    if sum(len(passage.text) for passage in passages) > _SMALL_BASE:
        return best
    return [*best, *(passage for passage in passages if passage not in best)]


def asks_for_jobs(question: str) -> bool:
    """Whether a candidate asks what jobs there are."""
    return not _JOBS.isdisjoint(words(question))


def best_jobs(question: str, jobs: Sequence[OfferedJob], limit: int = MOST_JOBS) -> list[OfferedJob]:
    """The jobs that `question` is about, best first.

    A question for jobs that names nothing else returns the first jobs. One that names something absent
    returns none. A question that is not for jobs returns those of which it has a word of the title.
    """
    wanted = _words_that_matter(question, _JOB_WORDS)
    asked = asks_for_jobs(question)
    if not wanted:
        return list(jobs[:limit]) if asked else []
    ranked = [jobs[place] for place in _ranked(wanted, [_job_terms(job) for job in jobs])]
    return [job for job in ranked if asked or not set(wanted).isdisjoint(terms(job.title))][:limit]


def jobs_for_engine(question: str, jobs: Sequence[OfferedJob]) -> list[OfferedJob]:
    """The jobs from which an engine answers `question`, best first: those that it is about, and where there
    are few, the others too: "What does it pay?" has no word of any job."""
    best = best_jobs(question, jobs)
    return [*best, *(job for job in jobs if job not in best)] if len(jobs) <= MOST_JOBS else best


def _job_terms(job: OfferedJob) -> list[str]:
    """The terms by which a job is found; its title counts thrice."""
    known = (
        *(job.title,) * 3, job.department, *job.location, job.work_model, *job.tags, job.description,
        job.requirements,
    )  # fmt: skip
    return terms(" ".join(known))


def reads_like_resume(text: str) -> bool:
    """Whether a message is a résumé that was pasted: long, and with its headings or its years."""
    if len(text) < _SHORTEST_RESUME:
        return False
    headings = _RESUME_WORDS & {stem(word) for word in words(text)}
    return len(headings) >= 3 or (len(headings) >= 1 and len(_YEAR.findall(text)) >= 2)


def jobs_for_resume(resume: str, jobs: Sequence[OfferedJob], limit: int = MOST_JOBS) -> list[OfferedJob]:
    """The jobs whose words a résumé has most of, best first; none that shares fewer than three."""
    has = set(terms(resume))
    shared = []
    for job in jobs:
        asked = set(terms(" ".join((job.title, *job.tags, job.requirements or job.description))))
        common = len(asked & has)
        if common >= min(_LEAST_RESUME_WORDS, len(asked)) and common:
            shared.append((common / len(asked), job))
    shared.sort(key=lambda each: -each[0])
    return [job for _, job in shared[:limit]]


def _ranked(wanted: Sequence[str], texts: Sequence[Sequence[str]]) -> list[int]:
    """The places of the texts that are about `wanted`, by BM25, best first."""
    if not wanted or not texts:
        return []
    counts = [Counter(text) for text in texts]
    average = sum(map(len, texts)) / len(texts) or 1
    weights = {word: _weight(sum(word in count for count in counts), len(texts)) for word in wanted}
    whole = sum(weights.values())
    scores: list[tuple[float, int]] = []
    for place, count in enumerate(counts):
        if sum(weights[word] for word in weights if word in count) < _LEAST_COVERAGE * whole:
            continue
        longer = 1 - _LENGTH + _LENGTH * len(texts[place]) / average
        score = sum(
            weights[word] * count[word] * (_SATURATION + 1) / (count[word] + _SATURATION * longer)
            for word in weights
        )
        scores.append((-score, place))
    return [place for _, place in sorted(scores)]


def _weight(texts_with_word: int, texts: int) -> float:
    """A rare word says more than one that every text has: BM25's inverse document frequency, and one more,
    because few texts say little of how rare a word is."""
    return 1 + math.log(1 + (texts - texts_with_word + 0.5) / (texts_with_word + 0.5))
