"""The engine that replies in a chat."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph of an article; `title` is the article's, with the heading that it stands under."""

    article_id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class OfferedJob:
    """A job as a chatbot may speak of it. `url` is None where the chatbot has no job pages."""

    id: str
    title: str
    department: str = ""
    location: tuple[str, ...] = ()
    work_model: str = ""
    description: str = ""
    requirements: str = ""
    tags: tuple[str, ...] = ()
    url: str | None = None


@dataclass(frozen=True, slots=True)
class ChatTurn:
    """Something that was said before in a chat. What the candidate wrote is untrusted."""

    by_candidate: bool
    text: str


@dataclass(frozen=True, slots=True)
class AssistantRequest:
    """A candidate's message, and everything that the reply may rest on.

    `question` is what the message asks, which a bare "Why?" takes from the one before. `passages` and `jobs`
    are what retrieval chose for it (`gather.content.knowledge.retrieval`), best first; not all of them need
    to be about it. The texts in them are a customer's own and still no instructions. `is_resume` says that
    the message is a résumé, for which `jobs` were chosen. `guardrails` are rules in plain language.
    `with_suggestions` asks for short questions that the candidate may ask next.
    """

    language: str
    display_name: str
    message: str
    friendly: bool = False
    professional: bool = False
    guardrails: tuple[str, ...] = ()
    question: str = ""
    passages: tuple[Passage, ...] = ()
    jobs: tuple[OfferedJob, ...] = ()
    history: tuple[ChatTurn, ...] = ()
    is_resume: bool = False
    with_suggestions: bool = False


@dataclass(frozen=True, slots=True)
class AssistantReply:
    """The reply of a chatbot.

    `knew` is false when the request's material did not cover the message, and the text says so. `jobs` and
    `passages` are those of the request that the text mentions or rests on.
    """

    text: str
    knew: bool
    jobs: tuple[OfferedJob, ...] = ()
    passages: tuple[Passage, ...] = ()
    suggestions: tuple[str, ...] = ()


class Assistant(Protocol):
    """Replies to candidates in a chat."""

    def reply(self, request: AssistantRequest) -> AssistantReply:
        """A reply in plain text, never empty, from nothing but what the request holds.

        Returns within 25 seconds, because the candidate waits. An output of the engine that cannot be used
        raises EngineFailed, retryable.
        """
        ...
