"""A team that asks for as much as it can, in ways that can be tried one by one or together."""

from collections.abc import Callable, Collection
from typing import Any, Final

from simulation.engines import MEDIA_HOST
from simulation.neighbours.demands import Activity, Demands
from simulation.neighbours.tenants import found_tenant
from simulation.receivers import HANGING
from simulation.workload.client import Refusal
from simulation.world import World

ADDRESS: Final = "198.51.100.1"
KEYS: Final = 30

ADDRESSES_EACH: Final = 10
LONGEST_ANSWER: Final = "I led the team through the change and listened to everybody who had doubts. " * 250
_PHONE: Final = "+14155550123"
_PAUSE_SECONDS: Final = 0.01


class SimulatedHostileTeam:
    """The team, prepared for some activities. Founded within a process of the world."""

    def __init__(self, world: World, activities: Collection[Activity], demands: Demands) -> None:
        self._world = world
        self._demands = demands
        self._tenant = found_tenant(world, "Hostile", ADDRESS, KEYS)
        self._activities = activities
        self.done: dict[Activity, int] = dict.fromkeys(activities, 0)
        self._interview_ids: list[str] = []
        self._tokens: list[str] = []
        self._candidate_ids: list[str] = []
        self._invited_to = self._chatbot_id = ""
        prepare: dict[Activity, Callable[[], None]] = {
            Activity.WEBHOOKS: self._add_webhooks,
            Activity.BULK_UPDATES: self._add_interviews,
            Activity.IMPORTS: self._add_interview,
            Activity.EVALUATIONS: self._answer_all,
            Activity.TEXTS: self._add_candidates,
            Activity.CHAT: self._add_chatbot,
        }
        for activity in activities:
            prepare[activity]()

    def begin(self) -> None:
        """Begin with all of it at once."""
        begin: dict[Activity, Callable[[], None]] = {
            Activity.WEBHOOKS: lambda: self._loop(Activity.WEBHOOKS, self._update_interviews),
            Activity.BULK_UPDATES: lambda: self._loop(Activity.BULK_UPDATES, self._update_interviews),
            Activity.IMPORTS: self._begin_imports,
            Activity.EVALUATIONS: self._complete_all,
            Activity.TEXTS: self._text_all,
            Activity.CHAT: self._flood,
        }
        for activity in self._activities:
            begin[activity]()

    def _loop(self, activity: Activity, work: Callable[[], object]) -> None:
        """Do work again and again, in a process of its own."""

        def again() -> None:
            for _ in range(self._demands.rounds):
                try:
                    work()
                except Refusal:
                    self._world.time.pause(_PAUSE_SECONDS)
                else:
                    self.done[activity] += 1

        self._world.live(activity, again)

    def _add_webhooks(self) -> None:
        self._add_interviews()
        for first in range(0, self._demands.configurations * ADDRESSES_EACH, ADDRESSES_EACH):
            urls = [f"https://h{number}{HANGING}/hook" for number in range(first, first + ADDRESSES_EACH)]
            self._tenant.api.post("/webhooks", {"urls": urls, "events": ["interview.updated"]})

    def _add_interviews(self) -> None:
        if not self._interview_ids:
            plain = {"title": "Target", "displayName": "Target", "interviewType": "standard"}
            self._interview_ids = [
                self._tenant.api.post("/interviews", plain)["interview"]["id"]
                for _ in range(self._demands.interviews)
            ]

    def _update_interviews(self) -> None:
        title = f"Target {self.done.get(Activity.WEBHOOKS, 0)} {self.done.get(Activity.BULK_UPDATES, 0)}"
        body = {"interviewIds": self._interview_ids, "mode": "overwrite", "title": title}
        self._tenant.api.patch("/interviews/bulk-update", body)

    def _add_candidates(self) -> None:
        self._add_interview()
        for number in range(self._demands.texts):
            person = {
                "firstName": "Tess",
                "lastName": "Texted",
                "email": f"tess.{number}@hostile.example",
                "phone": f"+1628{number:07}",
                "smsOptIn": True,
            }
            self._candidate_ids.append(self._tenant.api.post("/candidates", person)["id"])

    def _text_all(self) -> None:
        for candidate_id in self._candidate_ids:
            self._world.live(Activity.TEXTS, lambda candidate_id=candidate_id: self._text(candidate_id))  # type: ignore[misc]  # mypy knows no defaults of lambdas

    def _text(self, candidate_id: str) -> None:
        body = {
            "candidateId": candidate_id,
            "interviewId": self._invited_to,
            "sendInvite": True,
            "deliveryTypes": ["sms"],
        }
        self._tenant.api.post("/candidate-interviews", body)
        self.done[Activity.TEXTS] += 1

    def _add_interview(self) -> None:
        self._invited_to, _ = self._tenant.add_interview("Imported", 1)

    def _begin_imports(self) -> None:
        for number in range(self._demands.imports_at_once):
            self._loop(Activity.IMPORTS, lambda number=number: self._import(number))  # type: ignore[misc]  # mypy knows no defaults of lambdas

    def _import(self, number: int) -> None:
        name = f"{number}.{self.done[Activity.IMPORTS]}"
        rows = "".join(
            f"Ima,Ported,{name}.{row}@hostile.example,{_PHONE}\n" for row in range(self._demands.rows)
        )
        content = f"firstName,lastName,email,phone\n{rows}".encode()
        body: dict[str, Any] = {
            "file": {"contentType": "text/csv", "size": len(content)},
            "invite": {"interviewId": self._invited_to},
        }
        made = self._tenant.api.post("/candidate-imports", body)["import"]
        key = made["uploadUrl"].removeprefix(f"https://{MEDIA_HOST}/")
        self._world.engines.media.put(key, content, "text/csv")
        path = f"/candidate-imports/{made['id']}"
        made = self._tenant.api.post(f"{path}/start")["import"]
        while made["status"] == "running":
            self._world.time.pause(5)
            made = self._tenant.api.get(path)["import"]

    def _answer_all(self) -> None:
        interview_id, question_ids = self._tenant.add_interview("Long", self._demands.questions)
        person = {
            "firstName": "Long",
            "lastName": "Story",
            "email": "long@hostile.example",
            "phone": _PHONE,
        }
        candidate_id = self._tenant.api.post("/candidates", person)["id"]
        page = self._tenant.page(ADDRESS)
        for _ in range(self._demands.evaluations):
            body = {"candidateId": candidate_id, "interviewId": interview_id}
            token = self._tenant.api.post("/candidate-interviews", body)["inviteToken"]
            for question_id in question_ids:
                page.put(f"/screening/{token}/answers/{question_id}", {"text": LONGEST_ANSWER})
            self._tokens.append(token)

    def _complete_all(self) -> None:
        for token in self._tokens:
            self._world.live(Activity.EVALUATIONS, lambda token=token: self._complete(token))  # type: ignore[misc]  # mypy knows no defaults of lambdas

    def _complete(self, token: str) -> None:
        self._tenant.page(ADDRESS).post(f"/screening/{token}/complete")
        self.done[Activity.EVALUATIONS] += 1

    def _add_chatbot(self) -> None:
        made = self._tenant.api.post("/chatbots", {"title": "Flooded", "displayName": "Flooded"})
        self._chatbot_id = made["chatbot"]["id"]

    def _flood(self) -> None:
        for number in range(self._demands.visitors):
            address = f"10.{number}.0.1"
            self._loop(Activity.CHAT, lambda address=address: self._begin_chat(address))  # type: ignore[misc]  # mypy knows no defaults of lambdas

    def _begin_chat(self, address: str) -> None:
        reply = self._world.gateway.send(
            "POST", f"/chat/{self._chatbot_id}/sessions", {}, "{}", address=address
        )
        if reply.status >= 300:
            self._world.time.pause(_PAUSE_SECONDS)
