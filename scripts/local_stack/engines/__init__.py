"""The engines of the local stack, without an account or the internet.

Speech is Piper and espeak-ng, transcription Whisper, evaluation a rubric scorer, the chat's assistant quotes
what retrieval found, and the interviewer goes by written rules; messages and invitations go to the inbox
file, media to the local S3.
"""

import os
from pathlib import Path

from gather.core.settings import Settings
from gather.ports.assistant import Assistant
from gather.ports.encryption import Encryption
from gather.ports.evaluation import Evaluation
from gather.ports.identity import Identity
from gather.ports.interviewer import Avatar, Interviewer
from gather.ports.ledger import LedgerStore
from gather.ports.made_once import made_once
from gather.ports.media import Media
from gather.ports.messages import Email, KeptMessages, Sms
from gather.ports.provider import EngineProvider
from gather.ports.speech import Speech
from gather.ports.transcription import Transcription
from gather.ports.turn_detection import TurnDetection


def provide(settings: Settings) -> EngineProvider:
    """The engines of the local stack, with their files in the folder that GATHER_STATE_DIR names."""
    return LocalEngines(settings, Path(os.environ.get("GATHER_STATE_DIR") or ".local"))


class LocalEngines:
    """An EngineProvider; what the engines keep is in `folder`."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self._settings = settings
        self._folder = folder

    @made_once
    def speech(self) -> Speech:
        """Piper where the stack has its engine server and its model, espeak-ng elsewhere."""
        from local_stack.engines.server_client import EngineServer
        from local_stack.engines.stack_speech import StackSpeech

        return StackSpeech(EngineServer.of_environment())

    @made_once
    def transcription(self) -> Transcription:
        """Whisper, where the stack has its engine server; nothing is understood elsewhere."""
        from local_stack.engines.server_client import EngineServer
        from local_stack.engines.whisper_transcription import WhisperTranscription

        return WhisperTranscription(
            EngineServer.of_environment(), self.media(), self._folder / "transcriptions"
        )

    @made_once
    def turn_detection(self) -> TurnDetection:
        """Silero and Smart Turn, where the stack has its engine server."""
        from local_stack.engines.local_turn_detection import LocalTurnDetection
        from local_stack.engines.server_client import EngineServer

        return LocalTurnDetection(has_server=EngineServer.of_environment() is not None)

    @made_once
    def evaluation(self) -> Evaluation:
        """A rubric scorer: of words, and of meanings where the stack has its engine server."""
        from local_stack.engines.rubric_evaluation import RubricEvaluation
        from local_stack.engines.sentence_encoder import ServerEncoder
        from local_stack.engines.server_client import EngineServer

        server = EngineServer.of_environment()
        return RubricEvaluation(ServerEncoder(server) if server else None)

    @made_once
    def assistant(self) -> Assistant:
        """Replies by quoting what retrieval found."""
        from local_stack.engines.quoting_assistant import QuotingAssistant

        return QuotingAssistant()

    @made_once
    def interviewer(self) -> Interviewer:
        """Goes by written rules."""
        from local_stack.engines.rule_interviewer import RuleInterviewer

        return RuleInterviewer()

    @made_once
    def avatar(self) -> Avatar:
        """The player that GATHER_AVATAR_PLAYER_URL names."""
        from gather.aws.player_avatar import PlayerAvatar

        return PlayerAvatar(self._settings.avatar_player_url)

    @made_once
    def email(self) -> Email:
        """The inbox file."""
        from gather.core.clock import SystemClock
        from local_stack.engines.inbox import Inbox, InboxEmail

        return InboxEmail(Inbox(self._folder / "inbox.jsonl", SystemClock()))

    @made_once
    def sms(self) -> Sms:
        """The inbox file."""
        from gather.core.clock import SystemClock
        from local_stack.engines.inbox import Inbox, InboxSms

        return InboxSms(Inbox(self._folder / "inbox.jsonl", SystemClock()))

    @made_once
    def kept_messages(self) -> KeptMessages:
        """The inbox file."""
        from gather.core.clock import SystemClock
        from local_stack.engines.inbox import Inbox

        return Inbox(self._folder / "inbox.jsonl", SystemClock())

    @made_once
    def media(self) -> Media:
        """The same S3 adapter as in a deployment; AWS_ENDPOINT_URL_S3 points it at the local S3."""
        from gather.aws.engines import AwsEngines

        return AwsEngines(self._settings).media()

    @made_once
    def identity(self) -> Identity:
        """A folder of accounts, with invitations in the inbox file."""
        from gather.core.clock import SystemClock
        from local_stack.engines.accounts import LocalIdentity
        from local_stack.engines.inbox import Inbox

        inbox = Inbox(self._folder / "inbox.jsonl", SystemClock())
        return LocalIdentity(self._folder / "accounts", inbox)

    @made_once
    def encryption(self) -> Encryption:
        """A key in a file."""
        from local_stack.engines.local_encryption import LocalEncryption

        return LocalEncryption(self._folder / "encryption.key")

    @made_once
    def ledger(self) -> LedgerStore:
        """The same adapter as in a deployment."""
        from gather.aws.engines import AwsEngines

        return AwsEngines(self._settings).ledger()
