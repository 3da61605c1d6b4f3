"""E-mails go out no faster than the account may send, and no team takes all of that.

    PacedEmail(email, table, clock, team_id).send(message)

SES refuses what is beyond the account's rate, and a refused message waits for half a minute and longer. So
each e-mail takes its turn among those of its team, and then among those of the account.
"""

import random
import time
from dataclasses import dataclass
from math import ceil
from typing import Final

from gather.core.clock import Clock, epoch_milliseconds
from gather.messaging.channels.sending_rate_storage import (
    ACCOUNT_EMAIL_RATE,
    TEAM_EMAIL_RATE,
    TEAM_SHARE,
    take_turn,
)
from gather.ports.failure import EngineFailed
from gather.ports.messages import Email, EmailMessage, EmailQuota
from gather.table.item_kind import Place
from gather.table.store import Table

BURST_MILLISECONDS: Final = 500
"""Who has sent nothing for so long may send as much at once. SES takes a second's e-mails at once; the rest
is for clocks that are apart."""
FARTHEST_MILLISECONDS: Final = 5_000
"""Nobody waits longer for a turn. At SES's usual rate, the turns of all workers of the queue are nearer."""
PAUSE_SECONDS: Final = (0.5, 1.5)
"""How long a message waits that SES has refused. SES may take less than the account's rate for a moment
(https://docs.aws.amazon.com/ses/latest/dg/manage-sending-quotas.html)."""


@dataclass(frozen=True, slots=True)
class PacedEmail:
    """Sends the e-mails of a team when the account may."""

    email: Email
    table: Table
    clock: Clock
    team_id: str

    def send(self, message: EmailMessage) -> str:
        """Wait for the message's turn, hand it over and return the engine's message id. Two to four round
        trips to the table. A message that comes too early all the same has another turn."""
        self._wait_for_turns()
        try:
            return self.email.send(message)
        except EngineFailed as failure:
            if not failure.throttled:
                raise
        time.sleep(random.uniform(*PAUSE_SECONDS))
        self._wait_for_turns()
        return self.email.send(message)

    def quota(self) -> EmailQuota:
        """How many e-mails all teams together may send."""
        return self.email.quota()

    def _wait_for_turns(self) -> None:
        rate = self.quota().most_a_second
        if rate is not None:
            self._wait_for_turn(TEAM_EMAIL_RATE.at(self.team_id), rate * TEAM_SHARE)
            self._wait_for_turn(ACCOUNT_EMAIL_RATE.at(), rate)

    def _wait_for_turn(self, place: Place, rate: float) -> None:
        now = epoch_milliseconds(self.clock.now())
        interval = ceil(1000 / rate)
        turn = take_turn(
            self.table, place, interval, now, burst=BURST_MILLISECONDS, farthest=FARTHEST_MILLISECONDS
        )
        if turn is not None and turn > now:
            time.sleep((turn - now) / 1000)
