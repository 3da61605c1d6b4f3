"""What becomes of messages: people leave them and come back, mail systems reject them, readers complain."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, Final

from gather.core.clock import timestamp
from gather.messaging.channels.email_fate import EmailFate
from gather.messaging.channels.opt_out import Preference
from gather.ports.messages import EmailMessage
from gather.screening.candidates.delivery_type import DeliveryType
from simulation.workload.candidates import SimulatedCandidate
from simulation.workload.client import Refusal
from simulation.world import World

_LEAVING: Final = 0.35
"""How many people leave the messages."""
_FATES: Final[Mapping[EmailFate, float]] = {
    EmailFate.BOUNCED_FOR_NOW: 0.1,
    EmailFate.BOUNCED: 0.05,
    EmailFate.COMPLAINED: 0.05,
}
"""How likely each is for an e-mail. A message may have several."""
_BETWEEN_WISHES: Final = (60.0, 7200.0)
_LATEST_SECONDS: Final = 900.0
"""Within which time what is published arrives."""
_WORDS: Final[Mapping[Preference, tuple[str, ...]]] = {
    Preference.STOP: ("STOP", "Stop texting me please", "arrêter"),
    Preference.START: ("START", "You can text me again"),
}
_LINK: Final = re.compile(r"/unsubscribe/[\w-]+$")


def _publish(world: World, queue_name: str, message: Mapping[str, Any], random: Random) -> None:
    """Publish a message to a topic, which brings it to a queue once or twice."""
    [queue] = [each for each in world.queues.values() if each.name == queue_name]
    published = {
        "Type": "Notification",
        "Message": json.dumps(message),
        "Timestamp": timestamp(world.time.now()),
    }
    for _ in range(random.choice((1, 1, 2))):
        delay = random.uniform(0, random.choice((0.1, _LATEST_SECONDS)))
        world.time.after(delay, lambda: queue.send(published, world.time.now()))


@dataclass(slots=True)
class Recipient:
    """A person who may leave the messages of a channel and come back. `wishes` are in the order in which they
    were said, those by e-mail once the service has taken them."""

    world: World
    candidate: SimulatedCandidate
    wishes: list[tuple[DeliveryType, Preference]] = field(default_factory=list)

    def live(self) -> None:
        """Say up to three wishes, if any."""
        random = Random(f"recipient {self.candidate.number} {self.world.seed}")
        if random.random() >= _LEAVING:
            return
        say = random.choice((self._text, self._follow_link))
        self.world.time.pause(random.uniform(0, 10_000))
        wishes = (Preference.STOP, Preference.START, Preference.STOP)
        for preference in wishes[: random.randint(1, len(wishes))]:
            try:
                say(preference, random)
            except Refusal as refusal:
                self.world.tell(f"a wish is refused: {refusal}")
            self.world.time.pause(random.uniform(*_BETWEEN_WISHES))

    def _text(self, preference: Preference, random: Random) -> None:
        message = {
            "originationNumber": self.candidate.person["phone"],
            "destinationNumber": "+12125550101",
            "messageBody": random.choice(_WORDS[preference]),
        }
        self.wishes.append((DeliveryType.SMS, preference))
        _publish(self.world, "InboundSmsQueue", message, random)

    def _follow_link(self, preference: Preference, _random: Random) -> None:
        """Open the link of an e-mail, if there is one by now."""
        messages = self.world.engines.email.messages
        links = [each.unsubscribe_link for each in messages if each.to == self.candidate.email]
        found = _LINK.search(links[-1]) if links else None
        if found is not None:
            path = found[0] if preference is Preference.STOP else f"{found[0]}/undo"
            self.candidate.page.post(path, is_repeatable=True)
            self.wishes.append((DeliveryType.EMAIL, preference))


@dataclass(frozen=True, slots=True)
class PublishedFate:
    """What SES has published of an e-mail."""

    message: EmailMessage
    fate: EmailFate


@dataclass(slots=True)
class MailSystems:
    """The mail systems of all candidates. They tell SES what became of some e-mails."""

    world: World
    published: list[PublishedFate] = field(default_factory=list)

    def begin(self) -> None:
        """Take every e-mail from now on."""
        self.world.engines.email.on_sent = self._take

    def _take(self, message: EmailMessage) -> None:
        if not message.tags:
            return
        random = Random(f"fate {len(self.world.engines.email.messages)} {self.world.seed}")
        for fate, chance in _FATES.items():
            if random.random() < chance:
                delay = random.uniform(0, random.choice((0.1, 3600.0)))
                self.world.time.after(delay, partial(self._tell, message, fate, random))

    def _tell(self, message: EmailMessage, fate: EmailFate, random: Random) -> None:
        self.published.append(PublishedFate(message, fate))
        moment = timestamp(self.world.time.now())
        mail = {"tags": {name: [value] for name, value in message.tags.items()}}
        told: Mapping[EmailFate, dict[str, Any]] = {
            EmailFate.BOUNCED_FOR_NOW: _bounce("Transient", moment),
            EmailFate.BOUNCED: _bounce("Permanent", moment),
            EmailFate.COMPLAINED: {"eventType": "Complaint", "complaint": {"timestamp": moment}},
        }
        _publish(self.world, "EmailEventQueue", {**told[fate], "mail": mail}, random)


def _bounce(kind: str, moment: str) -> dict[str, Any]:
    return {"eventType": "Bounce", "bounce": {"bounceType": kind, "timestamp": moment}}
