"""All engines of a deployment, each made when it is first asked for.

`gather.aws.engines` has the deployed ones, the local stack its own; `gather.wiring` chooses.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from gather.ports.assistant import Assistant
from gather.ports.encryption import Encryption
from gather.ports.evaluation import Evaluation
from gather.ports.identity import Identity
from gather.ports.interviewer import Avatar, Interviewer
from gather.ports.ledger import LedgerStore
from gather.ports.media import Media
from gather.ports.messages import Email, KeptMessages, Sms
from gather.ports.speech import Speech
from gather.ports.transcription import Transcription
from gather.ports.turn_detection import TurnDetection


class EngineName(StrEnum):
    """An engine that can be chosen: the deployment's own one, or the one on its server."""

    DEFAULT = "default"
    COMPATIBLE = "openai-compatible"


@dataclass(frozen=True, slots=True)
class EngineChoice:
    """The engines of a kind in the order in which they are asked: the next one when the one before it fails.

    Without any, the deployment's server is asked where it has one, and its default engine elsewhere.
    """

    model: tuple[EngineName, ...] = ()
    transcription: tuple[EngineName, ...] = ()
    speech: tuple[EngineName, ...] = ()


class EngineProvider(Protocol):
    """Provides the engines. The environment's `ENGINES` names a module whose `provide(settings)` makes one.

    Making it is cheap: libraries and clients are loaded when an engine is first asked for.
    """

    def speech(self) -> Speech: ...

    def transcription(self) -> Transcription: ...

    def turn_detection(self) -> TurnDetection: ...

    def evaluation(self) -> Evaluation: ...

    def assistant(self) -> Assistant: ...

    def interviewer(self) -> Interviewer: ...

    def avatar(self) -> Avatar: ...

    def email(self) -> Email: ...

    def sms(self) -> Sms: ...

    def kept_messages(self) -> KeptMessages: ...

    def media(self) -> Media: ...

    def identity(self) -> Identity: ...

    def encryption(self) -> Encryption: ...

    def ledger(self) -> LedgerStore: ...
