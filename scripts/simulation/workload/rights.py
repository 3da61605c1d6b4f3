"""Who answers candidates that ask for their data: has it exported, and fetches the archive."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from simulation.engines import MEDIA_HOST
from simulation.workload.client import Refusal
from simulation.workload.customers import Recruiter
from simulation.workload.team import HiringTeam
from simulation.world import World

_EXPORTS: Final = 3
_LOOKS: Final = 60
_BETWEEN_LOOKS: Final = (60.0, 1200.0)


@dataclass(slots=True)
class RequestedExport:
    """An export that was asked for. `status` is the last that was told, and `has_archive` says whether its
    address led to a file."""

    export_id: str
    candidate_id: str
    status: str
    has_archive: bool = False
    is_gone: bool = False


@dataclass(slots=True)
class PrivacyOfficer:
    """A person of a team. `recruiters` know the team's candidates."""

    world: World
    team: HiringTeam
    recruiters: Sequence[Recruiter]
    exports: list[RequestedExport] = field(default_factory=list)

    def live(self) -> None:
        """Export some candidates, one after another."""
        random = Random(f"privacy officer {self.team.team_id} {self.world.seed}")
        for _ in range(_EXPORTS):
            self.world.time.pause(random.uniform(600, 9000))
            candidate_ids = [each.candidate_id for each in self.recruiters if each.candidate_id is not None]
            if not candidate_ids:
                continue
            try:
                self._export(random.choice(candidate_ids), random)
            except Refusal as refusal:
                self.world.tell(f"an export is refused: {refusal}")

    def _export(self, candidate_id: str, random: Random) -> None:
        client = self.team.client
        asked = client.post(f"/candidates/{candidate_id}/export")["export"]
        export = RequestedExport(asked["id"], candidate_id, asked["status"])
        self.exports.append(export)
        for _ in range(_LOOKS):
            self.world.time.pause(random.uniform(*_BETWEEN_LOOKS))
            try:
                self._look(export, client.get(f"/exports/{export.export_id}")["export"])
            except Refusal as refusal:
                export.is_gone = refusal.reply.status == 404
                return
            if export.status != "running":
                return

    def _look(self, export: RequestedExport, shown: dict[str, Any]) -> None:
        export.status = shown["status"]
        if shown["url"] is not None:
            key = shown["url"].removeprefix(f"https://{MEDIA_HOST}/").partition("?")[0]
            export.has_archive = key in self.world.engines.media.stored
