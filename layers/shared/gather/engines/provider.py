"""All engines of a deployment, each made when it is first asked for.

`gather.aws.engines` has the deployed ones, the local stack its own; `gather.wiring` chooses.
"""

from typing import Protocol

from gather.engines.assistant import Assistant
from gather.engines.evaluation import Evaluation
from gather.engines.identity import Identity
from gather.engines.interviewer import Avatar, Interviewer
from gather.engines.ledger import LedgerStore
from gather.engines.media import Media
from gather.engines.messages import Email, KeptMessages, Sms
from gather.engines.speech import Speech
from gather.engines.transcription import Transcription


class EngineProvider(Protocol):
    """Provides the engines. The environment's `ENGINES` names a module whose `provide(settings)` makes one.

    Making it is cheap: libraries and clients are loaded when an engine is first asked for.
    """

    def speech(self) -> Speech: ...

    def transcription(self) -> Transcription: ...

    def evaluation(self) -> Evaluation: ...

    def assistant(self) -> Assistant: ...

    def interviewer(self) -> Interviewer: ...

    def avatar(self) -> Avatar: ...

    def email(self) -> Email: ...

    def sms(self) -> Sms: ...

    def kept_messages(self) -> KeptMessages: ...

    def media(self) -> Media: ...

    def identity(self) -> Identity: ...

    def ledger(self) -> LedgerStore: ...
