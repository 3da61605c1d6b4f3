"""What interviewers ask is what the questions say."""

from collections.abc import Iterator

from gather.content.personas.storage import PERSONA
from simulation.invariants.evidence import Evidence


def interviewers_ask_what_is_asked(evidence: Evidence) -> Iterator[str]:
    """The persona of an interviewer follows its questions (interface: AI interviews, rule 4)."""
    for author in evidence.lives.authors:
        for interview_id, wording in author.wordings.items():
            prompt = evidence.at(PERSONA.key(author.team.team_id, interview_id))["prompt"]
            if wording not in prompt:
                yield f"the interviewer of {interview_id} does not ask “{wording}”"
