"""The results of a candidate interview, read from the table."""

from gather.content.question_storage import read_questions
from gather.screening.candidate_interview import CandidateInterviewResults
from gather.screening.interview_conversation import captured
from gather.screening.interview_conversation_storage import read_turns
from gather.screening.results import results_of
from gather.screening.whole_candidate_interview_storage import read_whole
from gather.table.records import Records


def read_results(
    records: Records, team_id: str, candidate_interview_id: str, base_url: str
) -> CandidateInterviewResults:
    """The results of a candidate interview. Two round trips, one before anything was answered, one more for
    the turns of a conversation.

    Raises NotFound.
    """
    whole = read_whole(records, team_id, candidate_interview_id)
    questions = read_questions(records.table, team_id, whole.record.asked or ())
    turns = None
    if whole.conversation is not None:
        turns = captured(
            whole.conversation.conversation, read_turns(records.table, team_id, candidate_interview_id)
        )
    return results_of(whole.record, whole.answers, whole.evaluation, questions, base_url, turns)
