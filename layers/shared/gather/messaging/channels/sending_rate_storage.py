"""The turns of e-mails and text messages: of each team, and of the account.

An item holds the moment of the next turn, which each turn moves on by the time of a message at that rate.
A team has a line of its own for its share of the e-mails of a day.
"""

from typing import Final

from gather.table import keys
from gather.table.changes import Update
from gather.table.conditions import absent, at_most, below
from gather.table.item_kind import ItemKind, Place
from gather.table.store import ConditionFailed, Table

TEAM_SHARE: Final = 0.5
"""The part of the account's rate that one team has at most."""


def account_email_rate_key() -> keys.Key:
    """The next turn among the e-mails of all teams."""
    return keys.Key("EMAILRATE", keys.RECORD)


def team_email_rate_key(team_id: str) -> keys.Key:
    """The next turn among the e-mails of a team."""
    return keys.Key(f"TEAM#{team_id}#EMAILRATE", keys.RECORD)


def team_email_day_key(team_id: str) -> keys.Key:
    """The next turn among the e-mails of a team on a day whose e-mails are short."""
    return keys.Key(f"TEAM#{team_id}#EMAILDAY", keys.RECORD)


def account_sms_rate_key() -> keys.Key:
    """The next turn among the text messages of all teams."""
    return keys.Key("SMSRATE", keys.RECORD)


def team_sms_rate_key(team_id: str) -> keys.Key:
    """The next turn among the text messages of a team."""
    return keys.Key(f"TEAM#{team_id}#SMSRATE", keys.RECORD)


ACCOUNT_EMAIL_RATE = ItemKind("ACCOUNT_EMAIL_RATE", account_email_rate_key)
TEAM_EMAIL_RATE = ItemKind("TEAM_EMAIL_RATE", team_email_rate_key)
TEAM_EMAIL_DAY = ItemKind("TEAM_EMAIL_DAY", team_email_day_key)
ACCOUNT_SMS_RATE = ItemKind("ACCOUNT_SMS_RATE", account_sms_rate_key)
TEAM_SMS_RATE = ItemKind("TEAM_SMS_RATE", team_sms_rate_key)


def take_turn(
    table: Table, place: Place, interval: int, now: int, *, burst: int, farthest: int
) -> int | None:
    """Take the next turn, which lasts `interval`. Returns its moment. All are milliseconds, and moments those
    of Unix time.

    Who has sent nothing for the time of `burst` may send as much at once: the moment is over where turns were
    left unused. None where the next turn is more than `farthest` away. One round trip after a burst's time
    without any turn, two otherwise.
    """
    earliest = now - burst
    begins = Update(
        set=place.named(nextTurn=earliest + interval), condition=absent() | at_most("nextTurn", earliest)
    )
    goes_on = Update(add={"nextTurn": interval}, condition=below("nextTurn", now + farthest))
    for change in (begins, goes_on):
        try:
            return int(table.update(place.key, change)["nextTurn"]) - interval
        except ConditionFailed:
            continue
    return None
