"""The results of a candidate interview, read from the table."""

from gather.domain.candidate_interview import CandidateInterviewResults
from gather.domain.results import results_of
from gather.table.records import Records
from gather.table.whole_candidate_interview import read_questions, read_whole


def read_results(
    records: Records, team_id: str, candidate_interview_id: str, base_url: str
) -> CandidateInterviewResults:
    """The results of a candidate interview. Two round trips, one before anything was answered.

    Raises NotFound.
    """
    whole = read_whole(records, team_id, candidate_interview_id)
    questions = read_questions(records.table, team_id, whole.record.asked or ())
    return results_of(whole.record, whole.answers, whole.evaluation, questions, base_url)
