"""A candidate's résumé in the table: a part of the candidate interview's partition.

For example:

    storage.save(unit, record, resume, earlier)
    storage.delete(unit, record, earlier)
"""

from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.resumes.models import StoredResume
from gather.table import keys
from gather.table.conditions import Condition, absent, equal
from gather.table.item_kind import ItemKind
from gather.table.unit_of_work import LostRace, UnitOfWork


def resume_key(team_id: str, candidate_interview_id: str) -> keys.Key:
    """The résumé of a candidate interview."""
    return CANDIDATE_INTERVIEW.part(team_id, candidate_interview_id, "RESUME", "GIVEN")


RESUME = ItemKind("RESUME", resume_key)


def save(
    unit: UnitOfWork, record: CandidateInterviewRecord, resume: StoredResume, earlier: StoredResume | None
) -> None:
    """Save a résumé in place of `earlier`, as part of `unit`, which is refused when there is another one."""
    place = RESUME.at(record.team_id, record.id)
    unit.write(place.replace(_is_still(earlier), **resume.model_dump(by_alias=True)), LostRace())


def delete(unit: UnitOfWork, record: CandidateInterviewRecord, earlier: StoredResume) -> None:
    """Delete the résumé `earlier`, as part of `unit`, which is refused when there is another one."""
    unit.write(RESUME.at(record.team_id, record.id).delete(_is_still(earlier)), LostRace())


def _is_still(earlier: StoredResume | None) -> Condition:
    return absent() if earlier is None else equal("mediaId", earlier.media_id)
