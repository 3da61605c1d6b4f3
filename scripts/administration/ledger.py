"""The ledger of the deployment that a command works on."""

from gather.core.errors import GatherError
from gather.ports.ledger import LedgerStore
from gather.wiring import Adapters


class NoLedger(GatherError):
    """The target of the command names no ledger; the message is one line that says what to do."""

    def __init__(self) -> None:
        super().__init__(
            "No ledger is known: give the deployment by --stack, or its bucket by LEDGER_BUCKET."
        )


def ledger_of(adapters: Adapters) -> LedgerStore:
    """The ledger. Raises NoLedger."""
    if not adapters.settings.ledger_bucket:
        raise NoLedger
    return adapters.engines.ledger()
