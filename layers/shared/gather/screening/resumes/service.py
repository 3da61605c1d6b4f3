"""The use cases of a candidate's résumé: announce a file, hand it in, take it back.

For example:

    recording, upload = service.announce(records, media, invite_token, request, now=now)
    resume = service.submit(records, media, invite_token, request, now=now)
"""

from dataclasses import dataclass
from datetime import datetime

from gather.core.clock import timestamp
from gather.core.document_type import DocumentType
from gather.core.errors import Conflict
from gather.core.media_address import media_key
from gather.core.pdf_check import require_open
from gather.ports.media import Media, PresignedUpload
from gather.screening.candidate_interviews.storage import require_unfinished
from gather.screening.recordings import storage as recording_storage
from gather.screening.resumes import storage as resume_storage
from gather.screening.resumes.models import (
    RESUME_TYPES,
    GivenResume,
    GiveResume,
    ResumeRequest,
    StoredResume,
    new_resume,
)
from gather.screening.sessions.models import Recording
from gather.screening.sessions.service import announce_upload
from gather.screening.sessions.storage import ScreeningSession, open_session, open_session_with_consent
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork


@dataclass(frozen=True, slots=True)
class ResumeChange:
    """The résumé as it is, and the one whose file is of no use any more."""

    now: StoredResume | None
    former: StoredResume | None = None

    def given(self) -> GivenResume | None:
        """The résumé that the candidate has handed in."""
        return self.now.given() if self.now else None

    def clear(self, media: Media) -> None:
        """Delete the file that is of no use any more, once the change is stored.

        Where this fails the file is one that became nothing, which the organization's retention removes.
        """
        if self.former is not None:
            media.purge(media_key(self.former.media_id))


def check_requested(session: ScreeningSession) -> None:
    """Raises Conflict where nothing can be handed in: the interview asks for no résumé, or is over."""
    session.check_unfinished()
    if not session.interview().resume:
        raise Conflict("This interview asks for no resume.")


def announce(
    records: Records, media: Media, invite_token: str, request: ResumeRequest, *, now: datetime
) -> tuple[Recording, PresignedUpload]:
    """A place for a résumé, and the address to PUT it to. Raises Forbidden, and as `check_requested` does."""
    session = open_session_with_consent(records, invite_token, now)
    check_requested(session)
    return announce_upload(session, request, media)


def submit(
    records: Records, media: Media, invite_token: str, request: GiveResume, *, now: datetime
) -> GivenResume | None:
    """Hand a file in, in place of an earlier one, which is deleted.

    Raises Forbidden before a required consent, NotFound, ValidationFailed, and Conflict as `check_requested`
    does.
    """
    change = records.run(
        lambda unit: _submit(unit, open_session_with_consent(records, invite_token, now), request, media, now)
    )
    change.clear(media)
    return change.given()


def withdraw(records: Records, media: Media, invite_token: str, *, now: datetime) -> GivenResume | None:
    """Delete the résumé that was handed in; without one nothing happens. Raises Conflict once it is over."""
    change = records.run(lambda unit: _withdraw(unit, open_session(records, invite_token, now)))
    change.clear(media)
    return change.given()


def _submit(
    unit: UnitOfWork, session: ScreeningSession, request: GiveResume, media: Media, now: datetime
) -> ResumeChange:
    """Hand a file in, in place of an earlier one; the same one again changes nothing.

    Raises NotFound, ValidationFailed, and Conflict as `check_requested` does.
    """
    earlier = session.whole.resume
    check_requested(session)
    if earlier is not None and earlier.media_id == request.media_id:
        return ResumeChange(earlier)
    record = session.whole.record
    announced = recording_storage.find_uploaded(
        session.records.table, record, request.media_id, media.describe, RESUME_TYPES
    )
    content = media.get(media_key(announced.media_id))
    resume = new_resume(request, announced.content_type, content, timestamp(now))
    require_open(DocumentType(resume.content_type), content, "mediaId")
    resume_storage.save(unit, record, resume, earlier)
    require_unfinished(unit, record)
    return ResumeChange(resume, earlier)


def _withdraw(unit: UnitOfWork, session: ScreeningSession) -> ResumeChange:
    """Delete what was handed in; without anything nothing happens. Raises Conflict once it is over."""
    session.check_unfinished()
    earlier = session.whole.resume
    if earlier is not None:
        resume_storage.delete(unit, session.whole.record, earlier)
        require_unfinished(unit, session.whole.record)
    return ResumeChange(None, earlier)
