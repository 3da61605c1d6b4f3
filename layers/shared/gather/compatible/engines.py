"""The engines of a deployment that has servers beside its default engines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, TypeVar

from gather.compatible.api_keys import ApiKey, GivenKey, StoredKey
from gather.compatible.chat_completions import CompatibleModel
from gather.compatible.fallbacks import (
    FallbackAssistant,
    FallbackEvaluation,
    FallbackInterviewer,
    FallbackSpeech,
    FallbackTranscription,
)
from gather.compatible.server import Server
from gather.core.settings import CompatibleServer, Settings
from gather.ports.assistant import Assistant
from gather.ports.encryption import Encryption
from gather.ports.evaluation import Evaluation
from gather.ports.identity import Identity
from gather.ports.interviewer import Avatar, Interviewer
from gather.ports.ledger import LedgerStore
from gather.ports.made_once import made_once
from gather.ports.media import Media
from gather.ports.messages import Email, KeptMessages, Sms
from gather.ports.provider import EngineChoice, EngineName, EngineProvider
from gather.ports.speech import Speech
from gather.ports.transcription import Transcription
from gather.ports.turn_detection import TurnDetection

Engine = TypeVar("Engine")

PATIENT_SECONDS: Final = 120.0
"""The limit of a worker's request to a model, with all that is asked again."""
REQUEST_SECONDS: Final = 24.0
"""The limit while an API client waits: a response must come within the gateway's 30 s."""
CONVERSATION_SECONDS: Final = 6.0
"""The limit while a candidate waits for the interviewer."""


def provide(
    settings: Settings, default: EngineProvider, choice: EngineChoice | None = None
) -> EngineProvider:
    """The engines in the order of `choice`, and `default` for everything that no server does."""
    return ServerEngines(settings, default, choice or EngineChoice())


class ServerEngines:
    """An EngineProvider."""

    def __init__(self, settings: Settings, default: EngineProvider, choice: EngineChoice) -> None:
        self._settings = settings
        self._default = default
        self._choice = choice

    @made_once
    def speech(self) -> Speech:
        """A server that speaks, the default engine, or one after the other."""
        from gather.compatible.speech import ENGINE, CompatibleSpeech, voices_of

        settings, default = self._settings.speech_server, self._default.speech

        def on_server() -> Speech:
            voices = voices_of(self._settings.speech_voices)
            return CompatibleSpeech(_server(ENGINE, settings), settings.name, default(), voices)

        return _first_or(_ordered(self._choice.speech, settings, default, on_server), FallbackSpeech)

    @made_once
    def transcription(self) -> Transcription:
        """A server that transcribes, the default engine, or one after the other."""
        from gather.compatible.transcription import ENGINE, CompatibleTranscription

        settings, default = self._settings.transcription_server, self._default.transcription

        def on_server() -> Transcription:
            return CompatibleTranscription(_server(ENGINE, settings), settings.name, self.media())

        ordered = _ordered(self._choice.transcription, settings, default, on_server)
        return FallbackTranscription(ordered, self.media(), (default, on_server))

    def turn_detection(self) -> TurnDetection:
        """The default one."""
        return self._default.turn_detection()

    @made_once
    def evaluation(self) -> Evaluation:
        """A model on a server, the default engine, or one after the other."""
        from gather.language_model.evaluation import ENGINE, ModelEvaluation

        def on_server() -> Evaluation:
            return ModelEvaluation(self._model(ENGINE, PATIENT_SECONDS), self._model(ENGINE, REQUEST_SECONDS))

        return _first_or(self._models(self._default.evaluation, on_server), FallbackEvaluation)

    @made_once
    def assistant(self) -> Assistant:
        """A model on a server, the default engine, or one after the other."""
        from gather.language_model.assistant import ENGINE, ModelAssistant

        def on_server() -> Assistant:
            return ModelAssistant(self._model(ENGINE, REQUEST_SECONDS))

        return _first_or(self._models(self._default.assistant, on_server), FallbackAssistant)

    @made_once
    def interviewer(self) -> Interviewer:
        """A model on a server, the default engine, or one after the other."""
        from gather.language_model.interviewer import ENGINE, ModelInterviewer

        def on_server() -> Interviewer:
            return ModelInterviewer(self._model(ENGINE, CONVERSATION_SECONDS))

        return _first_or(self._models(self._default.interviewer, on_server), FallbackInterviewer)

    def avatar(self) -> Avatar:
        """The default one."""
        return self._default.avatar()

    def email(self) -> Email:
        """The default one."""
        return self._default.email()

    def sms(self) -> Sms:
        """The default one."""
        return self._default.sms()

    def kept_messages(self) -> KeptMessages:
        """The default ones."""
        return self._default.kept_messages()

    def media(self) -> Media:
        """The default one."""
        return self._default.media()

    def identity(self) -> Identity:
        """The default one."""
        return self._default.identity()

    def encryption(self) -> Encryption:
        """The default one."""
        return self._default.encryption()

    def ledger(self) -> LedgerStore:
        """The default one."""
        return self._default.ledger()

    def _models(
        self, default: Callable[[], Engine], on_server: Callable[[], Engine]
    ) -> Sequence[Callable[[], Engine]]:
        return _ordered(self._choice.model, self._settings.model_server, default, on_server)

    def _model(self, engine: str, seconds: float) -> CompatibleModel:
        settings = self._settings.model_server
        return CompatibleModel(_server(engine, settings), settings.name, seconds)


def _ordered(
    chosen: tuple[EngineName, ...],
    settings: CompatibleServer,
    default: Callable[[], Engine],
    on_server: Callable[[], Engine],
) -> Sequence[Callable[[], Engine]]:
    """The engines in the order in which they are asked, each made when it is first asked."""
    makers = {EngineName.DEFAULT: default, EngineName.COMPATIBLE: on_server}
    return [
        cache(makers[name])
        for name in chosen or (EngineName.COMPATIBLE if settings.url else EngineName.DEFAULT,)
    ]


def _first_or(
    ordered: Sequence[Callable[[], Engine]],
    fallback: Callable[[Sequence[Callable[[], Engine]]], Engine],
) -> Engine:
    """The only engine, or one that asks the engines in their order."""
    return ordered[0]() if len(ordered) == 1 else fallback(ordered)


def _server(engine: str, settings: CompatibleServer) -> Server:
    return Server(engine, settings.url, _key(settings))


def _key(settings: CompatibleServer) -> ApiKey:
    return _stored_key(settings.key_secret) if settings.key_secret else GivenKey(settings.key)


@cache
def _stored_key(secret: str) -> StoredKey:
    """The key of a secret, which all engines of the process share."""
    from gather.aws import clients

    return StoredKey(cache(clients.secretsmanager), secret)
