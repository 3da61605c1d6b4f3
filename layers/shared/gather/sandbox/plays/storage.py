"""Plays in the table. An item beside the candidate interview keeps others from playing it meanwhile."""

from gather.core.errors import Conflict
from gather.sandbox.plays.models import PlayRecord
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.table import keys
from gather.table.item_kind import ItemKind
from gather.table.kind import Kind, Stored, team_of
from gather.table.unit_of_work import UnitOfWork

PLAY = Kind(resource="play", name="PLAY", model=PlayRecord, team_of=team_of, listings=lambda _play: [])


def being_played_key(team_id: str, candidate_interview_id: str) -> keys.Key:
    """The play of a candidate interview that is under way."""
    return CANDIDATE_INTERVIEW.part(team_id, candidate_interview_id, "PLAY", "RUNNING")


BEING_PLAYED = ItemKind("BEING_PLAYED", being_played_key)


def begin(unit: UnitOfWork, play: PlayRecord) -> None:
    """Store a new play. The commit raises Conflict while another one is under way."""
    unit.create(PLAY, play)
    place = BEING_PLAYED.at(play.team_id, play.candidate_interview_id)
    unit.write(place.new(playId=play.id), _being_played())


def end(unit: UnitOfWork, stored: Stored[PlayRecord], ended: PlayRecord) -> None:
    """Store a play that has ended, and let the candidate interview be played again."""
    unit.write(BEING_PLAYED.at(ended.team_id, ended.candidate_interview_id).delete())
    unit.replace(stored, ended)


def _being_played() -> Exception:
    return Conflict("The candidate interview is being played already.")
