"""A recruiting suite's program: it orders interviews, sends orders twice, asks, cancels, and is told."""

import itertools
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, Final

from administration.api_keys import create_key
from gather.core.caller import Scope
from simulation.gateway import HttpReply
from simulation.suites.dialect import (
    CANCELLED,
    EXPIRED,
    SuiteCall,
    SuiteDialect,
    SuitePerson,
    WantedOrder,
    basic,
)
from simulation.suites.registry import DIALECTS
from simulation.suites.servers import SUITE, ConnectedServer, PushReceipt
from simulation.workload.candidates import SimulatedCandidate
from simulation.workload.client import Refusal, ServiceClient
from simulation.workload.team import HiringTeam
from simulation.world import World

SUITE_RATE: Final = 0.5
"""How many worlds have a suite."""
_FIRST_CANDIDATE: Final = 500
"""Candidates with lower numbers are those of recruiters."""
_MOST_ORDERS: Final = 4
_ABSENT: Final = 0.4
"""How many of those who are ordered do not open their mail."""
_LOOKS: Final = 6
_BETWEEN_LOOKS: Final = (300.0, 6000.0)
_AGAIN: Final = ((20.0, 400.0), (60.0, 15_000.0))
"""How long an order rests before it is sent again or ends, soon or later."""
_REST: Final = (10.0, 90.0)
"""How long a cancelled order rests before it is placed anew. Longer than clocks are apart."""
_MOST_FATES: Final = 2
"""How often an order may come to an end, as it may be placed anew after each."""
_ENDING: Final = 0.6
_SOON: Final = (1.0, 45.0)
_UNDER_WAY: Final = 5.0
_PATIENCE: Final = 40
_TOKEN_MARGIN: Final = 1000.0
"""So long before its end a token is not used any more: a request may be sent again and again with it."""
_RACES: Final = ("Try again", "by many others")
"""What a refusal says that is over soon."""


@dataclass(slots=True)
class SuiteOrder:
    """An order of a suite. `ids` are those that it was answered with; each cancellation that frees the
    reference begins a set of its own. `statuses` are those that it was told when it asked, in their order."""

    name: str
    interview_id: str
    candidate: SimulatedCandidate
    ids: list[set[str]] = field(default_factory=lambda: [set()])
    sendings: int = 0
    statuses: list[str] = field(default_factory=list)


class SuiteProgram:
    """The program of one integration, with the people of the team who archive and erase whom it ordered."""

    def __init__(self, world: World, team: HiringTeam, number: int) -> None:
        self.world = world
        self.team = team
        self._random = Random(f"suite {number} {world.seed}")
        [vendor] = self._random.choices(DIALECTS, [each.weight for each in DIALECTS])
        self.host = f"{vendor.vendor}{number}{SUITE}"
        self.dialect: SuiteDialect = vendor(self.host)
        self._token: str | None = None
        self._token_until = 0.0
        self._leaving: set[int] = set()
        self._under_way: Counter[int] = Counter()
        self.orders = self._plan()

    @property
    def integration_id(self) -> str:
        """The integration's id, empty before the suite is connected."""
        return self.dialect.integration_id

    @property
    def candidates(self) -> list[SimulatedCandidate]:
        """Who is ordered, each once."""
        return list({order.candidate.number: order.candidate for order in self.orders}.values())

    def _plan(self) -> list[SuiteOrder]:
        team, random = self.team, self._random
        candidate = SimulatedCandidate.of(self.world, team, _FIRST_CANDIDATE)
        candidate.has_stopped = random.random() < _ABSENT
        orders: list[SuiteOrder] = []
        for number in range(random.randint(1, _MOST_ORDERS)):
            if number and random.random() < 0.7:
                candidate = SimulatedCandidate.of(self.world, team, _FIRST_CANDIDATE + number)
                candidate.has_stopped = random.random() < _ABSENT
            interviews = (team.written_interview, team.spoken_interview, team.talked_interview)
            orders.append(SuiteOrder(f"order-{number}", random.choice(interviews), candidate))
        return orders

    def connect(self) -> None:
        """Have the team connected with the suite, while nothing goes wrong."""
        world, team, vendor = self.world, self.team, self.dialect.vendor
        key = create_key(
            world.records,
            team.organization_id,
            "Suite",
            world.time.now(),
            team_id=team.team_id,
            scope=Scope.INTEGRATIONS,
        )[1]
        customer = ServiceClient(world, self._random, "192.0.2.100", key, prefix="/connect")
        interviews = [team.written_interview, team.spoken_interview, team.talked_interview]
        body = {"name": "Suite", "configuration": dict(self.dialect.configuration(interviews))}
        made = customer.post(f"/{vendor}/integrations", body)["integration"]
        self.dialect.connect(made)
        world.suites.connect(self.host, ConnectedServer(self.dialect, self._on_push))

    def live(self) -> None:
        """Order, each in its time, and look at the orders now and then."""
        for number, order in enumerate(self.orders):
            self.world.live(f"order {number}", partial(self._follow, order))
        for _ in range(_LOOKS):
            self.world.time.pause(self._random.uniform(*_BETWEEN_LOOKS))
            for order in self.orders:
                self._look(order)

    def _follow(self, order: SuiteOrder) -> None:
        """Place an order, perhaps again later, and let its fate come."""
        pause = self.world.time.pause
        # Most orders are placed in the same second, as where a recruiter moves several people.
        pause(600.0 if self._random.random() < 0.7 else self._random.uniform(0, 6000))
        self._place(order)
        self._erase_who_waits(order)
        if self._random.random() < 0.3:
            pause(self._random.uniform(*self._random.choice(_AGAIN)))
            self._place(order)
        for _ in range(_MOST_FATES):
            fate = self._random.random()
            if fate >= _ENDING:
                return
            pause(self._random.uniform(*self._random.choice(_AGAIN)))
            self._end(order, fate)

    def _end(self, order: SuiteOrder, fate: float) -> None:
        """Erase who was ordered, cancel the order and perhaps place it anew, or archive its interview."""
        order_id = self._find_id(order)
        if order_id is None:
            return
        try:
            if fate < 0.12:
                self._erase(order, order_id)
            elif fate < 0.5 and (call := self._cancellation(order, order_id)) is not None:
                self._cancel(order, order_id, call)
            else:
                self._archive(order, order_id)
        except Refusal as refusal:
            self.world.tell(f"the end of an order is refused: {refusal}")

    def _place(self, order: SuiteOrder) -> None:
        """Send an order until it is answered, at times twice at once. Nobody orders who is to be erased."""
        if self._random.random() < 0.3 and self.world.conditions.has_faults:
            self.world.live("an order's twin", partial(self._send_order, order))
        self._send_order(order)

    def _send_order(self, order: SuiteOrder) -> None:
        if order.candidate.number in self._leaving:
            return
        order.sendings += 1
        self._under_way[order.candidate.number] += 1
        person, known_as = order.candidate, len(order.ids) - 1
        suite_person = SuitePerson(person.number, person.mark, person.email)
        wanted = WantedOrder(
            order.name, order.interview_id, suite_person, order.sendings, self.world.time.now()
        )
        try:
            order_id = self.dialect.order_id(self._call(self.dialect.order(wanted)).body)
        except Refusal as refusal:
            self.world.tell(f"an order is refused: {refusal}")
            return
        finally:
            self._under_way[order.candidate.number] -= 1
        if order_id is not None:
            order.ids[known_as].add(order_id)

    def _find_id(self, order: SuiteOrder) -> str | None:
        """The id of an order as far as the suite knows it; it looks for one that it was not told."""
        if not order.ids[-1]:
            self._list_ids(order)
        return next(iter(order.ids[-1]), None)

    def _list_ids(self, order: SuiteOrder) -> None:
        reference, known_as = self.dialect.reference(order.name, order.interview_id), len(order.ids) - 1
        former = {each for ids in order.ids[:-1] for each in ids}
        try:
            listed = self._call(SuiteCall("GET", "/orders?pageSize=100")).body["data"]["orders"]
        except Refusal as refusal:
            self.world.tell(f"the orders are refused: {refusal}")
            return
        order.ids[known_as] |= {each["id"] for each in listed if each["reference"] == reference} - former

    def _cancellation(self, order: SuiteOrder, order_id: str) -> SuiteCall | None:
        return self.dialect.cancel(order.name, order_id, self.world.time.now())

    def _cancel(self, order: SuiteOrder, order_id: str, call: SuiteCall) -> None:
        reply = self._call(call)
        self.world.tell(f"{self.dialect.vendor} cancels {order.name}: {reply.body}")
        if self.dialect.frees_reference and self._wait_for_end(order_id):
            order.ids.append(set())
            if self._random.random() < 0.8:
                self.world.time.pause(self._random.uniform(*_REST))
                self._place(order)
                self._erase_who_waits(order)

    def _wait_for_end(self, order_id: str) -> bool:
        """Look whether an order has ended; a cancellation may be carried out after it was answered."""
        for _ in range(_LOOKS):
            if self._shown(order_id)["status"] in (CANCELLED, EXPIRED):
                return True
            self.world.time.pause(self._random.uniform(*_SOON))
        return False

    def _archive(self, order: SuiteOrder, order_id: str) -> None:
        shown = self._shown(order_id)
        path = f"/candidate-interviews/{shown['candidateInterviewId']}/status"
        self.team.client.patch(path, {"status": "archived"})
        order.ids.append(set())

    def _erase(self, order: SuiteOrder, order_id: str) -> None:
        """Have a person erased when no order of them is under way: one that came later would be a new one."""
        candidate_id = self._shown(order_id)["candidateId"]
        while self._under_way[order.candidate.number]:
            self.world.time.pause(_UNDER_WAY)
        self._leaving.add(order.candidate.number)
        self.team.client.post(f"/candidates/{candidate_id}/erase")
        self.world.tell(f"the erasure of candidate {order.candidate.number} is asked for")
        order.candidate.is_erased = order.candidate.has_stopped = True

    def _erase_who_waits(self, order: SuiteOrder) -> None:
        """Have a person erased whom the service knows, and whose new order waits for the suite to say who
        they are."""
        own = [each for each in self.orders if each.candidate is order.candidate]
        known = [order_id for each in own for ids in each.ids for order_id in ids]
        if order.ids[-1] or not known or order.candidate.is_erased:
            return
        self.world.time.pause(self._random.uniform(*_SOON))
        try:
            self._erase(order, known[0])
        except Refusal as refusal:
            self.world.tell(f"an erasure is refused: {refusal}")

    def _shown(self, order_id: str) -> Any:
        return self._call(SuiteCall("GET", f"/orders/{order_id}")).body["data"]["order"]

    def _look(self, order: SuiteOrder) -> None:
        order_id = self._find_id(order)
        if order_id is None or len(order.ids) > 1:
            return
        try:
            order.statuses.append(self.dialect.told_status(self._call(self.dialect.ask(order_id)).body))
        except Refusal as refusal:
            self.world.tell(f"a look at an order is refused: {refusal}")

    def _on_push(self, receipt: PushReceipt) -> None:
        self.world.live("a suite that was told", partial(self._ask_because_of, receipt))

    def _ask_because_of(self, receipt: PushReceipt) -> None:
        """Ask what the status of an order is, of which the suite was just told."""
        order_id = self._id_of(receipt.read.order)
        if order_id is None:
            return
        try:
            reply = self._call(self.dialect.ask(order_id))
        except Refusal as refusal:
            self.world.tell(f"a suite that was told is refused: {refusal}")
            return
        receipt.status_afterwards = self.dialect.told_status(reply.body)

    def _id_of(self, told: str) -> str | None:
        """The id of the order of a push, as far as the suite has it by now."""
        for order in self.orders:
            known = {each for ids in order.ids for each in ids}
            if told in known:
                return told
            if told == self.dialect.reference(order.name, order.interview_id) and len(order.ids) == 1:
                return next(iter(known), None)
        return None

    def _call(self, call: SuiteCall) -> HttpReply:
        """The response to a request, which is sent until it has one. Raises Refusal."""
        path = f"/connect/{self.dialect.vendor}{call.path}"
        content_type, body = call.content
        headers = {"content-type": content_type}
        if call.has_key:
            headers["authorization"] = self._authorization()
        send: Callable[[], HttpReply] = partial(
            self.world.gateway.send, call.method, path, headers, body, address="192.0.2.101"
        )
        for attempt in itertools.count(1):
            reply = send()
            if reply.status < 400:
                return reply
            if attempt == _PATIENCE or not _may_pass(reply):
                raise Refusal(call.method, path, reply)
            self.world.time.pause(self._random.uniform(0.5, min(60.0, 2.0**attempt) + 1))
        raise AssertionError("the attempts never end")

    def _authorization(self) -> str:
        """What the suite shows: the integration's key, or a token that it has got with it."""
        call = self.dialect.token_call()
        if call is None:
            return basic(self.dialect.key)
        if self._token is None or self._token_until <= self.world.time.elapsed:
            began = self.world.time.elapsed
            issued = self._call(call).body
            self._token = issued["access_token"]
            self._token_until = began + issued["expires_in"] - _TOKEN_MARGIN
        return f"Bearer {self._token}"


def _may_pass(reply: HttpReply) -> bool:
    """Whether the same request may succeed later."""
    is_race = any(words in json.dumps(reply.body) for words in _RACES)
    return reply.status >= 500 or reply.status == 429 or is_race
