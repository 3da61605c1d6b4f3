"""The slow deliveries worker: makes the attempts that were deferred."""

from gather.deliveries.attempt_queues import admit_to_slow_queue
from gather.deliveries.worker import attempt_worker
from gather.wiring import Entry

handler = Entry(attempt_worker(admit_to_slow_queue))
