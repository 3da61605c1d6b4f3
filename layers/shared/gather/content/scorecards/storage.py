"""Scorecard templates, stored beside their interview.

One item, the slot, holds the interview's latest template, and every change is conditional on the slot
as it was read: so there are never two active templates. Each version of each template is kept beside
it as history.
"""

from dataclasses import dataclass

from gather.content.interviews.models import InterviewDetail
from gather.content.interviews.storage import INTERVIEW
from gather.content.scorecards.models import ScoreCardTemplate
from gather.core.errors import NotFound
from gather.core.identifiers import is_id
from gather.table import keys
from gather.table.conditions import equal
from gather.table.conversion import Item
from gather.table.item_kind import ItemKind
from gather.table.record_reader import RecordReader
from gather.table.records import Records
from gather.table.store import KeyRange, Table
from gather.table.unit_of_work import UnitOfWork


def scorecard_slot_key(team_id: str, interview_id: str) -> keys.Key:
    """The slot: the one item of an interview's latest scorecard template."""
    return INTERVIEW.part(team_id, interview_id, "SCORECARD", "ACTIVE")


def scorecard_version_key(team_id: str, interview_id: str, template_id: str, version: int) -> keys.Key:
    """An earlier or current version of a scorecard template."""
    return INTERVIEW.part(team_id, interview_id, "SCORECARD", f"{template_id}#{version:06d}")


SCORECARD_SLOT = ItemKind("SCORECARD", scorecard_slot_key)
SCORECARD_VERSION = ItemKind("SCORECARD", scorecard_version_key)


def get_with_all_scorecards(
    table: Table, team_id: str, interview_id: str
) -> tuple[InterviewDetail, ScoreCardTemplate | None, list[ScoreCardTemplate]]:
    """An interview, its latest template (active or not) and every other version of all its templates.

    One round trip for each megabyte, consistent. Raises NotFound; an archived interview is there.
    """
    record = INTERVIEW.key(team_id, interview_id)
    if not is_id(interview_id):
        raise NotFound(INTERVIEW.resource, interview_id)
    items = table.query_all(KeyRange(record.pk), consistent=True)
    parts = {keys.Key.of(item): item for item in items}
    if record not in parts:
        raise NotFound(INTERVIEW.resource, interview_id)
    interview = InterviewDetail.model_validate(parts[record])
    slot = parts.pop(SCORECARD_SLOT.key(team_id, interview_id), None)
    latest = ScoreCardTemplate.model_validate(slot) if slot else None
    if latest is not None:
        parts.pop(SCORECARD_VERSION.key(team_id, interview_id, latest.id, latest.version), None)
    versions = [
        ScoreCardTemplate.model_validate(part) for part in parts.values() if SCORECARD_VERSION.includes(part)
    ]
    return interview, latest, versions


@dataclass(frozen=True, slots=True)
class ScorecardSlot:
    """An interview's slot as it was read; `revision` counts its changes and is 0 before the first."""

    active: ScoreCardTemplate | None = None
    revision: int = 0


def find_active_scorecard(records: RecordReader, team_id: str, interview_id: str) -> ScoreCardTemplate | None:
    """The active template of an interview, or None. One round trip."""
    return slot_of(records.table.get(SCORECARD_SLOT.key(team_id, interview_id))).active


def find_version(
    reader: RecordReader, team_id: str, interview_id: str, template_id: str, version: int
) -> ScoreCardTemplate | None:
    """A version of an interview's template, active or not, or None. One round trip."""
    item = reader.table.get(SCORECARD_VERSION.key(team_id, interview_id, template_id, version))
    return ScoreCardTemplate.model_validate(item) if item else None


def get_slot(records: Records, team_id: str, interview_id: str) -> ScorecardSlot:
    """The slot of an interview, which may be archived. One round trip. Raises NotFound."""
    return get_with_slot(records.table, team_id, interview_id, archived_too=True)[1]


def get_with_slot(
    table: Table, team_id: str, interview_id: str, *, archived_too: bool = False
) -> tuple[Item, ScorecardSlot]:
    """An interview's item and its slot. One round trip. Raises NotFound."""
    interview_key = INTERVIEW.key(team_id, interview_id)
    slot_key = SCORECARD_SLOT.key(team_id, interview_id)
    found = table.get_many([interview_key, slot_key]) if is_id(interview_id) else {}
    interview = found.get(interview_key)
    if interview is None or (interview.get("archivedAt") is not None and not archived_too):
        raise NotFound(INTERVIEW.resource, interview_id)
    return interview, slot_of(found.get(slot_key))


def _named(template: ScoreCardTemplate) -> tuple[str, int]:
    return template.id, template.version


def slot_of(item: Item | None) -> ScorecardSlot:
    """The slot from its item, if there is one."""
    if item is None:
        return ScorecardSlot()
    template = ScoreCardTemplate.model_validate(item)
    return ScorecardSlot(template if template.is_active else None, item["revision"])


def save_scorecard(unit: UnitOfWork, team_id: str, template: ScoreCardTemplate, slot: ScorecardSlot) -> None:
    """Save `template` in the slot, on condition that the slot is still as it was read.

    The template that was active becomes history. `ScorecardSlot()` stands for the slot of a new interview.
    """
    place = SCORECARD_SLOT.at(team_id, template.interview_id)
    content = {**template.model_dump(by_alias=True), "revision": slot.revision + 1}
    if slot.revision == 0:
        unit.write(place.new(**content))
    else:
        unit.write(place.replace(equal("revision", slot.revision), **content))
    save_version(unit, team_id, template)
    before = slot.active
    if before is not None and _named(before) != _named(template):
        save_version(unit, team_id, before.deactivate(template.updated_at))


def save_version(unit: UnitOfWork, team_id: str, template: ScoreCardTemplate) -> None:
    """Save a version of a template in the history of its interview, as part of `unit`."""
    place = SCORECARD_VERSION.at(team_id, template.interview_id, template.id, template.version)
    unit.write(place.put(**template.model_dump(by_alias=True)))
