"""Who words questions anew that interviewers ask."""

from dataclasses import dataclass, field
from random import Random
from typing import Final

from simulation.workload.client import Refusal
from simulation.workload.team import HiringTeam
from simulation.world import World

_CHANGES: Final = 4
_BETWEEN_CHANGES: Final = (60.0, 9000.0)


@dataclass(slots=True)
class QuestionAuthor:
    """A person of a team. `wordings` has what each AI interview asks since the service has said so, by the
    interview's id; nothing is known of one whose last change was refused."""

    world: World
    team: HiringTeam
    wordings: dict[str, str] = field(default_factory=dict)

    def live(self) -> None:
        """Change a wording now and then."""
        random = Random(f"author {self.team.team_id} {self.world.seed}")
        for number in range(_CHANGES):
            self.world.time.pause(random.uniform(*_BETWEEN_CHANGES))
            interview_id = random.choice((self.team.written_interview, self.team.talked_interview))
            try:
                self._reword(interview_id, f"How do you plan the week, asked for the time {number}?")
            except Refusal as refusal:
                self.world.tell(f"a wording is refused: {refusal}")

    def _reword(self, interview_id: str, wording: str) -> None:
        client = self.team.client
        [question_id] = client.get(f"/interviews/{interview_id}")["interview"]["aiTextQuestionIds"]
        self.wordings.pop(interview_id, None)
        client.patch(f"/ai-text-questions/{question_id}", {"questionText": wording})
        self.wordings[interview_id] = wording
