"""Candidate interviews in the table, the ways that lead to them, and the reminders that they are to get.

For example:

    storage.create(unit, record)
    record = storage.find_invited(records, token)
"""

from collections.abc import Iterator, Mapping
from itertools import islice

from gather.core.errors import Conflict, NotFound
from gather.core.identifiers import is_token
from gather.core.review_kind import ReviewKind
from gather.screening.candidate_interviews.list_query import SortedBy
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.status import OPEN, CandidateInterviewStatus
from gather.table import keys, store
from gather.table.conditions import equal, lacks, present
from gather.table.conversion import Item
from gather.table.counted_filter import CountedFilter
from gather.table.item_kind import ItemKind
from gather.table.kind import Kind, team_of
from gather.table.listing import SLOTS
from gather.table.lookup import Lookups
from gather.table.readable import readable
from gather.table.review import ReviewPlace
from gather.table.store import KeyRange, Table
from gather.table.unit_of_work import Refusal, UnitOfWork

EXPIRY_SCHEDULE = "expiry"
REMINDERS_SCHEDULE = "reminders"


def candidate_listing(team_id: str, candidate_id: str) -> str:
    """The partition that lists a candidate's interviews, in the second slot."""
    return keys.sublisting(team_id, "CANDIDATE_INTERVIEW", "CANDIDATE", candidate_id)


def interview_listing(team_id: str, interview_id: str) -> str:
    """The partition that lists the candidate interviews of an interview, in the third slot."""
    return keys.sublisting(team_id, "CANDIDATE_INTERVIEW", "INTERVIEW", interview_id)


def _expiry_due(record: CandidateInterviewRecord) -> tuple[str, str] | None:
    """The end of the invite or of the link to the results, whichever comes first."""
    invite = record.expiry if record.status in OPEN and record.closed_at is None else None
    ends = [moment for moment in (invite, record.share_expires_at) if moment is not None]
    return (EXPIRY_SCHEDULE, min(ends)) if ends else None


def _review(record: CandidateInterviewRecord) -> ReviewPlace | None:
    """The decision that the results wait for, or the start that the invite waits for."""
    if record.status in (CandidateInterviewStatus.HIRED, CandidateInterviewStatus.ARCHIVED):
        return None
    job_id = record.enrollment.job_id if record.enrollment else None
    if record.awaits_decision_at is not None:
        return ReviewPlace(ReviewKind.DECISION, record.awaits_decision_at, job_id)
    if record.awaits_start and record.invite_sent_at is not None:
        return ReviewPlace(ReviewKind.INVITE, record.invite_sent_at, job_id, until=record.expiry)
    return None


def sorted_key(team_id: str, sorted_by: str, scope: str, value: str, record_id: str) -> keys.Key:
    """A candidate interview in the order of a value, in its team or in the interview or job of `scope`."""
    partition = f"TEAM#{team_id}#CANDIDATE_INTERVIEW#SORTED#{sorted_by}{scope}"
    return keys.Key(partition, f"{value}#{record_id}")


SORTED_CANDIDATE_INTERVIEW = ItemKind("SORTED_CANDIDATE_INTERVIEW", sorted_key)


def interview_scope(interview_id: str) -> str:
    """The part of a key that stands for the candidate interviews of an interview."""
    return f"#INTERVIEW#{interview_id}"


def job_scope(job_id: str) -> str:
    """The part of a key that stands for the candidate interviews of a job."""
    return f"#JOB#{job_id}"


def score_name(score: int) -> str:
    """A score as it stands in keys."""
    return f"{score:03d}"


def _entries(record: CandidateInterviewRecord) -> Lookups:
    """The places of a candidate interview in all orders and scopes, with what filters look at in each."""
    values = {
        SortedBy.CREATED_AT: record.created_at,
        SortedBy.COMPLETED_AT: record.completed_at,
        SortedBy.SCORE: None if record.score is None else score_name(record.score),
    }
    looked_at = {
        "status": record.status,
        "createdAt": record.created_at,
        "completedAt": record.completed_at,
        "score": record.score,
    }
    scopes: dict[str, Mapping[str, object]] = {
        "": looked_at,
        interview_scope(record.interview_id): looked_at,
    }
    if record.job_id is not None:
        scopes[job_scope(record.job_id)] = {**looked_at, "interviewId": record.interview_id}
    return {
        SORTED_CANDIDATE_INTERVIEW.at(record.team_id, sorted_by, scope, value, record.id): attributes
        for sorted_by, value in values.items()
        if value is not None
        for scope, attributes in scopes.items()
    }


CANDIDATE_INTERVIEW = Kind(
    resource="candidate interview",
    name="CANDIDATE_INTERVIEW",
    model=CandidateInterviewRecord,
    team_of=team_of,
    listings=lambda record: [
        keys.listing(record.team_id, "CANDIDATE_INTERVIEW"),
        candidate_listing(record.team_id, record.candidate_id),
        interview_listing(record.team_id, record.interview_id),
    ],
    search_text=lambda record: record.external_id or "",
    due=_expiry_due,
    review=_review,
    status_filter=CountedFilter(
        lambda record: record.status.value if record.status else None,
        [status.value for status in CandidateInterviewStatus],
    ),
    entries=_entries,
    has_feed=True,
    # The id of one that a workflow makes has the time of its enrollment.
    place_name=lambda record: f"{record.created_at}#{record.id}",
    person_of=lambda record: record.candidate_id,
)


def list_newest_of_interview(
    table: Table, team_id: str, interview_id: str, most: int
) -> Iterator[CandidateInterviewRecord]:
    """The candidate interviews of an interview, newest first, `most` of them, as the index has them.

    One round trip for each hundred.
    """
    return (
        record for _place, record in islice(list_of_interview_after(table, team_id, interview_id, ""), most)
    )


def list_of_interview_after(
    table: Table, team_id: str, interview_id: str, after: str
) -> Iterator[tuple[str, CandidateInterviewRecord]]:
    """The candidate interviews of an interview that follow the place `after`, empty for all, newest first as
    the index has them, each with its place. One round trip for each hundred.
    """
    slot = SLOTS[2]
    listed = KeyRange(interview_listing(team_id, interview_id), slot.index, between=("!", after or "~"))
    for item in table.query_all(listed, descending=True, page_size=100):
        if item[slot.sort_attribute] != after:
            for record in readable(CandidateInterviewRecord, [item]):
                yield item[slot.sort_attribute], record


def invite_key(token: str) -> keys.Key:
    """From an invite token to its candidate interview."""
    return keys.pointer("INVITE", token)


def share_key(token: str) -> keys.Key:
    """From a share token to its candidate interview."""
    return keys.pointer("SHARE", token)


def reminder_key(team_id: str, candidate_interview_id: str) -> keys.Key:
    """The reminder that a candidate interview is still to get."""
    return CANDIDATE_INTERVIEW.part(team_id, candidate_interview_id, "REMINDER", "NEXT")


def former_share_key(team_id: str, candidate_interview_id: str, token: str) -> keys.Key:
    """A token of a candidate interview that opened the results once."""
    return keys.Key(f"{CANDIDATE_INTERVIEW.key(team_id, candidate_interview_id).pk}#SHARES", token)


FORMER_SHARE = ItemKind("FORMER_SHARE", former_share_key)
INVITE = ItemKind("INVITE", invite_key)
SHARE = ItemKind("SHARE", share_key)
REMINDER = ItemKind("REMINDER", reminder_key)


def create(unit: UnitOfWork, record: CandidateInterviewRecord) -> None:
    """Save a new record and the ways that lead to it from its invite and share tokens."""
    unit.create(CANDIDATE_INTERVIEW, record)
    unit.write(INVITE.at(record.invite_token).new(**_target(record)))
    save_share_pointer(unit, record)


def save_share_pointer(unit: UnitOfWork, record: CandidateInterviewRecord) -> None:
    """Save the way that leads to a record from its new share token, if it has one.

    It stays when the token is replaced, so that the token is known to have been one.
    """
    if record.share_token is not None:
        unit.write(SHARE.at(record.share_token).new(**_target(record)))


def save_former_share(unit: UnitOfWork, record: CandidateInterviewRecord) -> None:
    """Save that the record's share token was one, as part of `unit` that ends or replaces it."""
    if record.share_token is not None:
        unit.write(
            FORMER_SHARE.at(record.team_id, record.id, record.share_token).put(token=record.share_token)
        )


def list_former_share_tokens(table: Table, team_id: str, candidate_interview_id: str) -> list[str]:
    """The tokens that opened the results of a candidate interview once. One round trip."""
    partition = KeyRange(FORMER_SHARE.key(team_id, candidate_interview_id, "").pk)
    return [item["token"] for item in table.query_all(partition, consistent=True)]


_PARTS = (
    "",
    "#CONVERSATION",
    "#RECORDINGS",
    "#OUTCOMES",
    "#SCORE_CHANGES",
    "#COMMENTS",
    "#DECISIONS",
    "#REQUESTS",
    "#SHARES",
)


def parts_of_interview(team_id: str, candidate_interview_id: str) -> list[str]:
    """The partitions that hold everything that is stored beside a candidate interview."""
    record = CANDIDATE_INTERVIEW.key(team_id, candidate_interview_id)
    return [f"{record.pk}{part}" for part in _PARTS]


def require_candidate_interview(unit: UnitOfWork, team_id: str, candidate_interview_id: str) -> None:
    """Commit only if the candidate interview is there, and not erased meanwhile: else it raises NotFound."""
    refused = NotFound(CANDIDATE_INTERVIEW.resource, candidate_interview_id)
    unit.require(CANDIDATE_INTERVIEW.key(team_id, candidate_interview_id), present(), refused)


def _target(record: CandidateInterviewRecord) -> dict[str, str]:
    return {"teamId": record.team_id, "candidateInterviewId": record.id}


def find_by_token(table: Table, kind: ItemKind[[str]], token: str) -> tuple[str, str] | None:
    """The team and the candidate interview that a token leads to, by its pointer of `kind`.

    One round trip; none for what cannot be a token, which the table might refuse as a key.
    """
    pointer = table.get(kind.key(token)) if is_token(token) else None
    return (pointer["teamId"], pointer["candidateInterviewId"]) if pointer else None


def save_reminder(unit: UnitOfWork, record: CandidateInterviewRecord, moment: str) -> None:
    """Have the candidate reminded at `moment`, and not at another one that was set before."""
    place = REMINDER.at(record.team_id, record.id)
    due = keys.due_at(REMINDERS_SCHEDULE, record.id, moment)
    unit.write(place.put(id=record.id, teamId=record.team_id, **due))


def delete_reminder(unit: UnitOfWork, record: CandidateInterviewRecord) -> None:
    """Delete the reminder that a candidate interview was still to get, if there is one."""
    unit.write(REMINDER.at(record.team_id, record.id).delete())


def delete_due_reminder(unit: UnitOfWork, reminder: Item, refused: Refusal) -> None:
    """Delete a reminder that was due, as part of `unit`, which is refused when it is gone or due at another
    time by now."""
    unit.write(store.delete(keys.Key.of(reminder), equal("dueSk", reminder["dueSk"])), refused)


def postpone_reminder(
    unit: UnitOfWork, reminder: Item, record: CandidateInterviewRecord, moment: str, refused: Refusal
) -> None:
    """Have a reminder that was due come at `moment`, as part of `unit`, which is refused as for
    `delete_due_reminder`."""
    place = REMINDER.at(record.team_id, record.id)
    due = keys.due_at(REMINDERS_SCHEDULE, record.id, moment)
    is_as_read = equal("dueSk", reminder["dueSk"])
    unit.write(place.replace(is_as_read, id=record.id, teamId=record.team_id, **due), refused)


def require_unfinished(unit: UnitOfWork, record: CandidateInterviewRecord) -> None:
    """Have the commit raise Conflict when the candidate has completed the interview."""
    key = CANDIDATE_INTERVIEW.key(record.team_id, record.id)
    unit.require(key, present() & lacks("completedAt"), _completed_meanwhile())


def _completed_meanwhile() -> Exception:
    return Conflict("This interview has been completed.")
