"""`admin.py table`: setting the deployment back to an earlier state of its table."""

import dataclasses
from typing import Any

import boto3

from administration.commands import Arguments, Change, Command, CommandResult, Row, argument, moment
from administration.ledger import ledger_of
from administration.table_restore import Restore, TableRestore
from gather.rights.ledger import service as ledger_service
from gather.wiring import Adapters


def _restore(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Make a new table from a backup, set it up like the first one, and carry the ledger out again on it."""
    store = ledger_of(adapters)
    restore = Restore(adapters.settings.table_name, arguments.name, arguments.at, arguments.backup)

    def carry_out() -> Row:
        client: Any = boto3.client("dynamodb")
        restored = TableRestore(client).run(restore)
        settings = dataclasses.replace(adapters.settings, table_name=restored.name)
        records = Adapters(settings, adapters.clock, adapters.clients).records
        replayed = ledger_service.replay(records, store, now=adapters.clock.now())
        return {
            "restoredTable": restored.name,
            "restoredTableStreamArn": restored.stream_arn,
            "optOuts": replayed.opt_outs,
            "suppressions": replayed.suppressions,
            "erasedAgain": replayed.erased_again,
        }

    effects = [
        f"table {restore.target} is made from {_source(restore)}",
        "its stream, time to live, point-in-time recovery and deletion protection are switched on",
        "what the ledger knows of erasures, opt-outs and suppressions is carried out on it",
    ]
    return Change(effects, {}, carry_out)


def _source(restore: Restore) -> str:
    if restore.backup_arn is not None:
        return f"the backup {restore.backup_arn}"
    when = "now" if restore.moment is None else restore.moment.isoformat()
    return f"table {restore.source} as it was at {when}"


COMMANDS = (
    Command(
        "table",
        "restore",
        _restore,
        (
            argument("name", metavar="NEW_TABLE", help="the new table; an earlier run with it goes on"),
            argument("--at", type=moment, metavar="TIME", help="the state of this time, not the latest"),
            argument("--backup", metavar="ARN", help="an on-demand backup in place of a time"),
        ),
        changes=True,
    ),
)
