"""`admin.py erasures`: the candidates who were erased, by their ids."""

from pathlib import Path

from administration import erasures
from administration.commands import Arguments, Change, Command, CommandResult, Row, argument
from gather.rights.erasure.storage import LedgerEntry
from gather.rights.ledger import service as ledger_service
from gather.wiring import Adapters


def _list(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Show every erasure, oldest first: ids and times. With --json it is what replay takes."""
    return [_row(entry) for entry in erasures.ledger(adapters, arguments.organization)]


def _replay(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Erase those again who are back after the table was restored from a backup."""
    entries = erasures.ledger(adapters, arguments.organization)
    if arguments.ledger is not None:
        entries += erasures.ledger_in(arguments.ledger)
    found = ledger_service.find_returned(adapters.records, entries)

    def carry_out() -> Row:
        again = ledger_service.erase_again(adapters.records, found, now=adapters.clock.now())
        return {"erasedAgain": len(again)}

    effects = [f"candidate {entry.candidate_id} of team {entry.team_id} is erased again" for entry in found]
    return Change(effects, {"erasedAgain": 0}, carry_out)


def _row(entry: LedgerEntry) -> Row:
    return {
        "erasureId": entry.erasure_id,
        "organizationId": entry.organization_id,
        "teamId": entry.team_id,
        "candidateId": entry.candidate_id,
        "requestedAt": entry.requested_at,
    }


_OF = argument("--organization", metavar="ID", help="only the erasures of this organization")

COMMANDS = (
    Command("erasures", "list", _list, (_OF,)),
    Command(
        "erasures",
        "replay",
        _replay,
        (
            _OF,
            argument(
                "--ledger",
                type=Path,
                metavar="FILE",
                help="erasures that the table does not know, as erasures list --json has printed them",
            ),
        ),
        changes=True,
    ),
)
