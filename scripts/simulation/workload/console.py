"""Who has signed in to the console: they decide in the review queue, and sign out or forget to."""

from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from typing import Final

from gather.tenancy.sessions import service as session_service
from gather.tenancy.sessions.token import LIFETIME
from gather.tenancy.users.storage import USER
from simulation.workload.client import Refusal, ServiceClient
from simulation.workload.customers import Reviewer
from simulation.workload.team import HiringTeam
from simulation.world import World

_AFTERWARDS: Final = timedelta(minutes=1)
_FIRST_NUMBER: Final = 100
"""As reviewers. Those with lower numbers use the team's key, and each says words of their own."""
_UNAUTHORIZED: Final = 401


@dataclass(slots=True)
class ConsoleUser:
    """A person of a team. `opened_afterwards` has what their session opened after its end."""

    world: World
    team: HiringTeam
    number: int
    opened_afterwards: list[str] = field(default_factory=list)

    def live(self) -> None:
        """Sign in, work like a reviewer, and come back with the same session after its end."""
        random = Random(f"console user {self.number} {self.team.team_id} {self.world.seed}")
        self.world.time.pause(random.uniform(0, 7200))
        begun_at = self.world.time.now()
        client = self._sign_in(random)
        Reviewer(self.world, self.team, _FIRST_NUMBER + self.number, client).live()
        signs_out = random.random() < 0.5
        if signs_out:
            self._sign_out(client)
        else:
            until = begun_at + LIFETIME + _AFTERWARDS - self.world.time.now()
            self.world.time.pause(max(0.0, until.total_seconds()))
        self._come_back(client, "that was signed out" if signs_out else "whose time was over")

    def _sign_in(self, random: Random) -> ServiceClient:
        """A client with a new session. The issuer of sign-ins is no part of the world."""
        records, user_id = self.world.records, self.team.user_id
        user = records.get(USER, self.team.organization_id, user_id).record
        session = session_service.begin(records, user, now=self.world.time.now())
        headers = {"authorization": f"Bearer {session.token}"}
        return ServiceClient(self.world, random, f"203.0.113.{self.number + 1}", headers=headers)

    def _sign_out(self, client: ServiceClient) -> None:
        page = ServiceClient(self.world, client.random, client.address, prefix="", headers=client.headers)
        try:
            page.delete("/console/session")
        except Refusal as refusal:
            # A repetition finds no session: the first request has ended it.
            self.world.tell(f"a sign-out is refused: {refusal}")

    def _come_back(self, client: ServiceClient, ended: str) -> None:
        try:
            client.get("/review-queue")
        except Refusal as refusal:
            if refusal.reply.status == _UNAUTHORIZED:
                return
            self.world.tell(f"a console user is refused: {refusal}")
        else:
            self.opened_afterwards.append(f"a session {ended} has opened the review queue")
