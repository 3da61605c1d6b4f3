"""Personas, stored beside their AI interview and in no listing.

The thin search index knows which questions a persona holds, and nothing else of it: so those that a
changed question is in are found without reading any other.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gather.domain.interview import InterviewDetail
from gather.domain.persona import Persona, new_persona, regenerated
from gather.domain.question import Question
from gather.domain.scorecard import Topic
from gather.table import keys, store
from gather.table.conversion import Item
from gather.table.records import Transaction
from gather.table.store import KeyRange, Table

ENTITY = "PERSONA"


@dataclass(frozen=True, slots=True)
class StoredPersona:
    """An interview's persona as it was read; `revision` counts its writes and is 0 before the first."""

    persona: Persona | None = None
    revision: int = 0

    @classmethod
    def of(cls, item: Item | None) -> "StoredPersona":
        """From its item, if there is one."""
        return cls(Persona.model_validate(item), item["revision"]) if item else NO_PERSONA


NO_PERSONA = StoredPersona()
"""Where a new interview starts from."""


def store_persona(
    transaction: Transaction,
    interview: InterviewDetail,
    questions: Sequence[Question],
    topics: Sequence[Topic],
    moment: str,
    stored: StoredPersona = NO_PERSONA,
) -> None:
    """Give an AI interview the persona that follows from all this, as part of `transaction`.

    `questions` are the interview's `spoken_questions`, `topics` those of its active scorecard. `stored` is
    the persona that it has, as it was read: the transaction is refused when that was changed meanwhile.
    Nothing is written of a persona that stays as it is.
    """
    key = keys.persona(interview.team_id, interview.id)
    before = stored.persona
    if before is None:
        persona = new_persona(interview, questions, topics, moment)
        transaction.write(store.put(_item(key, persona, 1), "attribute_not_exists(pk)"))
        return
    persona = regenerated(before, interview, questions, topics, moment)
    unchanged = "revision = :read"
    if persona == before:
        transaction.write(store.check(key, unchanged, read=stored.revision))
    else:
        item = _item(key, persona, stored.revision + 1)
        transaction.write(store.put(item, unchanged, read=stored.revision))


def interviews_asking(table: Table, team_id: str, question_id: str) -> Iterable[str]:
    """The ids of the AI interviews whose persona holds a question, oldest first, page by page."""
    walk = KeyRange(keys.listing(team_id, ENTITY), "search")
    found = table.query_all(
        walk, filter_expression="contains(searchText, :question)", filter_values={":question": question_id}
    )
    return (item["searchSk"] for item in found)


def _item(key: keys.Key, persona: Persona, revision: int) -> Item:
    return {
        **persona.model_dump(by_alias=True),
        "pk": key.pk,
        "sk": key.sk,
        "entity": ENTITY,
        "revision": revision,
        "searchPk": keys.listing(persona.team_id, ENTITY),
        "searchSk": persona.interview_id,
        "searchText": " ".join(persona.question_ids),
    }
