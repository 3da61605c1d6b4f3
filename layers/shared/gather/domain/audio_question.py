"""Audio questions: a recording, or a script that is turned into speech (interface: Audio question)."""

from pydantic import Field

from gather.domain.record import TeamRecord


class AudioQuestion(TeamRecord):
    """A question that the candidate hears.

    `audio_url` is null until the script has been spoken.
    """

    title: str
    description: str | None = None
    audio_url: str | None = Field(default=None, alias="audioURL")
    narrator_id: str | None = None
    question_script: str | None = None


class AudioQuestionRecord(AudioQuestion):
    """The stored question. `speech_version_id` names the script and narrator that are to be spoken; the
    worker that speaks an older one finds it changed and stops."""

    speech_version_id: str | None = None
