"""The chat's assistant without a model: it quotes the sentences that answer and says when none does.

It says what is its own in the language of the request, by `assistant_phrases.toml`, and quotes texts as they
are. It understands greetings, thanks, and questions in the words of `career_words.toml`.
"""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from gather.content.knowledge.retrieval import asks_for_jobs, best_jobs
from gather.core.language import in_language
from gather.core.words import words
from gather.ports.assistant import AssistantReply, AssistantRequest, OfferedJob, Passage
from local_stack.engines.answer_search import Found, best_answer, jobs_that_answer

_PHRASES: Final = Path(__file__).with_name("assistant_phrases.toml")
_GREETINGS_TEXT: Final = """
    hello hi hey morning evening greetings hallo moin guten bonjour salut bonsoir hola buenos buenas ciao
    buongiorno salve ola bom boa goedendag goedemorgen dzien czesc witam مرحبا السلام اهلا
"""
_GREETINGS: Final = frozenset(_GREETINGS_TEXT.split())
_THANKS_TEXT: Final = """
    thanks thank thx bye goodbye danke dank merci gracias adios grazie obrigado obrigada bedankt dziekuje
    dzieki شكرا
"""
_THANKS: Final = frozenset(_THANKS_TEXT.split())
_LONGEST_GREETING_WORDS: Final = 4
_MOST_SUGGESTIONS: Final = 3


class QuotingAssistant:
    """Quotes what answers a question, or names the jobs that fit."""

    def reply(self, request: AssistantRequest) -> AssistantReply:
        if request.is_resume:
            return _jobs_reply(request, request.jobs) if request.jobs else _without_material(request)
        question = request.question or request.message
        jobs = tuple(best_jobs(question, request.jobs))
        if asks_for_jobs(question):
            told = jobs_that_answer(question, request.jobs, in_text=True)
            if not told and jobs:
                return _jobs_reply(request, jobs)
        else:
            told = []
        told = told or best_answer(question, request.passages, request.jobs)
        if told:
            return _quoting(request, told, jobs)
        return _jobs_reply(request, jobs) if jobs else _without_material(request)


def _quoting(
    request: AssistantRequest, told: Sequence[Found], jobs: tuple[OfferedJob, ...]
) -> AssistantReply:
    """The quotations, with the passage or the jobs that they are from."""
    sources = [each.source for each in told]
    passages = tuple(each for each in sources if isinstance(each, Passage))
    from_jobs = tuple(each for each in sources if isinstance(each, OfferedJob))
    parts = [
        f"{each.source.title}: {each.text}" if isinstance(each.source, OfferedJob) else each.text
        for each in told
    ]
    if jobs and not from_jobs:
        parts.append(_jobs_text(request, jobs, after_a_passage=True))
    return AssistantReply(
        text="\n\n".join(parts),
        knew=True,
        jobs=from_jobs or jobs,
        passages=passages,
        suggestions=_suggestions(request, passages),
    )


def _jobs_reply(request: AssistantRequest, jobs: tuple[OfferedJob, ...]) -> AssistantReply:
    text = _jobs_text(request, jobs, after_a_passage=False)
    return AssistantReply(text, knew=True, jobs=jobs, suggestions=_suggestions(request, ()))


def _without_material(request: AssistantRequest) -> AssistantReply:
    said, said_by = words(request.message), _phrases(request.language)
    if len(said) <= _LONGEST_GREETING_WORDS:
        if not _GREETINGS.isdisjoint(said):
            return AssistantReply(said_by[_toned("hello", request)], knew=True)
        if not _THANKS.isdisjoint(said):
            return AssistantReply(said_by[_toned("thanks", request)], knew=True)
    text = said_by["unknown_resume" if request.is_resume else "unknown"]
    more = f" {said_by['anything_else']}" if request.friendly else ""
    return AssistantReply(f"{text}{more}", knew=False)


def _toned(name: str, request: AssistantRequest) -> str:
    return f"{name}_friendly" if request.friendly else name


def _phrases(language: str) -> Mapping[str, str]:
    return in_language(_all_phrases(), language)


@cache
def _all_phrases() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads(_PHRASES.read_text(encoding="utf-8"))


def _jobs_text(request: AssistantRequest, jobs: Sequence[OfferedJob], *, after_a_passage: bool) -> str:
    name = "job" if len(jobs) == 1 else "jobs"
    ending = "_resume" if request.is_resume else "_too" if after_a_passage else ""
    opening = _phrases(request.language)[f"{name}{ending}"]
    if request.with_suggestions:
        # The page shows a card for each job, with its place and its link.
        return f"{opening} {', '.join(job.title for job in jobs)}."
    return "\n".join((opening, *(f"- {_job_line(job)}" for job in jobs)))


def _job_line(job: OfferedJob) -> str:
    about = ", ".join(filter(None, (", ".join(job.location), job.work_model)))
    line = f"{job.title} ({about})" if about else job.title
    return f"{line}: {job.url}" if job.url else line


def _suggestions(request: AssistantRequest, told: Sequence[Passage]) -> tuple[str, ...]:
    """The other topics of the nearest articles."""
    if not request.with_suggestions:
        return ()
    said = {passage.title for passage in told}
    titles = dict.fromkeys(passage.title for passage in request.passages if passage.title not in said)
    return tuple(titles)[:_MOST_SUGGESTIONS]
