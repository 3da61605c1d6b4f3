"""Previews of changed scorecards in the table, each with a partition of what it shows.

Both are removed after 30 days by the table itself.

For example:

    storage.save(unit, preview, shown)
    previewed = storage.list_previewed(table, preview)
"""

from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.scorecard_previews.models import PreviewedInterview, ScorecardPreviewRecord
from gather.table import keys
from gather.table.item_kind import ItemKind
from gather.table.kind import Kind, team_of
from gather.table.store import KeyRange, Table
from gather.table.unit_of_work import UnitOfWork

SCORECARD_PREVIEW = Kind(
    resource="scorecard preview",
    name="SCORECARD_PREVIEW",
    model=ScorecardPreviewRecord,
    team_of=team_of,
    listings=lambda record: [],
)


def previewed_interview_key(team_id: str, preview_id: str, candidate_interview_id: str) -> keys.Key:
    """A candidate interview in a preview."""
    return SCORECARD_PREVIEW.part(team_id, preview_id, "CANDIDATE_INTERVIEW", candidate_interview_id)


PREVIEWED_INTERVIEW = ItemKind("PREVIEWED_INTERVIEW", previewed_interview_key)


def save(unit: UnitOfWork, preview: ScorecardPreviewRecord, shown: PreviewedInterview) -> None:
    """Save what a preview shows of a candidate interview, as part of `unit`."""
    place = PREVIEWED_INTERVIEW.at(preview.team_id, preview.id, shown.candidate_interview_id)
    body = shown.model_dump(by_alias=True, mode="json")
    unit.write(place.put(**body, expiresAtEpoch=preview.expires_at_epoch))


def list_previewed(table: Table, preview: ScorecardPreviewRecord) -> dict[str, PreviewedInterview]:
    """The candidate interviews previewed so far, by their ids, in order. One round trip for each megabyte."""
    partition = KeyRange(SCORECARD_PREVIEW.key(preview.team_id, preview.id).pk)
    items = table.query_all(partition, consistent=True)
    there = {
        item["candidateInterviewId"]: PreviewedInterview.model_validate(item)
        for item in items
        if PREVIEWED_INTERVIEW.includes(item)
    }
    return {each: there[each] for each in preview.chosen_ids if each in there}


def list_shown(table: Table, preview: ScorecardPreviewRecord) -> list[PreviewedInterview]:
    """The previewed candidate interviews without those of erased candidates. At most three round trips."""
    previewed = list_previewed(table, preview)
    places = {CANDIDATE_INTERVIEW.key(preview.team_id, each): each for each in previewed}
    present = {places[key] for key in table.get_many(places)}
    return [shown for each, shown in previewed.items() if each in present]
