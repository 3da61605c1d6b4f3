"""Who compares how groups of candidates fare."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from gather.core.clock import timestamp
from simulation.workload.client import Refusal
from simulation.workload.customers import Recruiter
from simulation.workload.team import GATE, HiringTeam
from simulation.world import BEGINNING, World

_LATER_SECONDS: Final = 14 * 3600
"""When a report is made: by then nothing fails any more, and nobody is erased."""
_SETTLED: Final = timedelta(hours=1)
"""How long ago an interview of the report was completed at least, so that it is scored."""
GROUPS: Final = ("even", "odd")


@dataclass(slots=True)
class Analyst:
    """A person of a team. `recruiters` know its candidates, `report` is what the service has reported at
    `asked_at`, and `groups` are the ids of the candidates that it was given."""

    world: World
    team: HiringTeam
    recruiters: Sequence[Recruiter]
    report: dict[str, Any] | None = None
    asked_at: datetime | None = None
    groups: dict[str, list[str]] = field(default_factory=dict)

    def live(self) -> None:
        """Compare candidates with even numbers with the others."""
        self.world.time.pause(_LATER_SECONDS)
        for recruiter in self.recruiters:
            if recruiter.candidate_id is not None:
                group = GROUPS[recruiter.candidate.number % 2]
                self.groups.setdefault(group, []).append(recruiter.candidate_id)
        if self.groups:
            self.asked_at = self.world.time.now()
            try:
                self.report = self.team.client.post("/fairness-reports", self._request())["report"]
            except Refusal as refusal:
                self.world.tell(f"a fairness report is refused: {refusal}")

    def _request(self) -> dict[str, Any]:
        return {
            "interviewId": self.team.written_interview,
            "since": timestamp(BEGINNING),
            "until": timestamp(self.world.time.now() - _SETTLED),
            "selectedBy": "score",
            "scoreThreshold": GATE,
            "minimumGroupSize": 1,
            "groups": [
                {"dimension": "number", "category": category, "candidateIds": ids}
                for category, ids in self.groups.items()
            ],
        }
