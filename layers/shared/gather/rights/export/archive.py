"""The task of an export: a ZIP archive that is written to the bucket while it is made.

A part of the archive is in memory at a time, never a whole recording.
"""

import json
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from io import RawIOBase
from typing import Any, Final

from gather.chat.chats import storage as chat_storage
from gather.chat.chats.models import LARGEST_SEQUENCE
from gather.chat.files.models import SentFile, file_key, file_of
from gather.chat.left_messages.models import LeftMessage
from gather.chat.left_messages.storage import LEFT_MESSAGE, list_ids_by_email
from gather.core.document_type import DocumentType
from gather.core.email_address import normal_email
from gather.core.media_address import media_key
from gather.core.media_type import plain_type
from gather.core.observability import count
from gather.messaging.sent_messages import storage as sent_message_storage
from gather.ports.media import Media, MediaWriter
from gather.rights.erasure.models import RightsJobStatus
from gather.rights.export import service as export_service
from gather.rights.export.models import ExportRecord, export_folder
from gather.rights.export.storage import EXPORT
from gather.screening.candidate_interviews.models import CandidateInterview
from gather.screening.candidate_interviews.storage import candidate_listing
from gather.screening.candidate_requests.models import CandidateRequest
from gather.screening.candidate_requests.storage import list_requests
from gather.screening.candidates.models import Candidate
from gather.screening.candidates.storage import CANDIDATE
from gather.screening.comments.storage import list_comments
from gather.screening.decisions.storage import list_decisions
from gather.screening.human_scores.storage import list_changes
from gather.screening.recordings.address_storage import recording_addresses
from gather.screening.recordings.media_keys import ending_of
from gather.screening.results.storage import ResultsMaterial, get_material
from gather.table.listing import SLOTS
from gather.table.lookup import value_hash
from gather.table.records import Records
from gather.table.store import KeyRange
from gather.table.unit_of_work import UnitOfWork
from gather.wiring import Adapters
from gather.workers.task_runner import Attempt
from gather.workflow.candidate_meetings.storage import CANDIDATE_MEETING
from gather.workflow.enrollments.storage import candidate_listing as enrollment_listing
from gather.workflow.meetings.storage import MEETING

CONTENT = "candidate.json"


def export(attempt: Attempt) -> None:
    """Write the archive and end the export. One of a candidate who was erased meanwhile leaves nothing."""
    adapters, task = attempt.adapters, attempt.task
    stored = adapters.records.find(EXPORT, task.team_id, task.payload["exportId"])
    if stored is None or stored.record.status is RightsJobStatus.COMPLETE:
        attempt.end()
        return
    record = stored.record
    candidate = adapters.records.find(CANDIDATE, record.team_id, record.candidate_id)
    if candidate is not None:
        _write_archive(adapters, record, candidate.record, adapters.clock.now())
    if not attempt.finish(lambda unit: _end(unit, attempt, RightsJobStatus.COMPLETE)):
        adapters.engines.media().purge(export_folder(record.id))
        return
    count("Exports")


def delete_export(attempt: Attempt) -> None:
    """Remove an export whose day is over."""
    export_service.delete(attempt.adapters, attempt.task.team_id, attempt.task.payload["exportId"])
    attempt.end()


def give_up_export(attempt: Attempt, unit: UnitOfWork) -> bool:
    """Save that an export has failed; a client asks for another one."""
    return _end(unit, attempt, RightsJobStatus.FAILED)


def _end(unit: UnitOfWork, attempt: Attempt, status: RightsJobStatus) -> bool:
    """Store how the export ended; False when it was removed with its candidate."""
    stored = unit.find(EXPORT, attempt.task.team_id, attempt.task.payload["exportId"])
    if stored is not None:
        unit.replace(stored, stored.record.end(status, attempt.adapters.clock.now()))
    return stored is not None


class _Stream(RawIOBase):
    """The file that an archive is written to; it is never read or gone back in."""

    def __init__(self, writer: MediaWriter) -> None:
        self._writer = writer

    def writable(self) -> bool:
        return True

    def write(self, content: Any) -> int:
        self._writer.write(bytes(content))
        return len(content)


_OF_A_MEETING: Final = {
    "id",
    "created_at",
    "status",
    "confirmed_at",
    "answer",
    "answer_text",
    "answered_at",
    "booking",
    "held_at",
}
"""The members of a candidate meeting that are the candidate's."""


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """A file of a chat, and its place in the archive."""

    chat_id: str
    sent: SentFile
    sent_at: str

    @property
    def name(self) -> str:
        """The name of the file in the archive."""
        return f"chats/{self.chat_id}/{self.sent.id}{ending_of(self.sent.content_type)}"

    def describe(self) -> dict[str, Any]:
        """The entry of the file in `candidate.json`."""
        described = self.sent.model_dump(by_alias=True, mode="json")
        sent = {"conversationId": self.chat_id, "sentAt": self.sent_at}
        return {**described, **sent, "file": self.name}


def _write_archive(adapters: Adapters, record: ExportRecord, candidate: Candidate, now: datetime) -> None:
    media = adapters.engines.media()
    with (
        media.writing(record.archive_key, "application/zip") as writer,
        zipfile.ZipFile(_Stream(writer), "w") as archive,
    ):
        interviews = []
        for material in _materials(adapters, candidate):
            recordings = dict(_recordings(material))
            for media_id, name in recordings.items():
                _add_content(archive, media, media_key(media_id), name)
            interviews.append(_interview(adapters, material, recordings, now))
        left = _left_messages(adapters, candidate)
        files = list(_chat_files(adapters, candidate.team_id, left))
        for file in files:
            _add_content(archive, media, file_key(file.chat_id, file.sent.id), file.name)
        content = _content(adapters, candidate, interviews, left, files)
        archive.writestr(CONTENT, content, compress_type=zipfile.ZIP_DEFLATED)


def _materials(adapters: Adapters, candidate: Candidate) -> Iterator[ResultsMaterial]:
    """The material of each of the candidate's interviews, one at a time."""
    listed = KeyRange(candidate_listing(candidate.team_id, candidate.id), SLOTS[1].index)
    for item in adapters.records.table.query_all(listed):
        yield get_material(adapters.records, candidate.team_id, item["id"])


def _recordings(material: ResultsMaterial) -> Iterator[tuple[str, str]]:
    """The recordings of an interview and its résumé, each with its name in the archive."""
    folder = f"recordings/{material.whole.record.id}"
    for answer in material.whole.answers.values():
        if answer.media_id is not None:
            kind = plain_type(answer.content_type or "").rpartition("/")[2] or "bin"
            yield answer.media_id, f"{folder}/{answer.question_id}.{kind}"
    for turn in material.turns or ():
        if turn.media_id is not None:
            yield turn.media_id, f"{folder}/turn-{turn.sequence:03}"
    resume = material.whole.resume
    if resume is not None:
        yield resume.media_id, f"resumes/{material.whole.record.id}{DocumentType(resume.content_type).ending}"


def _add_content(archive: zipfile.ZipFile, media: Media, key: str, name: str) -> None:
    if media.describe(key) is None:
        return
    with archive.open(zipfile.ZipInfo(name), "w", force_zip64=True) as entry:
        for part in media.read(key):
            entry.write(part)


def _interview(
    adapters: Adapters, material: ResultsMaterial, recordings: Mapping[str, str], now: datetime
) -> dict[str, Any]:
    record, resume = material.whole.record, material.whole.resume
    shown = CandidateInterview.model_validate(record.model_dump())
    changes = list_changes(adapters.records.table, record.team_id, record.id)
    decisions = list_decisions(adapters.records.table, record.team_id, record.id)
    comments = list_comments(adapters.records.table, record.team_id, record.id)
    requests = list_requests(adapters.records.table, record.team_id, record.id)
    addresses = recording_addresses(adapters.records.table, adapters.settings.base_url, now)
    return {
        **shown.model_dump(by_alias=True, mode="json"),
        "consent": record.consent.model_dump(by_alias=True, mode="json") if record.consent else None,
        "answers": [
            {
                **answer.model_dump(by_alias=True, mode="json", exclude={"word_times", "media_id"}),
                "recording": recordings.get(answer.media_id or ""),
            }
            for answer in material.whole.answers.values()
        ],
        "resume": {
            **resume.given().model_dump(by_alias=True, mode="json"),
            "file": recordings[resume.media_id],
        }
        if resume
        else None,
        "results": {
            **material.results(addresses).model_dump(by_alias=True, mode="json"),
            "changes": [change.model_dump(by_alias=True, mode="json") for change in changes],
        },
        "decisions": [decision.model_dump(by_alias=True, mode="json") for decision in decisions],
        "comments": [comment.model_dump(by_alias=True, mode="json") for comment in comments],
        "requests": [
            CandidateRequest.model_validate(request.model_dump()).model_dump(by_alias=True, mode="json")
            for request in requests
        ],
    }


def _content(
    adapters: Adapters,
    candidate: Candidate,
    interviews: list[dict[str, Any]],
    left: Sequence[LeftMessage],
    files: Sequence[ExportedFile],
) -> str:
    sent = sent_message_storage.list_messages(adapters.records.table, candidate.team_id, candidate.id)
    whole = {
        "candidate": candidate.model_dump(by_alias=True, mode="json"),
        "candidateInterviews": interviews,
        "meetings": [*_meetings(adapters.records, candidate)],
        "messages": [message.model_dump(by_alias=True, mode="json") for message in sent],
        "leftMessages": [each.model_dump(by_alias=True, mode="json") for each in left],
        "chatFiles": [file.describe() for file in files],
    }
    return json.dumps(whole, ensure_ascii=False, indent=2)


def _meetings(records: Records, candidate: Candidate) -> Iterator[dict[str, Any]]:
    """The meetings that the candidate was asked to by workflows, with what they have booked and answered."""
    listed = KeyRange(enrollment_listing(candidate.team_id, candidate.id), SLOTS[1].index)
    for item in records.table.query_all(listed):
        ids = [step["candidateMeetingId"] for step in item["steps"] if step.get("candidateMeetingId")]
        invites = records.get_many(CANDIDATE_MEETING, candidate.team_id, ids)
        meeting_ids = {invite.meeting_id for invite in invites.values()}
        meetings = records.get_many(MEETING, candidate.team_id, meeting_ids)
        for invite in invites.values():
            meeting = meetings.get(invite.meeting_id)
            shown = invite.model_dump(by_alias=True, mode="json", include=_OF_A_MEETING)
            yield {"title": meeting.title if meeting else None, **shown}


def _left_messages(adapters: Adapters, candidate: Candidate) -> list[LeftMessage]:
    """The messages that were left for the team in chats with the candidate's address."""
    if candidate.email is None:
        return []
    records, team_id = adapters.records, candidate.team_id
    ids = list_ids_by_email(records.table, team_id, value_hash(team_id, normal_email(candidate.email)))
    return [*records.get_many(LEFT_MESSAGE, team_id, ids).values()]


def _chat_files(adapters: Adapters, team_id: str, left: Sequence[LeftMessage]) -> Iterator[ExportedFile]:
    """The files that were sent in the chats in which these messages were left."""
    for chat_id in dict.fromkeys(each.conversation_id for each in left):
        table, most = adapters.records.table, LARGEST_SEQUENCE
        page = chat_storage.list_messages(table, team_id, chat_id, after=0, limit=most)
        for message in page.messages:
            sent = file_of(message)
            if sent is not None:
                yield ExportedFile(chat_id, sent, message.created_at)
