"""Audio questions: a recording, or a script that is turned into speech.

Interface: Audio questions, rule 1.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from pydantic import Field, model_validator

from gather.core.caller import TeamScope
from gather.core.errors import Fault, ValidationFailed
from gather.core.formats import HttpUrl, RecordId, Text, Title
from gather.core.identifiers import new_id, new_token
from gather.core.model import UNSET, RequestModel
from gather.core.record import TeamRecord, common_fields

# A search takes a hundredth of a loop over the megabyte that a body may have.
_LETTER_OR_DIGIT = re.compile(r"[^\W_]")


class AudioQuestion(TeamRecord):
    """A question that the candidate hears.

    `audio_url` is null until the script has been spoken.
    """

    title: str
    """The name that the team gives the question."""
    description: str | None = None
    """A note that only the team sees."""
    audio_url: str | None = Field(default=None, alias="audioURL")
    """Address of the recording; null until a script has been spoken."""
    narrator_id: str | None = None
    """The voice that speaks the script; null for a recording."""
    question_script: str | None = None
    """The text that is spoken, which holds at least one word; null for a recording without a script."""


class SpeechVersion(NamedTuple):
    """A script and narrator, spoken or still to be spoken; `token` is the end of the audio's address."""

    id: str
    token: str
    script: str
    narrator_id: str


class AudioQuestionRecord(AudioQuestion):
    """The stored question.

    `speech_version_id` names the script and narrator, spoken or still to be spoken; it is null for a
    recording and after the script could not be spoken. The worker that speaks an older version
    finds it changed and stops. `speech_token` is the unguessable end of the address of that version's
    audio, so that speaking a version twice stores one file.
    """

    speech_version_id: str | None = None
    speech_token: str | None = None

    @property
    def speech_version(self) -> SpeechVersion | None:
        """The version of the speech; None when there is nothing to speak."""
        version_id, token = self.speech_version_id, self.speech_token
        script, narrator_id = self.question_script, self.narrator_id
        if version_id is None or token is None or script is None or narrator_id is None:
            return None
        return SpeechVersion(version_id, token, script, narrator_id)

    def has_wording_of(self, other: "AudioQuestionRecord") -> bool:
        """Whether the interviewer, who asks the script or else the title, uses the words of `other`."""
        return (self.question_script or self.title) == (other.question_script or other.title)

    def change(self, request: "ChangeAudioQuestion", moment: str) -> "AudioQuestionRecord":
        """The question after a PATCH. A new script or narrator is spoken again, in place of the audio
        before (interface: Audio questions, rule 4); a new recording stops speech that is under way.

        Raises ValidationFailed when the question would be left without an audio source.
        """
        supplied = {**request.supplied(), "updated_at": moment}
        if request.audio_url is not None:
            return self.changed(**supplied, speech_version_id=None, speech_token=None)
        takes_recording_away = "audio_url" in supplied
        supplied.pop("audio_url", None)
        changed = self.changed(**supplied)
        if not takes_recording_away and not supplied.keys() & {"question_script", "narrator_id"}:
            return changed
        has_audio = self.audio_url is not None and not takes_recording_away
        faults = _source_faults(changed.question_script, changed.narrator_id, has_audio=has_audio)
        if faults:
            raise ValidationFailed(faults)
        if changed.question_script is None:
            return changed.changed(speech_version_id=None, speech_token=None)
        return changed if self._has_speech_of(changed) else changed.renew_speech_version()

    def _has_speech_of(self, other: "AudioQuestionRecord") -> bool:
        """Whether the speech that exists or is under way is the speech that `other` wants."""
        return self.speech_version_id is not None and (self.question_script, self.narrator_id) == (
            other.question_script,
            other.narrator_id,
        )

    def renew_speech_version(self) -> "AudioQuestionRecord":
        """The question with a version of its own that is still to be spoken."""
        return self.changed(audio_url=None, speech_version_id=new_id(), speech_token=new_token())

    def restore_speech_version(self, version_id: str, moment: str) -> "AudioQuestionRecord | None":
        """The question whose version could not be spoken, with that version to be spoken.

        None when the question has been patched since, or has a version already.
        """
        has_source = self.audio_url is not None or self.speech_version_id is not None
        if has_source or self.question_script is None or self.narrator_id is None:
            return None
        return self.changed(speech_version_id=version_id, speech_token=new_token(), updated_at=moment)

    def publish_speech(self, audio_url: str, moment: str) -> "AudioQuestionRecord":
        """The question whose script can be heard at `audio_url`."""
        return self.changed(audio_url=audio_url, updated_at=moment)

    def give_up_speech(self, moment: str) -> "AudioQuestionRecord":
        """The question after its script could not be spoken; another script or narrator tries again."""
        return self.changed(speech_version_id=None, speech_token=None, updated_at=moment)


class _AudioSource(RequestModel):
    """The members for the source of a question's audio.

    When `audioURL` is given, script and narrator are ignored, whatever they hold (interface: Audio questions,
    rule 2).
    """

    audio_url: HttpUrl | None = Field(default=None, alias="audioURL")
    question_script: Text | None = None
    narrator_id: RecordId | None = None

    @model_validator(mode="before")
    @classmethod
    def _ignore_script_of_recording(cls, sent: Any) -> Any:
        if not isinstance(sent, dict) or sent.get("audioURL") is None:
            return sent
        return {name: sent[name] for name in sent if name not in ("questionScript", "narratorId")}


class CreateAudioQuestion(_AudioSource):
    """Body of POST /questions."""

    title: Title
    description: Text | None = None

    @classmethod
    def cross_field_faults(cls, raw: Mapping[str, Any]) -> Iterable[Fault]:
        if raw.get("audioURL") is not None:
            return ()
        return _source_faults(raw.get("questionScript"), raw.get("narratorId"), has_audio=False)


class ChangeAudioQuestion(_AudioSource):
    """Body of PATCH /questions/{questionId}.

    `audioURL` null removes the recording: the question's script is spoken instead.
    """

    title: Title = UNSET
    description: Text | None = None


def _source_faults(script: object, narrator_id: object, *, has_audio: bool) -> list[Fault]:
    """The faults of an audio source; the values may be of any type."""
    if script is None:
        if has_audio:
            return []
        return [Fault("audioURL", "is required, unless questionScript and narratorId are supplied")]
    faults = []
    if isinstance(script, str) and not _LETTER_OR_DIGIT.search(script):
        faults.append(Fault("questionScript", "must hold at least one word"))
    if narrator_id is None:
        faults.append(Fault("narratorId", "is required with questionScript"))
    return faults


def new_question(request: CreateAudioQuestion, scope: TeamScope, now: datetime) -> AudioQuestionRecord:
    """A new audio question from a request; one with a script is still to be spoken."""
    question = AudioQuestionRecord(**common_fields(scope, now), **request.supplied())
    return question if question.question_script is None else question.renew_speech_version()
