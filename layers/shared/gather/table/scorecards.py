"""Scorecard templates, stored beside their interview.

One item, the slot, holds the interview's latest template, and every change is conditional on the slot
as it was read: so there are never two active templates. Each version of each template is kept beside
it as history.
"""

from collections.abc import Callable
from dataclasses import dataclass

from gather.domain.interview import InterviewDetail
from gather.domain.scorecard import ScoreCardTemplate, deactivated
from gather.errors import NotFound
from gather.identifiers import is_id
from gather.table import keys, store
from gather.table.conversion import Item
from gather.table.kinds import INTERVIEW
from gather.table.records import CHANGE_ATTEMPTS, LostRace, Records, Transaction, absent
from gather.table.store import KeyRange

ENTITY = "SCORECARD"


@dataclass(frozen=True, slots=True)
class ScorecardSlot:
    """An interview's slot as it was read; `revision` counts its changes and is 0 before the first."""

    active: ScoreCardTemplate | None = None
    revision: int = 0


def active_scorecard(records: Records, team_id: str, interview_id: str) -> ScoreCardTemplate | None:
    """The active template of an interview, or None. One round trip."""
    return _slot(records.table.get(keys.active_scorecard(team_id, interview_id))).active


def read_slot(records: Records, team_id: str, interview_id: str) -> ScorecardSlot:
    """The slot of an interview. One round trip. Raises NotFound unless the interview is there, unarchived."""
    interview_key = INTERVIEW.key(team_id, interview_id)
    slot_key = keys.active_scorecard(team_id, interview_id)
    found = records.table.get_many([interview_key, slot_key]) if is_id(interview_id) else {}
    interview = found.get(interview_key)
    if interview is None or interview.get("archivedAt") is not None:
        raise NotFound(INTERVIEW.resource, interview_id)
    return _slot(found.get(slot_key))


def read_with_all_scorecards(
    records: Records, team_id: str, interview_id: str
) -> tuple[InterviewDetail, ScoreCardTemplate | None, list[ScoreCardTemplate]]:
    """An interview, its latest template (active or not) and every other version of all its templates.

    One round trip for each megabyte, consistent. Raises NotFound; an archived interview is there.
    """
    interview_key, slot_key = (
        INTERVIEW.key(team_id, interview_id),
        keys.active_scorecard(team_id, interview_id),
    )
    items = (
        list(records.table.query_all(KeyRange(interview_key.pk), consistent=True))
        if is_id(interview_id)
        else []
    )
    parts = {item["sk"]: item for item in items}
    if interview_key.sk not in parts:
        raise NotFound(INTERVIEW.resource, interview_id)
    interview = InterviewDetail.model_validate(parts[interview_key.sk])
    latest = parts.pop(slot_key.sk, None)
    versions = [ScoreCardTemplate.model_validate(parts[sk]) for sk in parts if keys.is_scorecard(sk)]
    if latest is None:
        return interview, None, versions
    template = ScoreCardTemplate.model_validate(latest)
    return interview, template, [each for each in versions if _named(each) != _named(template)]


def _named(template: ScoreCardTemplate) -> tuple[str, int]:
    return template.id, template.version


def _slot(item: Item | None) -> ScorecardSlot:
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

    Answers the template and the slot's revision. Raises NotFound, Conflict after several lost races, and
    what `change` raises.
    """
    for attempt in range(1, CHANGE_ATTEMPTS + 1):
        slot = read_slot(records, team_id, interview_id)
        template = change(slot)
        transaction = records.transaction()
        transaction.require(
            INTERVIEW.key(team_id, interview_id),
            "attribute_exists(pk) AND attribute_not_exists(archivedAt)",
            absent(INTERVIEW.resource, interview_id),
        )
        store_scorecard(transaction, team_id, template, slot)
        try:
            transaction.commit()
            return template, slot.revision + 1
        except LostRace:
            if attempt == CHANGE_ATTEMPTS:
                raise
    raise AssertionError("the last attempt returns or raises")


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
