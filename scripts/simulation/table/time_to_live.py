"""Time to live: a table removes items by itself, some time after an attribute says that they expire.

    time_to_live = TimeToLive(dynamodb, "expiresAtEpoch", time, random)
    dynamodb.listeners.append(time_to_live.see)

Until an item is removed it is read and written like any other. The write that changes its attribute in the
meantime decides alone when it goes.
https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/howitworks-ttl.html
"""

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Final

from simulation.table.memory import MemoryDynamoDb, TableChange
from simulation.virtual_time import VirtualTime

LATENESS: Final = (timedelta(minutes=10), timedelta(hours=6), timedelta(hours=48))
"""How late an item is removed at most, one for each seed. DynamoDB names no limit: two days are usual."""


class TimeToLive:
    """Removes the items of a table whose time is over, each at a moment that the seed decides."""

    def __init__(self, dynamodb: MemoryDynamoDb, attribute: str, time: VirtualTime, random: Random) -> None:
        """`attribute` has the moment at which an item expires, in seconds since 1970."""
        self._dynamodb = dynamodb
        self._attribute = attribute
        self._time = time
        self._random = random
        self._most_late = random.choice(LATENESS)

    def see(self, change: TableChange) -> None:
        """Plan the removal of an item that was given another moment."""
        expiry = (change.after or {}).get(self._attribute, {}).get("N")
        if expiry is None or expiry == (change.before or {}).get(self._attribute, {}).get("N"):
            return
        moment = datetime.fromtimestamp(int(expiry), UTC) + self._most_late * self._random.random()
        self._time.at(moment, lambda: self._remove(change))

    def _remove(self, planned: TableChange) -> None:
        epoch = int(self._time.now().timestamp())
        self._dynamodb.remove_expired(planned.table, planned.key, self._attribute, epoch)
