"""The recordings that a candidate announced, apart from their candidate interview, which is read whole.

For example:

    storage.save(unit, record, recording)
    recording = storage.find(table, record, media_id)
"""

from collections.abc import Callable, Collection

from gather.core.errors import Conflict, NotFound, ValidationFailed
from gather.core.media_address import media_key
from gather.core.media_type import plain_type
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.recordings.media_keys import RECORDING_TYPES, is_media_token
from gather.screening.sessions.models import (
    MOST_RECORDINGS,
    Recording,
    StoredContent,
)
from gather.table import keys
from gather.table.changes import Update
from gather.table.conditions import below, lacks
from gather.table.item_kind import ItemKind
from gather.table.store import Table
from gather.table.unit_of_work import UnitOfWork


def recording_key(team_id: str, candidate_interview_id: str, media_id: str) -> keys.Key:
    """A recording that a candidate announced."""
    return keys.Key(_partition(team_id, candidate_interview_id), f"RECORDING#{media_id}")


def recordings_size_key(team_id: str, candidate_interview_id: str) -> keys.Key:
    """How many recordings were announced for a candidate interview."""
    return keys.Key(_partition(team_id, candidate_interview_id), "SIZE")


def _partition(team_id: str, candidate_interview_id: str) -> str:
    return f"{CANDIDATE_INTERVIEW.key(team_id, candidate_interview_id).pk}#RECORDINGS"


RECORDING = ItemKind("RECORDING", recording_key)
RECORDINGS_SIZE = ItemKind(None, recordings_size_key)


def find(table: Table, record: CandidateInterviewRecord, media_id: str) -> Recording | None:
    """A recording that was announced for a candidate interview, or None. One round trip."""
    item = table.get(RECORDING.key(record.team_id, record.id, media_id)) if is_media_token(media_id) else None
    return Recording.model_validate(item) if item else None


def find_uploaded(
    table: Table,
    record: CandidateInterviewRecord,
    media_id: str,
    describe: Callable[[str], StoredContent | None],
    types: Collection[str] = RECORDING_TYPES,
) -> Recording:
    """A file of one of `types` that is uploaded as it was announced; `describe` is the media store's. One
    round trip.

    Raises NotFound and ValidationFailed.
    """
    recording = find(table, record, media_id)
    if recording is None:
        raise NotFound("recording", media_id, "mediaId")
    if plain_type(recording.content_type) not in types:
        raise ValidationFailed.of("mediaId", "names a file of a type that is not taken here")
    stored = describe(media_key(recording.media_id))
    recording.check_uploaded(stored)
    return recording if stored is None else recording.changed(size=stored.size)


def save(unit: UnitOfWork, record: CandidateInterviewRecord, recording: Recording) -> None:
    """Save a new announcement, as part of `unit`, which is refused when there are as many as may be.

    It stays until its file is removed, or becomes part of what an erasure removes: a file is found by nothing
    else.
    """
    place = RECORDING.at(record.team_id, record.id, recording.media_id)
    unit.write(place.new(**recording.model_dump(by_alias=True)))
    count = Update(add={"announced": 1}, condition=lacks("announced") | below("announced", MOST_RECORDINGS))
    unit.write(RECORDINGS_SIZE.at(record.team_id, record.id).update(count), _too_many())


def _too_many() -> Exception:
    return Conflict(f"An interview may have {MOST_RECORDINGS} recordings, and this one has had them.")
