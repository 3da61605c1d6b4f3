"""The time for which an organization keeps its candidates' data (interface: Data rights and audit, rules 12
to 15)."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Literal

from gather.chat.chats.models import ChatRecord, ChatStatus
from gather.core.clock import timestamp
from gather.deliveries.models import OVER, DeliveryRecord
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.status import OPEN
from gather.tenancy.organizations.models import UPLOAD_DAYS, Organization, RetainedKind


def cutoff(organization: Organization, kind: RetainedKind, until: datetime) -> str | None:
    """The time up to which completed data are removed as of `until`; None where they are kept."""
    days = days_kept(organization).get(kind)
    return None if days is None else timestamp(until - timedelta(days=days))


def days_kept(organization: Organization) -> Mapping[str, int]:
    """For how many days an organization keeps each kind that it does not keep for good."""
    return {RetainedKind.UPLOADS.value: UPLOAD_DAYS, **organization.retention}


def is_completed_by(record: CandidateInterviewRecord, moment: str) -> bool:
    """Whether the candidate had completed the interview by `moment`."""
    return record.completed_at is not None and record.completed_at <= moment


def has_media_due(
    record: CandidateInterviewRecord,
    kind: Literal[RetainedKind.RECORDINGS, RetainedKind.UPLOADS],
    moment: str,
) -> bool:
    """Whether media of `kind` are to be removed of a candidate interview that were not yet. With the
    recordings its uploads are removed too. Uploads also go of one whose time ended without a completion."""
    is_removed = kind in record.removed_kinds or RetainedKind.RECORDINGS in record.removed_kinds
    has_run_out = record.completed_at is None and record.expiry <= moment
    is_over = is_completed_by(record, moment) or (kind is RetainedKind.UPLOADS and has_run_out)
    return is_over and not is_removed


def is_interview_due(
    record: CandidateInterviewRecord,
    kind: Literal[RetainedKind.RECORDINGS, RetainedKind.UPLOADS, RetainedKind.TRANSCRIPTS],
    moment: str,
) -> bool:
    """Whether something of `kind` is to be removed of a candidate interview."""
    if kind is RetainedKind.TRANSCRIPTS:
        return are_words_due(record, moment)
    return has_media_due(record, kind, moment)


def are_words_due(record: CandidateInterviewRecord, moment: str) -> bool:
    """Whether what the candidate said and wrote is to be removed, and was not yet."""
    return is_completed_by(record, moment) and RetainedKind.TRANSCRIPTS not in record.removed_kinds


def is_candidate_due(records: Iterable[CandidateInterviewRecord], moment: str) -> bool:
    """Whether a candidate with these interviews is to be erased: the last completion is long ago, and no
    interview waits for the candidate."""
    interviews = [*records]
    completed = [each.completed_at for each in interviews if each.completed_at is not None]
    is_awaited = any(each.status in OPEN and each.completed_at is None for each in interviews)
    return bool(completed) and max(completed) <= moment and not is_awaited


def is_delivery_due(delivery: DeliveryRecord, moment: str) -> bool:
    """Whether a delivery is to be removed: it is over, and nothing has happened to it since `moment`."""
    return delivery.status in OVER and delivery.updated_at <= moment


def is_chat_due(chat: ChatRecord, moment: str) -> bool:
    """Whether a chat with a chatbot is to be removed: it is over, and nothing was said since
    `moment`."""
    return chat.status is not ChatStatus.ACTIVE and chat.last_message_at <= moment
