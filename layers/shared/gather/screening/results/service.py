"""The use cases of results: read them with a key, or by a share link.

For example:

    results = service.get(records, team, candidate_interview_id, base_url, now=now)
    shared = service.open_shared(records, share_token, base_url, now=now)
"""

from datetime import datetime

from gather.content.scorecards.storage import find_active_scorecard
from gather.core.caller import TeamScope
from gather.core.errors import Gone, NotFound
from gather.screening.candidate_interviews.erasure_mark_storage import is_erased_link
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.candidates.storage import CANDIDATE
from gather.screening.evaluations import storage as evaluation_storage
from gather.screening.recordings.address_storage import recording_addresses
from gather.screening.results.comparison import (
    Comparison,
    check_same_interview,
    compare_candidates,
    read_others,
)
from gather.screening.results.models import CandidateInterviewResults
from gather.screening.results.storage import SharedResults, get_material, get_shared
from gather.table.records import Records


def get(
    records: Records, team: TeamScope, candidate_interview_id: str, base_url: str, *, now: datetime
) -> CandidateInterviewResults:
    """The results of a candidate interview, with addresses that begin with `base_url`. Raises NotFound."""
    material = get_material(records, team.team_id, candidate_interview_id)
    return material.results(recording_addresses(records.table, base_url, now))


def open_shared(records: Records, share_token: str, base_url: str, *, now: datetime) -> SharedResults:
    """The results that a share link opens. One round trip more for a token that opens nothing.

    Raises NotFound for a token that never opened any, and Gone for a link that has ended.
    """
    try:
        return get_shared(records, share_token, base_url, now)
    except NotFound:
        if is_erased_link(records.table, share_token):
            raise Gone("This link has ended.") from None
        raise


def compare(records: Records, team: TeamScope, candidate_interview_id: str, others: str) -> Comparison:
    """Put a candidate interview beside `others`, ids with commas between them, all of one interview.

    Four round trips. Raises ValidationFailed and NotFound.
    """
    wanted = [candidate_interview_id, *read_others(others, candidate_interview_id)]
    found = records.get_many(CANDIDATE_INTERVIEW, team.team_id, wanted)
    for each in wanted:
        if each not in found:
            raise NotFound(CANDIDATE_INTERVIEW.resource, each)
    compared = [found[each] for each in wanted]
    check_same_interview(compared)
    candidates = records.get_many(CANDIDATE, team.team_id, [record.candidate_id for record in compared])
    evaluations = evaluation_storage.find_all(records.table, compared)
    scorecard = find_active_scorecard(records, team.team_id, compared[0].interview_id)
    return compare_candidates(compared, candidates, evaluations, scorecard)
