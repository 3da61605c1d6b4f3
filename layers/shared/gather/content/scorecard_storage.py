"""Scorecard templates, stored beside their interview.

One item, the slot, holds the interview's latest template, and every change is conditional on the slot
as it was read: so there are never two active templates. Each version of each template is kept beside
it as history.
"""

from collections.abc import Callable
from dataclasses import dataclass

from gather.content.interview import InterviewDetail
from gather.content.interview_storage import INTERVIEW
from gather.content.persona_storage import read_material, store_persona
from gather.content.scorecard import ScoreCardTemplate, deactivated
from gather.core.errors import NotFound
from gather.core.identifiers import is_id
from gather.table import keys, store
from gather.table.conversion import Item
from gather.table.records import CHANGE_ATTEMPTS, LostRace, Records, Transaction, absent, lost_race
from gather.table.store import KeyRange, Table


def read_with_all_scorecards(
    table: Table, team_id: str, interview_id: str
) -> tuple[InterviewDetail, ScoreCardTemplate | None, list[ScoreCardTemplate]]:
    """An interview, its latest template (active or not) and every other version of all its templates.

    One round trip for each megabyte, consistent. Raises NotFound; an archived interview is there.
    """
    record = INTERVIEW.key(team_id, interview_id)
    if not is_id(interview_id):
        raise NotFound(INTERVIEW.resource, interview_id)
    parts = {item["sk"]: item for item in table.query_all(KeyRange(record.pk), consistent=True)}
    if record.sk not in parts:
        raise NotFound(INTERVIEW.resource, interview_id)
    interview = InterviewDetail.model_validate(parts[record.sk])
    slot = parts.pop(keys.active_scorecard(team_id, interview_id).sk, None)
    latest = ScoreCardTemplate.model_validate(slot) if slot else None
    if latest is not None:
        parts.pop(keys.scorecard_version(team_id, interview_id, latest.id, latest.version).sk, None)
    versions = [ScoreCardTemplate.model_validate(parts[sk]) for sk in parts if keys.is_scorecard(sk)]
    return interview, latest, versions


ENTITY = "SCORECARD"


@dataclass(frozen=True, slots=True)
class ScorecardSlot:
    """An interview's slot as it was read; `revision` counts its changes and is 0 before the first."""

    active: ScoreCardTemplate | None = None
    revision: int = 0


def active_scorecard(records: Records, team_id: str, interview_id: str) -> ScoreCardTemplate | None:
    """The active template of an interview, or None. One round trip."""
    return slot_of(records.table.get(keys.active_scorecard(team_id, interview_id))).active


def read_slot(records: Records, team_id: str, interview_id: str) -> ScorecardSlot:
    """The slot of an interview, which may be archived. One round trip. Raises NotFound."""
    return _read(records, team_id, interview_id, archived_too=True)[1]


def _read(
    records: Records, team_id: str, interview_id: str, *, archived_too: bool = False
) -> tuple[Item, ScorecardSlot]:
    """An interview's item and its slot."""
    interview_key = INTERVIEW.key(team_id, interview_id)
    slot_key = keys.active_scorecard(team_id, interview_id)
    found = records.table.get_many([interview_key, slot_key]) if is_id(interview_id) else {}
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


def change_slot(
    records: Records,
    team_id: str,
    interview_id: str,
    change: Callable[[ScorecardSlot], ScoreCardTemplate],
) -> tuple[ScoreCardTemplate, int]:
    """Read an interview's slot and store the template that `change` answers; again when somebody was faster.

    The persona of an AI interview follows in the same transaction. Two round trips, three with a persona
    that has to follow. Answers the template and the slot's revision. Raises NotFound, Conflict after
    several lost races, and what `change` raises.
    """
    for attempt in range(1, CHANGE_ATTEMPTS + 1):
        interview, slot = _read(records, team_id, interview_id)
        template = change(slot)
        transaction = records.transaction()
        store_scorecard(transaction, team_id, template, slot)
        if _interviewer_is_told(interview, slot, template):
            _tell(records, transaction, interview, template)
        else:
            transaction.require(
                INTERVIEW.key(team_id, interview_id),
                "attribute_exists(pk) AND attribute_not_exists(archivedAt)",
                absent(INTERVIEW.resource, interview_id),
            )
        try:
            transaction.commit()
            return template, slot.revision + 1
        except LostRace:
            if attempt == CHANGE_ATTEMPTS:
                raise
    raise AssertionError("the last attempt returns or raises")


def _interviewer_is_told(interview: Item, slot: ScorecardSlot, template: ScoreCardTemplate) -> bool:
    """Whether the template changes the topics that an AI interviewer listens for."""
    before = slot.active.topics if slot.active else ()
    after = template.topics if template.is_active else ()
    return "aiConfiguration" in interview and before != after


def _tell(records: Records, transaction: Transaction, item: Item, template: ScoreCardTemplate) -> None:
    """Have the interview's persona follow `template`, on condition that the interview is as it was read."""
    interview = InterviewDetail.model_validate(item)
    material = read_material(records.table, interview)
    transaction.require(
        INTERVIEW.key(interview.team_id, interview.id), "revision = :read", lost_race, read=item["revision"]
    )
    topics = template.topics if template.is_active else ()
    store_persona(transaction, interview, material.questions, topics, template.updated_at, material.stored)


def store_scorecard(
    transaction: Transaction, team_id: str, template: ScoreCardTemplate, slot: ScorecardSlot
) -> None:
    """Put `template` into the slot, on condition that the slot is still as it was read.

    What was active becomes history. `ScorecardSlot()` stands for the slot of a new interview.
    """
    slot_key = keys.active_scorecard(team_id, template.interview_id)
    content = {**_item(slot_key, template), "revision": slot.revision + 1}
    if slot.revision == 0:
        transaction.write(store.put(content, "attribute_not_exists(pk)"))
    else:
        transaction.write(store.put(content, "revision = :read", read=slot.revision))
    keep_version(transaction, team_id, template)
    before = slot.active
    if before is not None and _named(before) != _named(template):
        keep_version(transaction, team_id, deactivated(before, template.updated_at))


def keep_version(transaction: Transaction, team_id: str, template: ScoreCardTemplate) -> None:
    """Put a version of a template into the history of its interview, as part of `transaction`."""
    key = keys.scorecard_version(team_id, template.interview_id, template.id, template.version)
    transaction.write(store.put(_item(key, template)))


def _item(key: keys.Key, template: ScoreCardTemplate) -> Item:
    return {"pk": key.pk, "sk": key.sk, "entity": ENTITY, **template.model_dump(by_alias=True)}
