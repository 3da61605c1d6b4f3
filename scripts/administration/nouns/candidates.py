"""`admin.py candidate`: exports and erasures, for requests that come to the operator."""

from administration.commands import (
    IN_TEAM,
    Arguments,
    Change,
    Command,
    CommandResult,
    Noted,
    Row,
    argument,
    row,
    team_of,
)
from gather.core.caller import OPERATOR
from gather.rights.export import service as export_service
from gather.rights.ledger import service as ledger_service
from gather.screening.candidates.storage import CANDIDATE
from gather.wiring import Adapters


def _export(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Have everything of a candidate written into a ZIP archive in the media bucket, for a day."""
    team = team_of(arguments, adapters)
    now = adapters.clock.now()
    export = adapters.records.run(
        lambda unit: export_service.request(unit, team.team_id, arguments.candidate, OPERATOR, now=now)
    )
    made = {**row(export, "token", "isEnding"), "expiresAt": export.ends_at, "archive": export.archive_key}
    return Noted(made, "The archive is there in a moment; GET /exports/{id} has its address.")


def _erase(arguments: Arguments, adapters: Adapters) -> CommandResult:
    """Erase a candidate and everything that is theirs, for good."""
    team = team_of(arguments, adapters)
    candidate = adapters.records.get(CANDIDATE, team.team_id, arguments.candidate).record

    def carry_out() -> Row:
        erasure = ledger_service.erase(adapters.records, team.team_id, candidate.id, now=adapters.clock.now())
        return row(erasure, "eventsSince")

    effect = f"candidate {candidate.id} is erased with everything that is theirs, for good"
    return Change([effect], {"candidateId": candidate.id}, carry_out)


_CANDIDATE = argument("candidate", help="id of the candidate, who is of the team")

COMMANDS = (
    Command("candidate", "export", _export, (*IN_TEAM, _CANDIDATE)),
    Command("candidate", "erase", _erase, (*IN_TEAM, _CANDIDATE), changes=True),
)
