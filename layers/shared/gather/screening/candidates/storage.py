"""Candidates in the table: their places, their lookups and their entries in sorted lists."""

from collections.abc import Mapping
from typing import Final

from gather.core.case_folding import fold
from gather.core.email_address import normal_email
from gather.screening.candidates.models import Candidate
from gather.screening.candidates.search_words import WordBeginning, word_beginnings
from gather.table import keys
from gather.table.conditions import present
from gather.table.item_kind import ItemKind
from gather.table.kind import Kind, team_of
from gather.table.lookup import Lookup, Lookups, value_hash
from gather.table.unit_of_work import Refusal, UnitOfWork

_WORD_CHARACTERS: Final = 16


def candidate_external_id_key(team_id: str, external_id_hash: str, record_id: str) -> keys.Key:
    """From a customer's own id of a person to a candidate."""
    return keys.Key(f"TEAM#{team_id}#CANDIDATE#EXTERNALID#{external_id_hash}", record_id)


def candidate_email_key(team_id: str, email_hash: str, record_id: str) -> keys.Key:
    """From an e-mail address, whatever its case, to a candidate."""
    return keys.Key(f"TEAM#{team_id}#CANDIDATE#EMAIL#{email_hash}", record_id)


def candidate_phone_key(team_id: str, phone_hash: str, record_id: str) -> keys.Key:
    """From a telephone number to a candidate."""
    return keys.Key(f"TEAM#{team_id}#CANDIDATE#PHONE#{phone_hash}", record_id)


def candidate_tag_key(team_id: str, tag_hash: str, record_id: str) -> keys.Key:
    """A candidate among those with a tag."""
    return keys.Key(f"TEAM#{team_id}#CANDIDATE#TAG#{tag_hash}", record_id)


def candidate_source_key(team_id: str, source_hash: str, record_id: str) -> keys.Key:
    """A candidate among those of a source."""
    return keys.Key(f"TEAM#{team_id}#CANDIDATE#SOURCE#{source_hash}", record_id)


def candidate_word_key(team_id: str, few_hash: str, many_hash: str, record_id: str) -> keys.Key:
    """A candidate among those with a word that begins with the same letters."""
    return keys.Key(f"TEAM#{team_id}#CANDIDATE#WORD#{few_hash}", f"{many_hash}#{record_id}")


CANDIDATE_EXTERNAL_ID = ItemKind("CANDIDATE_EXTERNAL_ID", candidate_external_id_key)
CANDIDATE_EMAIL = ItemKind("CANDIDATE_EMAIL", candidate_email_key)
CANDIDATE_PHONE = ItemKind("CANDIDATE_PHONE", candidate_phone_key)
CANDIDATE_TAG = ItemKind("CANDIDATE_TAG", candidate_tag_key)
CANDIDATE_SOURCE = ItemKind("CANDIDATE_SOURCE", candidate_source_key)
CANDIDATE_WORD = ItemKind("CANDIDATE_WORD", candidate_word_key)


def _email_of(candidate: Candidate) -> str | None:
    return normal_email(candidate.email) if candidate.email else None


BY_EXTERNAL_ID: Lookup[Candidate] = Lookup(CANDIDATE_EXTERNAL_ID, lambda candidate: candidate.external_id)
BY_EMAIL: Lookup[Candidate] = Lookup(CANDIDATE_EMAIL, _email_of)
BY_PHONE: Lookup[Candidate] = Lookup(CANDIDATE_PHONE, lambda candidate: candidate.phone)


def _entries(candidate: Candidate) -> Lookups:
    """A candidate's places among those with the same tag, source and words, with what filters look at."""
    team_id = candidate.team_id
    looked_at: Mapping[str, object] = {
        "archivedAt": candidate.archived_at,
        "searchText": fold(candidate.search_text()),
        "source": candidate.source,
        "tags": list(candidate.tags) or None,
    }
    words = word_beginnings(candidate.full_name, candidate.email)
    places = [
        CANDIDATE_SOURCE.at(team_id, value_hash(team_id, candidate.source), candidate.id),
        *(CANDIDATE_TAG.at(team_id, value_hash(team_id, tag), candidate.id) for tag in candidate.tags),
        *(CANDIDATE_WORD.at(team_id, *_word_hashes(team_id, word), candidate.id) for word in words),
    ]
    return dict.fromkeys(places, looked_at)


def _word_hashes(team_id: str, word: WordBeginning) -> tuple[str, str]:
    return (
        value_hash(team_id, word.few)[:_WORD_CHARACTERS],
        value_hash(team_id, word.many)[:_WORD_CHARACTERS],
    )


CANDIDATE = Kind(
    resource="candidate",
    name="CANDIDATE",
    model=Candidate,
    team_of=team_of,
    listings=lambda record: [keys.listing(record.team_id, "CANDIDATE")],
    search_text=Candidate.search_text,
    lookups=(BY_EXTERNAL_ID, BY_EMAIL, BY_PHONE),
    entries=_entries,
    has_feed=True,
    person_of=lambda record: record.id,
)


def tag_partition(team_id: str, tag: str) -> str:
    """The entries of the candidates with a tag."""
    return candidate_tag_key(team_id, value_hash(team_id, tag), "").pk


def source_partition(team_id: str, source: str) -> str:
    """The entries of the candidates of a source."""
    return candidate_source_key(team_id, value_hash(team_id, source), "").pk


def word_partition(team_id: str, word: WordBeginning) -> tuple[str, str]:
    """The entries of the candidates with a word that begins with the same few letters, and what sort keys of
    those with the same many letters begin with."""
    few, many = _word_hashes(team_id, word)
    return candidate_word_key(team_id, few, "", "").pk, f"{many}#"


def require_candidate(unit: UnitOfWork, team_id: str, candidate_id: str, refused: Refusal) -> None:
    """Commit only if the candidate was not erased meanwhile; `refused` says what it is then.

    Whatever is made for a candidate is made by such a unit: an erasure removes what there is when it begins,
    and nothing may follow it. A unit that stores the candidate itself needs no more than that.
    """
    unit.require(CANDIDATE.key(team_id, candidate_id), present(), refused)
