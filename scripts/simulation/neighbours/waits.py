"""How long somebody waits for what, from when it is asked for until it is there."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from gather.table.keys import outbox
from simulation.table.memory import TableChange
from simulation.table.values import Attributes
from simulation.world import World

P95: Final = 0.95


class Wait(StrEnum):
    """What is waited for."""

    REQUEST = "requests"
    """From the gateway to the answer."""
    WEBHOOK = "webhooks"
    """From the commit of the event to its arrival at the receiver."""
    INVITE = "invites"
    """From the request to the e-mail."""
    TEXT = "text messages"
    """From the request to the text message."""
    EVALUATION = "evaluations"
    """From the request that completes the screening to the commit of its result."""


Waits = dict[Wait, list[float]]
"""The seconds of each wait."""


@dataclass(slots=True)
class WaitObserver:
    """Notes what a team begins to wait for. What has not come by the end counts until then.

    Each of `events` is told to so many `receivers`. `is_on` says whether what begins now counts.
    """

    world: World
    team_id: str
    events: Collection[str]
    receivers: int
    is_on: bool = False
    _requests: list[float] = field(default_factory=list)
    _events: dict[str, float] = field(default_factory=dict)
    _invites: dict[str, float] = field(default_factory=dict)
    _texts: dict[str, float] = field(default_factory=dict)
    _evaluations: dict[str, float] = field(default_factory=dict)
    _evaluated: dict[str, float] = field(default_factory=dict)

    def add_request(self, seconds: float) -> None:
        """A request was answered after so many seconds."""
        if self.is_on:
            self._requests.append(seconds)

    def begin_invite(self, address: str) -> None:
        """An invite to this address is asked for now."""
        if self.is_on:
            self._invites[address] = self.world.time.elapsed

    def begin_text(self, number: str) -> None:
        """An invite to this telephone number is asked for now."""
        if self.is_on:
            self._texts[number] = self.world.time.elapsed

    def begin_evaluation(self, task_id: str) -> None:
        """The evaluation of this task is asked for now."""
        if self.is_on:
            self._evaluations[outbox(task_id).pk] = self.world.time.elapsed

    def see(self, change: TableChange) -> None:
        """The table has changed: an event of the team has happened, or an evaluation has ended."""
        partition, sort = change.key
        if sort != "OUTBOX":
            return
        now = self.world.time.elapsed
        if change.after is None:
            if partition in self._evaluations:
                self._evaluated[partition] = now
        elif change.before is None and self.is_on and self._is_told(change.after):
            self._events[change.after["id"]["S"]] = now

    def _is_told(self, item: Attributes) -> bool:
        """Whether an entry of the outbox is an event of the team that its receivers want."""
        is_own = item["entity"]["S"] == "EVENT" and item["teamId"]["S"] == self.team_id
        return is_own and item["name"]["S"] in self.events

    def waits(self) -> Waits:
        """All waits, with those that have not ended."""
        end = self.world.time.elapsed
        arrived = self._arrived()
        sent, texted = self._sent(), self._texted()
        return {
            Wait.REQUEST: list(self._requests),
            Wait.WEBHOOK: [
                moment - began
                for event_id, began in self._events.items()
                for moment in _filled(arrived.get(event_id, []), self.receivers, end)
            ],
            Wait.INVITE: [sent.get(address, end) - began for address, began in self._invites.items()],
            Wait.TEXT: [texted.get(number, end) - began for number, began in self._texts.items()],
            Wait.EVALUATION: [
                self._evaluated.get(task, end) - began for task, began in self._evaluations.items()
            ],
        }

    def is_waiting(self) -> bool:
        """Whether anything has not come yet but answers to requests."""
        arrived = self._arrived()
        return (
            any(len(arrived.get(event_id, ())) < self.receivers for event_id in self._events)
            or not self._invites.keys() <= self._sent().keys()
            or not self._texts.keys() <= self._texted().keys()
            or not self._evaluations.keys() <= self._evaluated.keys()
        )

    def _arrived(self) -> dict[str, list[float]]:
        """The moments at which receivers have taken the events."""
        start = self.world.time.now().timestamp() - self.world.time.elapsed
        arrived: dict[str, list[float]] = {}
        for arrival in self.world.receivers.arrivals:
            if arrival.event_id in self._events:
                arrived.setdefault(arrival.event_id, []).append(arrival.at.timestamp() - start)
        return arrived

    def _sent(self) -> dict[str, float]:
        """The moments at which e-mails were sent, by their addresses."""
        email = self.world.engines.email
        sent = zip(email.messages, email.sent_at, strict=True)
        return {message.to: at for message, at in sent if message.to in self._invites}

    def _texted(self) -> dict[str, float]:
        """The moments at which text messages were sent, by their numbers."""
        sms = self.world.engines.sms
        sent = zip(sms.messages, sms.sent_at, strict=True)
        return {message.to: at for message, at in sent if message.to in self._texts}


def _filled(moments: list[float], count: int, end: float) -> list[float]:
    """So many moments: those that are missing have not come by the end."""
    return [*moments[:count], *[end] * (count - len(moments))]


def percentile(values: Iterable[float], share: float) -> float:
    """The smallest value that so large a share of all does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -int(-share * len(ordered) // 1) - 1)]
