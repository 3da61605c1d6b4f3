"""`admin.py ledger`: erasures and opt-outs, kept where no backup of the table sets them back."""

from typing import Any

import boto3

from administration.commands import Arguments, Change, Command, CommandResult, Row
from administration.ledger import ledger_of
from gather.rights.ledger import service as ledger_service
from gather.rights.ledger.storage import KINDS
from gather.wiring import Adapters
from local_stack.table.items import items_of


def _complete(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Keep what the table has and the ledger lacks: what was said before there was a ledger, or was lost."""

    store = ledger_of(adapters)

    def carry_out() -> Row:
        client: Any = boto3.client("dynamodb")
        found = items_of(client, adapters.settings.table_name, *(str(kind.items.entity) for kind in KINDS))
        return {"kept": sum(ledger_service.save(store, item) for item in found)}

    return Change(["the whole table is read, and the ledger grows"], {}, carry_out)


def _replay(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Have the table know what the ledger has, as a restore does at its end."""

    store = ledger_of(adapters)

    def carry_out() -> Row:
        replayed = ledger_service.replay(adapters.records, store, now=adapters.clock.now())
        return {
            "optOuts": replayed.opt_outs,
            "suppressions": replayed.suppressions,
            "erasedAgain": replayed.erased_again,
        }

    return Change(["candidates of the ledger who are back are erased again"], {}, carry_out)


COMMANDS = (
    Command("ledger", "complete", _complete, changes=True),
    Command("ledger", "replay", _replay, changes=True),
)
