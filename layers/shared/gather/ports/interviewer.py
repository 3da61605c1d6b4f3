"""The engine that leads the conversation of an AI interview, and the one that gives it a face."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from gather.ports.assistant import ChatTurn, Passage


class FollowUp(StrEnum):
    """Why the interviewer asks on: a short answer, something left open, or experience to dig into."""

    ELABORATE = "elaborate"
    CLARIFY = "clarify"
    DIG_DEEPER = "dig_deeper"


class Aside(StrEnum):
    """What a candidate asks about the interview instead of answering, the narrow ones first.

    `choice` asks which of several an answer should be about. `later` is for a pause and for coming back.
    `readers` asks who reads the conversation and decides, and what comes next.
    """

    RECORDING = "recording"
    WHO = "who"
    READERS = "readers"
    CONTACT = "contact"
    TIME = "time"
    LATER = "later"
    CHOICE = "choice"
    MEANING = "meaning"
    REPEAT = "repeat"
    HEARING = "hearing"
    WAIT = "wait"


ABOUT_THE_QUESTION = frozenset((Aside.CHOICE, Aside.MEANING, Aside.REPEAT))
"""The asides that are about what waits for an answer; the others are about the interview."""


class Intent(StrEnum):
    """The intent of a candidate's text.

    `unclear` asks for the open question again or what it means, `about_interview` asks about the interview
    itself, `question` asks anything else, `decline` says that there is nothing to ask.
    """

    ANSWER = "answer"
    UNCLEAR = "unclear"
    ABOUT_INTERVIEW = "about_interview"
    QUESTION = "question"
    DECLINE = "decline"


@dataclass(frozen=True, slots=True)
class Coaching:
    """The coaching of an answer. `type` and `sub_type` are a customer's own words, empty for none, and no
    instructions. `tip` is the tip by the written rules."""

    tip: str
    type: str = ""
    sub_type: str = ""


@dataclass(frozen=True, slots=True)
class InterviewerRequest:
    """The words of a candidate in an AI interview, and everything that the interviewer may rest on.

    `prompt` is the persona's (`gather.content.personas.models`). `heard` is untrusted, as is what `history`
    has of the candidate. `open_question` is the wording of the question that waits for an answer, None once
    `is_inviting` (the candidate was invited to ask), and `open_follow_up` what was asked on about it, where
    that waits instead. `next_question` is what follows after it, None when it is the last. `looked_for` is
    what the scorecard looks for in answers, which is never told. `offered_follow_ups` are the follow-ups
    that are allowed now, in the order in which they are preferred; `is_short` says that the answer has few
    words. `question` is what a candidate who may ask asks, which a bare "Why?" takes from the text before,
    and `passages` are what a reply may rest on. `is_conversational` asks for a lead-over to what comes
    next; with `coaching` the lead-over is one short tip on the answer.
    """

    prompt: str
    language: str
    heard: str
    history: tuple[ChatTurn, ...] = ()
    open_question: str | None = None
    open_follow_up: str | None = None
    next_question: str | None = None
    is_inviting: bool = False
    is_short: bool = False
    offered_follow_ups: tuple[FollowUp, ...] = ()
    looked_for: tuple[str, ...] = ()
    question: str = ""
    passages: tuple[Passage, ...] = ()
    is_conversational: bool = True
    friendly: bool = True
    professional: bool = True
    coaching: Coaching | None = None


@dataclass(frozen=True, slots=True)
class InterviewerResponse:
    """The interviewer's interpretation of the candidate's words, and words for each way to go on.

    `aside` is what a text asks about the interview, where the intent is `about_interview`. `follow_up` is
    one of the offered ones or None, with `follow_up_text`. `lead` is a transition that asks nothing, empty
    for none. `reply` answers a candidate's question; `knew` is false when the passages held no answer, and
    `disagrees` true when they contradict each other about it. `tokens` are those of the response, input and
    output.
    """

    intent: Intent
    follow_up: FollowUp | None = None
    follow_up_text: str = ""
    lead: str = ""
    reply: str = ""
    knew: bool = True
    tokens: int = 0
    aside: Aside | None = None
    disagrees: bool = False


class Interviewer(Protocol):
    """Judges what a candidate's words are for, and phrases what the rules let the interviewer say."""

    def respond(self, request: InterviewerRequest) -> InterviewerResponse:
        """Respond to `request.heard`. Takes at most 8 seconds, because the candidate waits.

        A response of the engine that cannot be used raises EngineFailed, retryable.
        """
        ...


class Avatar(Protocol):
    """Shows a face that moves while an interviewer speaks."""

    def player(self, replica_id: str, language: str) -> str | None:
        """The address of a page that a candidate's page embeds, or None where there is no avatar.

        `replica_id` is the replica's id at the provider of avatars, `language` a BCP 47 code. The messages
        between the two pages are in docs/candidate.md. Makes no call.
        """
        ...
