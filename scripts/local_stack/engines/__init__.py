"""The engines of the local stack, without an account or the internet. An EngineProvider.

Speech is espeak-ng, transcription pocketsphinx, evaluation a rubric scorer, the chat's assistant quotes what
retrieval found; messages and invitations go to the inbox file, media to the local S3.
"""

import os
from functools import cache
from pathlib import Path

from gather.engines.protocols import Assistant, Email, Evaluation, Identity, Media, Sms, Speech, Transcription


@cache
def speech() -> Speech:
    """espeak-ng."""
    from local_stack.engines.espeak_speech import EspeakSpeech

    return EspeakSpeech()


@cache
def transcription() -> Transcription:
    """pocketsphinx, which understands US English in WAV recordings."""
    from local_stack.engines.pocketsphinx_transcription import PocketsphinxTranscription

    return PocketsphinxTranscription(media(), _state_directory() / "transcriptions")


@cache
def evaluation() -> Evaluation:
    """A rubric scorer that compares words."""
    from local_stack.engines.rubric_evaluation import RubricEvaluation

    return RubricEvaluation()


@cache
def assistant() -> Assistant:
    """Answers by quoting what retrieval found."""
    from local_stack.engines.quoting_assistant import QuotingAssistant

    return QuotingAssistant()


@cache
def email() -> Email:
    """The inbox file."""
    from gather.core.clock import SystemClock
    from local_stack.engines.inbox import Inbox, InboxEmail

    return InboxEmail(Inbox(_state_directory() / "inbox.jsonl", SystemClock()))


@cache
def sms() -> Sms:
    """The inbox file."""
    from gather.core.clock import SystemClock
    from local_stack.engines.inbox import Inbox, InboxSms

    return InboxSms(Inbox(_state_directory() / "inbox.jsonl", SystemClock()))


@cache
def media() -> Media:
    """The same S3 adapter as in a deployment; AWS_ENDPOINT_URL_S3 points it at the local S3."""
    from gather.engines import aws

    return aws.media()


@cache
def identity() -> Identity:
    """A folder of accounts, with invitations in the inbox file."""
    from gather.core.clock import SystemClock
    from local_stack.engines.accounts import LocalIdentity
    from local_stack.engines.inbox import Inbox

    inbox = Inbox(_state_directory() / "inbox.jsonl", SystemClock())
    return LocalIdentity(_state_directory() / "accounts", inbox)


def _state_directory() -> Path:
    return Path(os.environ.get("GATHER_STATE_DIR") or ".local")
