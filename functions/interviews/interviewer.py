"""The interviewer of an AI interview: what it is told follows the interview (gather.content.persona)."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from gather.content.interview import InterviewDetail
from gather.content.persona import behaviour
from gather.content.persona_storage import material_among, material_keys, store_persona
from gather.content.scorecard import TopicRequest, new_template
from gather.content.scorecard_storage import ScorecardSlot, store_scorecard
from gather.core.clock import timestamp
from gather.table import keys
from gather.table.conversion import Item
from gather.table.records import Transaction


def prepare(
    transaction: Transaction,
    interview: InterviewDetail,
    topics: Sequence[TopicRequest] | None,
    found: Mapping[keys.Key, Item],
    now: datetime,
) -> None:
    """Give a new AI interview its persona, and a scorecard if it has topics; `found` holds its questions."""
    scorecard = new_template(interview.id, topics, now) if topics else None
    if scorecard is not None:
        store_scorecard(transaction, interview.team_id, scorecard, ScorecardSlot())
    questions = material_among(found, interview).questions
    store_persona(transaction, interview, questions, scorecard.topics if scorecard else (), timestamp(now))


def material_keys_of_change(before: InterviewDetail, after: InterviewDetail) -> Sequence[keys.Key]:
    """What has to be read before the change may be stored: nothing while the interviewer behaves alike."""
    return () if behaviour(before) == behaviour(after) else material_keys(after)


def tell(
    transaction: Transaction, interview: InterviewDetail, found: Mapping[keys.Key, Item], moment: str
) -> None:
    """Have a changed AI interview's persona follow; `found` was read by `material_keys_of_change`."""
    material = material_among(found, interview)
    store_persona(transaction, interview, material.questions, material.topics, moment, material.stored)
