"""News of a candidate in an interview, for the interview's subscribers."""

from dataclasses import dataclass

from gather.content.interviews.models import InterviewDetail
from gather.content.interviews.storage import INTERVIEW
from gather.core.bidi import isolate
from gather.core.language import DEFAULT_LANGUAGE
from gather.messaging.notices.console import candidate_screen
from gather.messaging.notices.service import Notice
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.share_link import share_address
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.candidates.models import Candidate
from gather.screening.candidates.storage import CANDIDATE
from gather.table.outbox import ClaimedTask
from gather.wiring import Adapters


@dataclass(frozen=True, slots=True)
class Subject:
    """A candidate interview of which there are news, with its candidate and its interview."""

    record: CandidateInterviewRecord
    candidate: Candidate
    interview: InterviewDetail

    @property
    def name(self) -> str:
        """The candidate's name, whichever way it runs."""
        return isolate(self.candidate.full_name, DEFAULT_LANGUAGE)

    @property
    def title(self) -> str:
        """The name of the interview, whichever way it runs."""
        return isolate(self.interview.display_name, DEFAULT_LANGUAGE)

    def notice(self, adapters: Adapters, subject: str, *lines: str) -> Notice:
        """A notice to the interview's subscribers, with the link to the results where there is one.

        Users of the console get the address of the candidate's screen instead.
        """
        token = self.record.open_share_token(adapters.clock.now()) if self.record.completed_at else None
        return Notice(
            subject,
            lines,
            link=share_address(adapters.settings.base_url, token) or "",
            link_text="Read the results",
            console_link=candidate_screen(
                adapters.settings.console_url, self.candidate.id, candidate_interview_id=self.record.id
            ),
            user_ids=self.interview.notification_subscribers,
            is_news=True,
        )


def read_subject(adapters: Adapters, task: ClaimedTask) -> Subject | None:
    """Read what the news of a task are about. Two round trips. None when the candidate was erased."""
    records = adapters.records
    stored = records.find(CANDIDATE_INTERVIEW, task.team_id, task.payload["candidateInterviewId"])
    if stored is None:
        return None
    record = stored.record
    candidate_key = CANDIDATE.key(task.team_id, record.candidate_id)
    interview_key = INTERVIEW.key(task.team_id, record.interview_id)
    found = records.table.get_many([candidate_key, interview_key])
    if candidate_key not in found:
        return None
    return Subject(
        record,
        Candidate.model_validate(found[candidate_key]),
        InterviewDetail.model_validate(found[interview_key]),
    )
