"""The chat's assistant without a model: it quotes the sentences that answer and says when none does.

It speaks English whatever the chatbot's language. It understands greetings, thanks, and questions in the
words of `career_words.toml`.
"""

from collections.abc import Sequence
from typing import Final

from gather.content.knowledge.retrieval import asks_for_jobs, best_jobs
from gather.core.words import words
from gather.ports.assistant import AssistantReply, AssistantRequest, OfferedJob, Passage
from local_stack.engines.answer_search import Found, best_answer, jobs_that_answer

_GREETINGS: Final = frozenset(
    ("hello", "hi", "hey", "hallo", "bonjour", "hola", "morning", "evening", "greetings")
)
_THANKS: Final = frozenset(("thanks", "thank", "thx", "danke", "merci", "gracias", "bye", "goodbye"))
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
    said = words(request.message)
    if len(said) <= _LONGEST_GREETING_WORDS:
        if not _GREETINGS.isdisjoint(said):
            greeting = "Hi there!" if request.friendly else "Hello."
            return AssistantReply(f"{greeting} What would you like to know about working with us?", knew=True)
        if not _THANKS.isdisjoint(said):
            return AssistantReply(
                "You're very welcome! Good luck!" if request.friendly else "You are welcome.", knew=True
            )
    if request.is_resume:
        text = "Thank you for your résumé. I found no job among ours that fits it closely."
    else:
        text = "I don't know the answer to that, and I would rather not guess."
    more = " Is there anything else I can help you with?" if request.friendly else ""
    return AssistantReply(f"{text}{more}", knew=False)


def _jobs_text(request: AssistantRequest, jobs: Sequence[OfferedJob], *, after_a_passage: bool) -> str:
    one = len(jobs) == 1
    if request.is_resume:
        opening = "This job fits your résumé:" if one else "These jobs fit your résumé:"
    elif after_a_passage:
        opening = "This job may interest you:" if one else "These jobs may interest you:"
    else:
        opening = "This job fits:" if one else "These jobs fit:"
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
