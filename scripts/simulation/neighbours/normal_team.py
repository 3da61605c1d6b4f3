"""A team that uses the service as teams do.

It asks at moments that the seed decides, whether or not what it asked for before has come.
"""

from collections.abc import Callable
from random import Random
from typing import Any, Final

from gather.events.task import evaluation_task_id
from simulation.neighbours.tenants import SimulatedTenant, found_tenant
from simulation.neighbours.waits import WaitObserver
from simulation.world import World

KEYS: Final = 8
RECEIVERS: Final = 2
EVENTS: Final = ("interview.updated", "candidate_interview.invited", "candidate_interview.completed")
RATES: Final = {"request": 4.0, "change": 1.0, "invite": 1.0, "text": 0.3, "screening": 0.7}
"""How often each is asked for in a second, on average."""
_ANSWER: Final = "I planned the week with the team, and every Friday we looked at what we could do better."


class SimulatedNormalTeam:
    """One such team, with what it has. Founded within a process of the world."""

    def __init__(self, world: World, number: int) -> None:
        self._world = world
        self._number = number
        self._tenant: SimulatedTenant = found_tenant(world, f"Normal {number}", f"192.0.2.{number + 1}", KEYS)
        self.observer = WaitObserver(world, self._tenant.team_id, EVENTS, RECEIVERS)
        world.dynamodb.listeners.append(self.observer.see)
        self._random = Random(f"normal {number} {world.seed}")
        self._people = 0
        self._interview_id, [self._question_id] = self._tenant.add_interview("Shift lead", 1)
        self._candidate_id = self._add_candidate()["id"]
        for receiver in range(RECEIVERS):
            urls = [f"https://r{receiver}.normal{number}.example.com/hook"]
            hooks = {"urls": urls, "events": list(EVENTS)}
            self._tenant.api.post("/webhooks", hooks)

    def work(self, seconds: float) -> None:
        """Have everything asked for at its moments, for so long from now."""
        tasks: dict[str, Callable[[], object]] = {
            "request": self._ask,
            "change": self._change,
            "invite": self._invite,
            "text": self._text,
            "screening": self._complete,
        }
        for name, task in tasks.items():
            random = Random(f"moments of {name} {self._number} {self._world.seed}")
            moment = random.expovariate(RATES[name])
            while moment < seconds:
                self._world.time.after(moment, lambda name=name, task=task: self._world.live(name, task))  # type: ignore[misc]  # mypy knows no defaults of lambdas
                moment += random.expovariate(RATES[name])

    def _ask(self) -> None:
        match self._random.randrange(4):
            case 0:
                self._add_candidate()
            case 1:
                self._timed(lambda: self._tenant.api.get("/candidates?pageSize=20"))
            case 2:
                self._timed(lambda: self._tenant.api.get(f"/candidates/{self._candidate_id}"))
            case _:
                self._timed(lambda: self._tenant.api.get(f"/interviews/{self._interview_id}"))

    def _change(self) -> None:
        self._people += 1
        title = {"title": f"Lead {self._people}"}
        self._timed(lambda: self._tenant.api.patch(f"/interviews/{self._interview_id}", title))

    def _invite(self) -> None:
        candidate = self._add_candidate()
        self.observer.begin_invite(candidate["email"])
        self._add_candidate_interview(candidate, "email")

    def _text(self) -> None:
        candidate = self._add_candidate()
        self.observer.begin_text(candidate["phone"])
        self._add_candidate_interview(candidate, "sms")

    def _complete(self) -> None:
        screening = self._add_candidate_interview(self._add_candidate())
        path = f"/screening/{screening['inviteToken']}"
        page = self._tenant.page(f"203.0.{self._number}.{self._people % 250 + 1}")
        self._timed(lambda: page.put(f"{path}/answers/{self._question_id}", {"text": _ANSWER}))
        self.observer.begin_evaluation(evaluation_task_id(screening["id"], 1))
        self._timed(lambda: page.post(f"{path}/complete"))

    def _add_candidate(self) -> Any:
        self._people += 1
        person = {
            "firstName": "Ada",
            "lastName": "Normal",
            "email": f"ada.{self._people}@normal{self._number}.example",
            "phone": f"+1415{self._number}{self._people:06}",
            "smsOptIn": True,
        }
        return self._timed(lambda: self._tenant.api.post("/candidates", person))

    def _add_candidate_interview(self, candidate: dict[str, Any], invited_by: str | None = None) -> Any:
        body: dict[str, object] = {"candidateId": candidate["id"], "interviewId": self._interview_id}
        if invited_by:
            body |= {"sendInvite": True, "deliveryTypes": [invited_by]}
        return self._timed(lambda: self._tenant.api.post("/candidate-interviews", body))

    def _timed(self, request: Callable[[], Any]) -> Any:
        began = self._world.time.elapsed
        response = request()
        self.observer.add_request(self._world.time.elapsed - began)
        return response
