"""Personas, stored beside their AI interview and in no listing.

The thin search index knows which questions a persona holds, and nothing else of it: so those that a
changed question is in are found without reading any other.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gather.content.interviews.models import InterviewDetail
from gather.content.interviews.storage import INTERVIEW
from gather.content.personas.models import Persona, new_persona, spoken_questions
from gather.content.questions.models import Question
from gather.content.questions.storage import question_key, questions_among
from gather.content.scorecards.models import ScoreCardTemplate, Topic
from gather.content.scorecards.storage import SCORECARD_SLOT
from gather.table import keys
from gather.table.conditions import contains, equal
from gather.table.conversion import Item
from gather.table.item_kind import ItemKind
from gather.table.store import KeyRange, Table
from gather.table.unit_of_work import UnitOfWork


def persona_key(team_id: str, interview_id: str) -> keys.Key:
    """The persona of an AI interview."""
    return INTERVIEW.part(team_id, interview_id, "PERSONA", "LATEST")


PERSONA = ItemKind("PERSONA", persona_key)


def _listing(team_id: str) -> str:
    return keys.listing(team_id, "PERSONA")


@dataclass(frozen=True, slots=True)
class StoredPersona:
    """An interview's persona as it was read; `revision` counts its writes and is 0 before the first."""

    persona: Persona | None = None
    revision: int = 0


NO_PERSONA = StoredPersona()
"""The persona of a new interview: none yet."""


@dataclass(frozen=True, slots=True)
class PersonaMaterial:
    """The records that a persona follows from beside its interview, and the persona that there is."""

    questions: Sequence[Question]
    topics: Sequence[Topic]
    stored: StoredPersona


def material_keys(interview: InterviewDetail) -> list[keys.Key]:
    """The keys of the records that the persona of an AI interview follows from."""
    team_id = interview.team_id
    return [
        PERSONA.key(team_id, interview.id),
        SCORECARD_SLOT.key(team_id, interview.id),
        *(question_key(team_id, asked) for asked in spoken_questions(interview)),
    ]


def material_among(found: Mapping[keys.Key, Item], interview: InterviewDetail) -> PersonaMaterial:
    """The material of an interview's persona, from the items of its `material_keys`."""
    team_id = interview.team_id
    scorecard = found.get(SCORECARD_SLOT.key(team_id, interview.id))
    persona = found.get(PERSONA.key(team_id, interview.id))
    return PersonaMaterial(
        questions_among(found, team_id, spoken_questions(interview)),
        ScoreCardTemplate.model_validate(scorecard).topics if scorecard and scorecard["isActive"] else (),
        StoredPersona(Persona.model_validate(persona), persona["revision"]) if persona else NO_PERSONA,
    )


def get_material(table: Table, interview: InterviewDetail) -> PersonaMaterial:
    """The material of an interview's persona. One round trip for each hundred items."""
    return material_among(table.get_many(material_keys(interview)), interview)


def save_persona(
    unit: UnitOfWork,
    interview: InterviewDetail,
    questions: Sequence[Question],
    topics: Sequence[Topic],
    moment: str,
    stored: StoredPersona = NO_PERSONA,
) -> bool:
    """Save the persona that follows from an AI interview and its material, as part of `unit`.

    `questions` are the interview's `spoken_questions`, `topics` those of its active scorecard. `stored` is
    the persona that it has, as it was read: the transaction is refused when that was changed meanwhile.
    A persona that stays as it is is not written again, and then nothing is asked of it: each text has a
    section of its own in the prompt, so that what makes no difference now makes none beside other texts.
    Returns whether it is written.
    """
    place = PERSONA.at(interview.team_id, interview.id)
    before = stored.persona
    if before is None:
        persona = new_persona(interview, questions, topics, moment)
        unit.write(place.new(**_attributes(persona, 1)))
        return True
    persona = before.regenerate(interview, questions, topics, moment)
    if persona == before:
        return False
    after = _attributes(persona, stored.revision + 1)
    unit.write(place.replace(equal("revision", stored.revision), **after))
    return True


def list_interviews_with_question(table: Table, team_id: str, question_id: str) -> Iterable[str]:
    """The ids of the AI interviews whose persona holds a question, oldest first, page by page."""
    walk = KeyRange(_listing(team_id), "search")
    found = table.query_all(walk, where=contains("searchText", question_id))
    return (item["searchSk"] for item in found)


def _attributes(persona: Persona, revision: int) -> Item:
    return {
        **persona.model_dump(by_alias=True),
        **keys.found_in(_listing(persona.team_id), persona.interview_id, " ".join(persona.question_ids)),
        "revision": revision,
    }
