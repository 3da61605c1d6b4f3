"""How an AI interviewer behaves and looks (interface: AI interviews, rules 1 and 2)."""

from collections.abc import Iterable
from typing import Annotated

from pydantic import Field, StringConstraints

from gather.core.formats import VISIBLE, LanguageCode, RecordId, ShortText
from gather.core.model import UNSET, Model, RequestPart
from gather.core.weight import ToSixDecimals

LONGEST_GREETING = 2_000
LONGEST_TIMEOUT_SECONDS = 3_600
LONGEST_CONTEXT_PART = 2_000

Greeting = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_GREETING), VISIBLE
]
Seconds = Annotated[float, Field(ge=1, le=LONGEST_TIMEOUT_SECONDS), ToSixDecimals]


class ReplicaOfInterview(Model):
    """The avatar that asks, as it was when the interview took it: no route changes a replica.

    `replica_id` is its id at the provider of avatars, where it has one.
    """

    id: str
    """The replica."""
    name: str
    """The interviewer's name."""
    photo_url: str
    """Address of the interviewer's picture."""
    replica_id: str | None = None
    """The replica that candidates meet."""


# Defaults: interface: AI interviews, rule 6.
class AiConfiguration(Model):
    """How an AI interviewer behaves and looks.

    `replica_id` is the id of the replica's record. `conversational_context` says what the conversation
    is about, and is the service's own; the prompt that the interviewer works by is no part of this.
    """

    replica_id: str
    ask_follow_up_questions: bool = True
    """Whether the interviewer may ask up to two follow-ups on an answer."""
    ask_to_elaborate: bool = True
    """Whether the interviewer asks for more when the first answer to a question is under 12 words."""
    dig_deeper: bool = False
    """Whether the interviewer may ask one more follow-up."""
    friendly_tone: bool = True
    """Whether the interviewer speaks in a friendly tone."""
    professional_tone: bool = True
    """Whether the interviewer speaks in a professional tone."""
    conversational_style: bool = True
    """How the interviewer phrases things; null asks the questions word for word."""
    audio_only: bool = False
    """Whether candidates see no moving interviewer."""
    closed_captions: bool = True
    """Whether the conversation has captions."""
    call_recording: bool = False
    """Whether the conversation is recorded."""
    capture_responses: bool = True
    """Whether answers are stored."""
    ask_candidate_questions: bool = True
    """Whether candidates are invited to ask questions of their own at the end."""
    greeting_message: str | None = None
    """The interviewer's first words, word for word; null for a greeting of the service's own."""
    language: str
    """Language of the conversation, a BCP 47 code such as `en`."""
    timeout_seconds: int | float = 60
    """Seconds that a candidate may be silent."""
    coaching_type: str | None = None
    """The kind of coaching that the interview gives; null for none."""
    coaching_sub_type: str | None = None
    """The subject of the coaching; null without coaching."""
    conversational_context: str = ""
    """The interviewer's instructions, which the service writes."""
    replica: ReplicaOfInterview | None = None
    """The interviewer that candidates meet."""

    def merge(self, change: "AiConfigurationChange") -> "AiConfiguration":
        """The configuration with the supplied members of `change` (interface: AI interviews, rule 2).

        With another `replica_id` the `replica` is still to be filled in, and is None until then.
        """
        merged = self.changed(**change.supplied())
        if merged.replica_id != self.replica_id:
            return merged.changed(replica=None)
        return merged


class AiConfigurationChange(RequestPart):
    """`aiConfiguration` of a PATCH and of a bulk update; the members that are left out stay as they are.

    The members that are the service's own are ignored, like unknown ones.
    """

    replica_id: RecordId = UNSET
    ask_follow_up_questions: bool = UNSET
    ask_to_elaborate: bool = UNSET
    dig_deeper: bool = UNSET
    friendly_tone: bool = UNSET
    professional_tone: bool = UNSET
    conversational_style: bool = UNSET
    audio_only: bool = UNSET
    closed_captions: bool = UNSET
    call_recording: bool = UNSET
    capture_responses: bool = UNSET
    ask_candidate_questions: bool = UNSET
    greeting_message: Greeting | None = None
    language: LanguageCode = UNSET
    timeout_seconds: Seconds = UNSET
    coaching_type: ShortText | None = None
    coaching_sub_type: ShortText | None = None


class AiConfigurationRequest(AiConfigurationChange):
    """`aiConfiguration` of POST /interviews; members that are left out have their defaults."""

    replica_id: RecordId


def new_configuration(request: AiConfigurationRequest, interview_language: str) -> AiConfiguration:
    """The configuration of a new interview; it speaks the interview's language unless it names another.

    Its `replica` and its `conversational_context` are still to be filled in.
    """
    return AiConfiguration(**{"language": interview_language, **request.supplied()})


def conversational_context(
    display_name: str, language: str, job_description: str | None, welcome_info: str | None
) -> str:
    """The description of the conversation, as responses show it; long texts are cut."""

    def parts() -> Iterable[str]:
        yield f"An interview for “{display_name}”, held in the language {language}."
        if job_description:
            yield f"The job: {job_description[:LONGEST_CONTEXT_PART]}"
        if welcome_info:
            yield f"What candidates are told first: {welcome_info[:LONGEST_CONTEXT_PART]}"

    return "\n\n".join(parts())
