"""The slow deliveries worker: makes the attempts that were deferred."""

from gather.deliveries.attempt_queues import slow_lane
from gather.deliveries.worker import attempts_in
from gather.wiring import Entry

handler = Entry(attempts_in(slow_lane))
