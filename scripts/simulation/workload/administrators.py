"""Who keeps what a team works with: its users, texts, survey questions, knowledge, keys and accounts."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Final

from administration.api_keys import create_key
from gather.core.caller import Scope
from simulation.workload.client import GATHER, Refusal, ServiceClient
from simulation.workload.team import HiringTeam
from simulation.world import World

_CHANGES: Final = 25
_BETWEEN_CHANGES: Final = (60.0, 1500.0)
_LATER_SECONDS: Final = 12 * 3600
"""When somebody looks at what there is: nothing fails any more by then."""
_WEIGHTS: Final = {"make": 5, "rename": 3, "remove": 2, "try a key": 1}
"""How often somebody does what."""
_GONE: Final = 404
_UNAUTHORIZED, _FORBIDDEN = 401, 403
_CONNECT: Final = "/connect"


@dataclass(frozen=True, slots=True)
class KeptKind:
    """A kind of thing. `make` returns the body of the POST, given a team, a number and a name; `named` is the
    member that a PATCH changes, of the thing or of its `part`, and `listed` the list's in the response of a
    GET."""

    path: str
    listed: str
    named: str
    make: Callable[[HiringTeam, int, str], dict[str, Any]]
    part: str = ""
    is_removable: bool = True
    is_of_partners: bool = False

    def kept(self, data: Mapping[str, Any], name: str) -> "KeptThing":
        """What the response of a POST shows."""
        [shown] = data.get(self.listed) or [data[self.listed.removesuffix("s")]]
        return KeptThing(self, shown["id"], name, shown.get("apiKey"))


def _user(team: HiringTeam, number: int, name: str) -> dict[str, Any]:
    email = f"user{number}.{team.team_id}@team.example"
    return {"users": [{"firstName": "Uma", "lastName": name, "email": email, "teamIds": [team.team_id]}]}


def _message_group(team: HiringTeam, number: int, name: str) -> dict[str, Any]:
    message = {"type": "INVITE", "smsBody": f"Invite {number}: {{{{link}}}}"}
    return {
        "teamId": team.team_id,
        "title": name,
        "type": "standard",
        "status": "PUBLISHED",
        "messages": [message],
    }


def _knowledge_base(team: HiringTeam, number: int, name: str) -> dict[str, Any]:
    return {"title": name, "articles": [{"title": "Hours", "text": f"We open at {number}."}]}


def _survey_question(team: HiringTeam, number: int, name: str) -> dict[str, Any]:
    return {"type": "FREE_TEXT", "title": name}


def _team(team: HiringTeam, number: int, name: str) -> dict[str, Any]:
    return {"teams": [{"name": f"Team {number}", "displayName": name}]}


def _account(team: HiringTeam, number: int, name: str) -> dict[str, Any]:
    return {"name": name}


KEPT_KINDS: Final = (
    KeptKind("/users", "users", "lastName", _user),
    KeptKind("/message-groups", "messageGroups", "title", _message_group, is_removable=False),
    KeptKind("/knowledge-bases", "knowledgeBases", "title", _knowledge_base),
    KeptKind("/survey-questions", "surveyQuestions", "title", _survey_question),
    KeptKind("/teams", "teams", "displayName", _team, part="/branding", is_removable=False),
    KeptKind("/accounts", "accounts", "name", _account, is_of_partners=True),
)


@dataclass(slots=True)
class KeptThing:
    """A thing, with the name that the service has last said it has, or None once it was removed. An account
    has a key."""

    kind: KeptKind
    id: str
    name: str | None
    key: str | None = None


@dataclass(slots=True)
class Administrator:
    """A person who makes, changes and removes things, and looks at all of them later.

    `differences` has what they then saw that was not as they had left it. Of what was refused without an
    answer they expect nothing. `looked_at` are the paths of the lists that they read, and `chats` the ids of
    the conversations in the list of their chatbot.
    """

    world: World
    team: HiringTeam
    kept: list[KeptThing] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)
    looked_at: set[str] = field(default_factory=set)
    chats: list[str] = field(default_factory=list)
    _partner: ServiceClient = field(init=False)
    _administration: ServiceClient = field(init=False)

    def live(self) -> None:
        """Change things while faults happen, and look at them when these are over."""
        random = Random(f"administrator {self.team.team_id} {self.world.seed}")
        self._partner = self._client(random, Scope.ACCOUNTS, _CONNECT)
        self._administration = self._client(random, Scope.ADMIN)
        for number in range(_CHANGES):
            self.world.time.pause(random.uniform(*_BETWEEN_CHANGES))
            try:
                self._change(number, random)
            except Refusal as refusal:
                self.world.tell(f"an administrator is refused: {refusal}")
        self.world.time.pause(_LATER_SECONDS)
        for kind in KEPT_KINDS:
            self._look_at(kind)
        listed = self.team.client.get(f"/chatbots/{self.team.chatbot_id}/conversations")
        self.chats = [each["id"] for each in listed["conversations"]]

    def _client(self, random: Random, scope: Scope, prefix: str = GATHER) -> ServiceClient:
        now = self.world.time.now()
        key = create_key(self.world.records, self.team.organization_id, scope, now, scope=scope)[1]
        return ServiceClient(self.world, random, "192.0.2.230", key, prefix)

    def _client_of(self, kind: KeptKind) -> ServiceClient:
        return self._partner if kind.is_of_partners else self.team.client

    def _change(self, number: int, random: Random) -> None:
        name = f"Name {number}"
        there = [each for each in self.kept if each.name is not None]
        [what] = random.choices([*_WEIGHTS], [*_WEIGHTS.values()])
        if what == "try a key":
            self._try_key(name)
        elif what == "make" or not there:
            self._make(random.choice(KEPT_KINDS), number, name)
        elif what == "rename":
            self._rename(random.choice(there), name)
        else:
            self._remove(random.choice(there))

    def _make(self, kind: KeptKind, number: int, name: str) -> None:
        data = self._client_of(kind).post(kind.path, kind.make(self.team, number, name))
        self.kept.append(kind.kept(data, name))

    def _rename(self, thing: KeptThing, name: str) -> None:
        self.kept.remove(thing)
        self._client_of(thing.kind).patch(
            f"{thing.kind.path}/{thing.id}{thing.kind.part}", {thing.kind.named: name}
        )
        self.kept.append(replace(thing, name=name))

    def _remove(self, thing: KeptThing) -> None:
        if not thing.kind.is_removable:
            return
        self.kept.remove(thing)
        self._delete(self._client_of(thing.kind), f"{thing.kind.path}/{thing.id}")
        self.kept.append(replace(thing, name=None))
        if thing.key is not None:
            self._expect_end_of(thing.key, f"the account {thing.id}, which was closed")

    def _delete(self, client: ServiceClient, path: str) -> None:
        try:
            client.delete(path)
        except Refusal as refusal:
            # A repetition finds nothing: the first request has removed it.
            if refusal.reply.status != _GONE:
                raise

    def _try_key(self, name: str) -> None:
        """Make a key, use it, and revoke it."""
        body = {
            "organizationId": self.team.organization_id,
            "teamId": self.team.team_id,
            "name": name,
            "permissions": ["read"],
        }
        made = self._administration.post("/credentials", body)
        self._client_with(made["apiKey"]).get("/job-families")
        self._delete(self._administration, f"/credentials/{made['id']}")
        self._expect_end_of(made["apiKey"], f"the key {made['id']}, which was revoked")

    def _client_with(self, key: str) -> ServiceClient:
        return ServiceClient(self.world, self._administration.random, "192.0.2.231", key)

    def _expect_end_of(self, key: str, whose: str) -> None:
        """Expect that a key is unknown from now on; one of an account has never opened more than Connect."""
        try:
            self._client_with(key).get("/job-families")
        except Refusal as refusal:
            if refusal.reply.status == _UNAUTHORIZED:
                return
            if refusal.reply.status != _FORBIDDEN:
                raise
        self.differences.append(f"{whose}, still opens something")

    def _look_at(self, kind: KeptKind) -> None:
        listed = self._client_of(kind).get(kind.path)[kind.listed]
        shown = {each["id"]: each for each in listed}
        for thing in self.kept:
            if thing.kind is not kind:
                continue
            found = shown.get(thing.id, {})
            seen = None if _is_over(found) else found.get(kind.named)
            if seen != thing.name:
                self.differences.append(f"{kind.path}/{thing.id} is called {seen}, not {thing.name}")
        for name, times in Counter(each[kind.named] for each in listed).items():
            if times > 1:
                self.differences.append(f"{kind.path} has {name} {times} times")
        self.looked_at.add(kind.path)


def _is_over(shown: Mapping[str, Any]) -> bool:
    """Whether a list shows something that was archived or closed."""
    return shown.get("archivedAt") is not None or shown.get("status") == "closed"
