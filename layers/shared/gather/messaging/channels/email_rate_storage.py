"""The turns of e-mails: of each team, and of the account.

An item holds the moment of the next turn, which each turn moves on by the time of an e-mail at that rate.
"""

from typing import Final

from gather.table import keys
from gather.table.changes import Update
from gather.table.conditions import absent, at_most, below
from gather.table.item_kind import ItemKind, Place
from gather.table.store import ConditionFailed, Table

BURST_MILLISECONDS: Final = 500
"""Who has sent nothing for so long may send as much at once. SES takes a second's e-mails at once; the rest
is for clocks that are apart."""
FARTHEST_MILLISECONDS: Final = 5_000
"""Nobody waits longer for a turn. At SES's usual rate, the turns of all workers of the queue are nearer."""


def account_email_rate_key() -> keys.Key:
    """The next turn among the e-mails of all teams."""
    return keys.Key("EMAILRATE", keys.RECORD)


def team_email_rate_key(team_id: str) -> keys.Key:
    """The next turn among the e-mails of a team."""
    return keys.Key(f"TEAM#{team_id}#EMAILRATE", keys.RECORD)


ACCOUNT_EMAIL_RATE = ItemKind("ACCOUNT_EMAIL_RATE", account_email_rate_key)
TEAM_EMAIL_RATE = ItemKind("TEAM_EMAIL_RATE", team_email_rate_key)


def take_turn(table: Table, place: Place, interval: int, now: int) -> int:
    """Take the next turn of those that are `interval` apart. Returns its moment. All are Unix milliseconds.

    The moment is over where turns were left unused, and `now` where the next one is too far away. One round
    trip after a burst's time without any turn, two otherwise.
    """
    earliest = now - BURST_MILLISECONDS
    begins = Update(
        set=place.named(nextTurn=earliest + interval), condition=absent() | at_most("nextTurn", earliest)
    )
    goes_on = Update(add={"nextTurn": interval}, condition=below("nextTurn", now + FARTHEST_MILLISECONDS))
    for change in (begins, goes_on):
        try:
            return int(table.update(place.key, change)["nextTurn"]) - interval
        except ConditionFailed:
            continue
    return now
