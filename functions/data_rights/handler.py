"""Data rights: exports of what is kept about a candidate, and erasures.

Interface: Data rights and audit, rules 4 to 11.
"""

from gather.core.caller import Role
from gather.core.model import Model, NoBody, TeamQuery
from gather.http.call import TeamCall
from gather.http.routes import Api
from gather.rights.erasure import service as erasure_service
from gather.rights.erasure import storage as erasure_storage
from gather.rights.erasure.models import Erasure, ErasureRecord
from gather.rights.erasure.storage import ERASURE
from gather.rights.export import service as export_service
from gather.rights.export.models import Export, ExportRecord
from gather.rights.export.storage import EXPORT
from gather.table.kind import Stored

api = Api("data-rights")
handler = api.handler


class OneErasure(Model):
    """Data of the routes of one erasure."""

    erasure: Erasure


class OneExport(Model):
    """Data of the routes of one export."""

    export: Export


def _show_export(call: TeamCall[NoBody, TeamQuery], export: ExportRecord) -> OneExport:
    return OneExport(export=Export.of(export, export_service.get_address(call.adapters, export)))


def _show_stored_export(call: TeamCall[NoBody, TeamQuery], stored: Stored[ExportRecord]) -> OneExport:
    return _show_export(call, stored.record)


def _show_erasure(call: TeamCall[NoBody, TeamQuery], erasure: ErasureRecord) -> OneErasure:
    return OneErasure(erasure=Erasure.of(erasure, erasure_storage.get_counts(call.records.table, erasure)))


def _show_stored_erasure(call: TeamCall[NoBody, TeamQuery], stored: Stored[ErasureRecord]) -> OneErasure:
    return _show_erasure(call, stored.record)


@api.post(
    "/candidates/{candidateId}/export",
    response=OneExport,
    status=202,
    makes=EXPORT,
    shows=_show_stored_export,
)
def export_candidate(call: TeamCall[NoBody, TeamQuery]) -> OneExport:
    """Have everything of a candidate written into a ZIP archive."""
    team_id, candidate_id = call.team.team_id, call.path["candidateId"]
    export = call.records.run(
        lambda unit: export_service.request(unit, team_id, candidate_id, call.actor, now=call.now)
    )
    return OneExport(export=Export.of(export, None))


@api.get("/exports/{id}", response=OneExport)
def get_export(call: TeamCall[NoBody, TeamQuery]) -> OneExport:
    """Read how far an export is, with an address of its archive that is good for an hour."""
    export = export_service.get(call.records, call.team.team_id, call.path["id"], now=call.now)
    return _show_export(call, export)


@api.post(
    "/candidates/{candidateId}/erase",
    response=OneErasure,
    status=202,
    makes=ERASURE,
    shows=_show_stored_erasure,
    least_role=Role.ADMINISTRATOR,
)
def erase_candidate(call: TeamCall[NoBody, TeamQuery]) -> OneErasure:
    """Erase a candidate and everything that is theirs. Nothing of it can be brought back.

    The candidate and what belongs to them are gone with this response; the rest is removed soon after.
    """
    erasure = erasure_service.request(
        call.records, call.team.team_id, call.path["candidateId"], call.actor, now=call.now
    )
    return _show_erasure(call, erasure)


@api.get("/erasures/{id}", response=OneErasure)
def get_erasure(call: TeamCall[NoBody, TeamQuery]) -> OneErasure:
    """Read how far an erasure is, and what it has removed."""
    return _show_stored_erasure(call, call.records.get(ERASURE, call.team.team_id, call.path["id"]))
