"""The deliveries worker: makes the attempts that come to the usual queue."""

from gather.deliveries.attempt import defer
from gather.deliveries.attempt_queues import admit_to_usual_queue
from gather.deliveries.worker import attempt_worker
from gather.wiring import Entry

handler = Entry(attempt_worker(admit_to_usual_queue, defer))
