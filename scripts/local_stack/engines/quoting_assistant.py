"""The chat's assistant without a model: it quotes what retrieval found and says when that is nothing.

It speaks English whatever the chatbot's language, understands greetings and thanks, and nothing else but
the words that retrieval compares.
"""

from collections.abc import Sequence
from typing import Final

from gather.chat.retrieval import OfferedJob, Passage, asks_for_jobs
from gather.chat.words import sentences, words
from gather.engines.protocols import AssistantReply, AssistantRequest

_GREETINGS: Final = frozenset(
    ("hello", "hi", "hey", "hallo", "bonjour", "hola", "morning", "evening", "greetings")
)
_THANKS: Final = frozenset(("thanks", "thank", "thx", "danke", "merci", "gracias", "bye", "goodbye"))
_LONGEST_GREETING_WORDS: Final = 4
_LONGEST_QUOTE: Final = 600


class QuotingAssistant:
    """Replies with the best passage and the jobs that fit."""

    def reply(self, request: AssistantRequest) -> AssistantReply:
        if not request.passages and not request.jobs:
            return _without_material(request)
        # Who asks for jobs wants them and no article that has a word of the question too.
        wants_jobs = request.is_resume or (request.jobs and asks_for_jobs(request.message))
        passages = () if wants_jobs else request.passages[:1]
        parts = [quoted(passage.text) for passage in passages]
        if request.jobs:
            parts.append(_jobs_text(request, after_a_passage=bool(parts)))
        return AssistantReply(
            text="\n\n".join(parts),
            knew=True,
            jobs=request.jobs,
            passages=passages,
            suggestions=_suggestions(request.passages) if request.with_suggestions else (),
        )


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


def quoted(text: str) -> str:
    """The first sentences of a passage, as many as fit; all of a list."""
    if len(text) <= _LONGEST_QUOTE:
        return text
    kept = ""
    for sentence in sentences(text):
        if kept and len(kept) + len(sentence) >= _LONGEST_QUOTE:
            break
        kept = f"{kept} {sentence}".strip()
    return kept[:_LONGEST_QUOTE]


def _jobs_text(request: AssistantRequest, after_a_passage: bool) -> str:
    one = len(request.jobs) == 1
    if request.is_resume:
        opening = "This job fits your résumé:" if one else "These jobs fit your résumé:"
    elif after_a_passage:
        opening = "This job may interest you:" if one else "These jobs may interest you:"
    else:
        opening = "This job fits:" if one else "These jobs fit:"
    if request.with_suggestions:
        # The page shows a card for each job, with its place and its link.
        return f"{opening} {', '.join(job.title for job in request.jobs)}."
    return "\n".join((opening, *(f"- {_job_line(job)}" for job in request.jobs)))


def _job_line(job: OfferedJob) -> str:
    about = ", ".join(filter(None, (", ".join(job.location), job.work_model)))
    line = f"{job.title} ({about})" if about else job.title
    return f"{line}: {job.url}" if job.url else line


def _suggestions(passages: Sequence[Passage]) -> tuple[str, ...]:
    """What else the articles that were found tell of, but for the best one's title."""
    titles = dict.fromkeys(passage.title for passage in passages)
    return tuple(titles)[1:4]
