"""The chat's assistant by a language model.

The model gets what retrieval chose and is told to rest on nothing else. Articles, jobs and what the
candidate writes stand between markers that nobody can know, and the instructions call them material.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from gather.chat.chats.assistant_prompts import instructions_for
from gather.language_model.output import ask
from gather.language_model.sections import section
from gather.ports.assistant import AssistantReply, AssistantRequest, ChatTurn, OfferedJob
from gather.ports.language_model import LanguageModel, ModelRequest, ResponseForm

ENGINE: Final = "The chat's engine"
"""How failures name the engine."""

T = TypeVar("T")

_LONGEST_JOB_TEXT: Final = 1_500
_LONGEST_REPLY: Final = 2_000
_LONGEST_SUGGESTION: Final = 80
_MOST_SUGGESTIONS: Final = 3
MOST_TOKENS: Final = 1_200
# A little life in the wording; what is said is bound to the material.
_TEMPERATURE: Final = 0.2

REPLY = ResponseForm(
    name="reply_to_candidate",
    description="Sends the reply to the candidate.",
    schema={
        "type": "object",
        "properties": {
            "text": {"type": "string", "description": "The reply, at most 150 words."},
            "knew": {
                "type": "boolean",
                "description": "False when the material did not answer the question.",
            },
            "jobNumbers": {"type": "array", "items": {"type": "integer"}},
            "articleNumbers": {"type": "array", "items": {"type": "integer"}},
            "suggestions": {
                "type": "array",
                "items": {"type": "string"},
                "maxItems": _MOST_SUGGESTIONS,
                "description": "Short questions that the candidate may ask next, if asked for.",
            },
        },
        "required": ["text", "knew"],
    },
)


class ModelAssistant:
    """An Assistant. Asks one model while the candidate waits."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    def reply(self, request: AssistantRequest) -> AssistantReply:
        asked = ModelRequest(
            instructions_for(request),
            lambda marker: prompt_for(request, marker),
            REPLY,
            temperature=_TEMPERATURE,
            most_tokens=MOST_TOKENS,
        )
        output = ask(self._model, asked)
        suggestions = [text.strip()[:_LONGEST_SUGGESTION] for text in output.texts("suggestions")]
        return AssistantReply(
            text=output.text("text")[:_LONGEST_REPLY],
            knew=output.flag("knew"),
            jobs=_numbered(request.jobs, output.numbers("jobNumbers")),
            passages=_numbered(request.passages, output.numbers("articleNumbers")),
            suggestions=tuple(filter(None, suggestions))[:_MOST_SUGGESTIONS]
            if request.with_suggestions
            else (),
        )


def prompt_for(request: AssistantRequest, marker: str) -> str:
    """The material and the message, each in a marked section."""
    parts = [
        f"Write in the language with the BCP 47 code {request.language}.",
        section("your-name", marker, request.display_name),
    ]
    for number, passage in enumerate(request.passages, start=1):
        parts.append(section(f"article-{number}", marker, f"{passage.title}\n{passage.text}"))
    for number, job in enumerate(request.jobs, start=1):
        parts.append(section(f"job-{number}", marker, _job_text(job, with_link=not request.with_suggestions)))
    for turn in request.history:
        parts.append(section(_speaker(turn), marker, turn.text))
    if request.is_resume:
        parts.append("The candidate's message is a résumé. Say which of the jobs fit it, and why.")
    if request.with_suggestions:
        parts.append("Suggest up to three short questions that the material of this request answers.")
    parts.append(section("candidate-message", marker, request.message))
    return "\n\n".join(parts)


def _speaker(turn: ChatTurn) -> str:
    return "candidate-earlier" if turn.by_candidate else "you-earlier"


def _job_text(job: OfferedJob, *, with_link: bool) -> str:
    """A job as the model reads it; where the page shows no card for it, with its link."""
    lines = {
        "Title": job.title,
        "Department": job.department,
        "Location": ", ".join(job.location),
        "Work model": job.work_model,
        "Description": job.description[:_LONGEST_JOB_TEXT],
        "Requirements": job.requirements[:_LONGEST_JOB_TEXT],
        "Link": (job.url or "") if with_link else "",
    }
    return "\n".join(f"{name}: {text}" for name, text in lines.items() if text)


def _numbered(items: Sequence[T], numbers: Sequence[int]) -> tuple[T, ...]:
    """The items that the model named; a number of none is passed over."""
    return tuple(items[number - 1] for number in dict.fromkeys(numbers) if 1 <= number <= len(items))
