"""Who changes a scorecard, looks what it would have made of past interviews, and applies it."""

from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from simulation.workload.client import Refusal
from simulation.workload.team import HiringTeam
from simulation.world import World

_CHANGES: Final = 2
_LOOKS: Final = 60
_BETWEEN_LOOKS: Final = (30.0, 600.0)
_UNDER_WAY: Final = ("running", "applying")


@dataclass(slots=True)
class ScorecardEditor:
    """A person of a team. `preview_ids` are the previews that they asked for, and `applied` those that they
    had applied, each with the candidate interviews that they chose."""

    world: World
    team: HiringTeam
    preview_ids: list[str] = field(default_factory=list)
    applied: dict[str, list[str]] = field(default_factory=dict)

    def live(self) -> None:
        """Say more clearly what good planning is, and have what was scored before scored by it."""
        random = Random(f"scorecard editor {self.team.team_id} {self.world.seed}")
        for number in range(_CHANGES):
            self.world.time.pause(random.uniform(3600, 12_000))
            try:
                self._change(number, random)
            except Refusal as refusal:
                self.world.tell(f"a scorecard's change is refused: {refusal}")

    def _change(self, number: int, random: Random) -> None:
        client, path = self.team.client, f"/interviews/{self.team.written_interview}/score-card-template"
        topic = {"topic": "Planning", "weight": 100, "description": f"Plans {number + 1} weeks ahead."}
        client.patch(path, {"topics": [topic]})
        preview = client.post(f"{path}/previews", {})["preview"]
        self.preview_ids.append(preview["id"])
        preview = self._wait_for(preview, random)
        shown = preview["candidateInterviews"]
        chosen = [each["candidateInterviewId"] for each in shown if each["state"] == "previewed"]
        if chosen and preview["status"] == "complete":
            body = {"candidateInterviewIds": chosen}
            client.post(f"/score-card-previews/{preview['id']}/apply", body)
            self.applied[preview["id"]] = chosen

    def _wait_for(self, preview: dict[str, Any], random: Random) -> dict[str, Any]:
        for _ in range(_LOOKS):
            if preview["status"] not in _UNDER_WAY:
                break
            self.world.time.pause(random.uniform(*_BETWEEN_LOOKS))
            preview = self.team.client.get(f"/score-card-previews/{preview['id']}")["preview"]
        return preview
