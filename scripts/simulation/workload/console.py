"""Who signs in to the console: people who decide in the review queue, and sign out or forget to; and who is
not whom they say."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any, Final

from gather.core.clock import from_timestamp
from gather.tenancy.users.storage import USER
from simulation.deployment import BASE_URL
from simulation.workload.client import Refusal, ServiceClient
from simulation.workload.customers import Reviewer
from simulation.workload.team import HiringTeam
from simulation.world import World

_AFTERWARDS: Final = timedelta(minutes=1)
_FIRST_NUMBER: Final = 100
"""As reviewers. Those with lower numbers use the team's key, and each says words of their own."""
_UNAUTHORIZED: Final = 401
REDIRECT_URI: Final = f"{BASE_URL}/console"
_SIGN_INS: Final = 20
_SIGN_IN_PAUSE_SECONDS: Final = (5.0, 600.0)
_VERIFIER_BITS: Final = 256
_PRETENDERS: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("who only says that an address is theirs", {"email_verified": False}),
    ("who says nothing of whether an address is theirs", {"email_verified": None}),
    ("who signed in to another program", {"aud": "another"}),
    ("who signed in at another issuer", {"iss": "https://another.example"}),
    ("who signed in yesterday", {"exp": 1}),
    ("who has no account", {"email": "stranger@elsewhere.example"}),
)
"""People who must not get in, with what the issuer says of them."""


@dataclass(slots=True)
class ConsoleUser:
    """A person of a team. `opened_afterwards` has what their session opened after its end, and `let_in` who
    got a session that was not theirs."""

    world: World
    team: HiringTeam
    number: int
    opened_afterwards: list[str] = field(default_factory=list)
    let_in: list[str] = field(default_factory=list)

    def live(self) -> None:
        """Sign in, work like a reviewer, and come back with the same session after its end."""
        random = Random(f"console user {self.number} {self.team.team_id} {self.world.seed}")
        self.world.time.pause(random.uniform(0, 7200))
        signed_in = self._sign_in(random)
        if signed_in is None:
            return
        client, ends_at = signed_in
        Reviewer(self.world, self.team, _FIRST_NUMBER + self.number, client).live()
        signs_out = random.random() < 0.5
        if signs_out:
            self._sign_out(client)
        else:
            until = ends_at + _AFTERWARDS - self.world.time.now()
            self.world.time.pause(max(0.0, until.total_seconds()))
        self._come_back(client, "that was signed out" if signs_out else "whose time was over")

    def _sign_in(self, random: Random) -> tuple[ServiceClient, datetime] | None:
        """A client with a new session, and its end; None where the issuer is down all the time. Others try
        before."""
        user = self.world.records.get(USER, self.team.organization_id, self.team.user_id).record
        page = ServiceClient(self.world, random, f"203.0.113.{self.number + 1}", prefix="")
        self._pretend(page, user.email)
        for _ in range(_SIGN_INS):
            session = self._redeem(page, {"email": user.email})
            if session is not None:
                if session["user"]["id"] != user.id:
                    self.let_in.append(f"{user.id} has the session of {session['user']['id']}")
                headers = {"authorization": f"Bearer {session['token']}"}
                client = ServiceClient(self.world, random, page.address, headers=headers)
                return client, from_timestamp(session["expiresAt"])
            self.world.time.pause(random.uniform(*_SIGN_IN_PAUSE_SECONDS))
        self.world.tell(f"console user {self.number} cannot sign in")
        return None

    def _pretend(self, page: ServiceClient, email: str) -> None:
        """Have somebody try to sign in for whom the issuer does not vouch as it should."""
        who, claims = page.random.choice(_PRETENDERS)
        if self._redeem(page, {"email": email, **claims}) is not None:
            self.let_in.append(f"{who} has a session")

    def _redeem(self, page: ServiceClient, claims: Mapping[str, object]) -> dict[str, Any] | None:
        """The session of who comes back from the issuer with these claims, and shows the code twice; None
        where it is refused. A code whose answer was lost is used up."""
        verifier = f"{page.random.getrandbits(_VERIFIER_BITS):064x}"
        code = self.world.issuer.authorize(claims, verifier, REDIRECT_URI)
        body = {"code": code, "codeVerifier": verifier, "redirectUri": REDIRECT_URI}
        try:
            session: dict[str, Any] = page.post("/console/session", body)["session"]
        except Refusal as refusal:
            self.world.tell(f"a sign-in is refused: {refusal}")
            return None
        with suppress(Refusal):
            page.post("/console/session", body)
            self.let_in.append("a code has begun two sessions")
        return session

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
