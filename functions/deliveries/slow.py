"""The slow deliveries worker: makes the attempts that were deferred."""

from deliveries.attempting import attempts_in
from deliveries.lanes import slow_lane
from gather.wiring import Entry

handler = Entry(attempts_in(slow_lane))
