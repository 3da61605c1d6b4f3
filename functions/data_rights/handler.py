"""Data rights: exports of what is kept about a candidate, and erasures.

Interface: Data rights and audit, rules 4 to 11.
"""

import time

from gather.core.errors import NotFound
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

REQUEST_SECONDS = 6.0
"""For so long a request removes what is found by an id; a worker removes what is left."""

api = Api("data-rights")
handler = api.handler


class OneErasure(Model):
    """Data of the routes of one erasure."""

    erasure: Erasure


class OneExport(Model):
    """Data of the routes of one export."""

    export: Export


def _export(call: TeamCall[NoBody, TeamQuery], stored: Stored[ExportRecord]) -> OneExport:
    address = export_service.address(call.adapters, stored.record)
    return OneExport(export=Export.of(stored.record, address))


def _erasure(call: TeamCall[NoBody, TeamQuery], stored: Stored[ErasureRecord]) -> OneErasure:
    counts = erasure_storage.counts_of(call.records.table, stored.record)
    return OneErasure(erasure=Erasure.of(stored.record, counts))


@api.post("/candidates/{candidateId}/export", response=OneExport, status=202, makes=EXPORT, shows=_export)
def export_candidate(call: TeamCall[NoBody, TeamQuery]) -> OneExport:
    """Have everything of a candidate written into a ZIP archive."""
    team_id, candidate_id = call.team.team_id, call.path["candidateId"]
    export = call.records.run(
        lambda unit: export_service.request(unit, team_id, candidate_id, call.actor, call.now)
    )
    return OneExport(export=Export.of(export, None))


@api.get("/exports/{id}", response=OneExport)
def get_export(call: TeamCall[NoBody, TeamQuery]) -> OneExport:
    """Read how far an export is, with an address of its archive that is good for an hour."""
    stored = call.records.get(EXPORT, call.team.team_id, call.path["id"])
    if stored.record.ends_at <= call.moment:
        raise NotFound(EXPORT.resource, stored.record.id)
    return _export(call, stored)


@api.post("/candidates/{candidateId}/erase", response=OneErasure, status=202, makes=ERASURE, shows=_erasure)
def erase_candidate(call: TeamCall[NoBody, TeamQuery]) -> OneErasure:
    """Erase a candidate and everything that is theirs. Nothing of it can be brought back.

    The candidate and what belongs to them are gone with this response; the rest is removed soon after.
    """
    end = time.monotonic() + REQUEST_SECONDS
    erasure = erasure_service.begin(
        call.records, call.team.team_id, call.path["candidateId"], call.actor, call.now
    )
    erasure_service.delete_heads(call.records, erasure, call.now, lambda: time.monotonic() < end)
    return OneErasure(erasure=Erasure.of(erasure, erasure_storage.counts_of(call.records.table, erasure)))


@api.get("/erasures/{id}", response=OneErasure)
def get_erasure(call: TeamCall[NoBody, TeamQuery]) -> OneErasure:
    """Read how far an erasure is, and what it has removed."""
    return _erasure(call, call.records.get(ERASURE, call.team.team_id, call.path["id"]))
