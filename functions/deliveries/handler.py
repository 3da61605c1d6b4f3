"""The deliveries worker: makes the attempts that come to the usual lane."""

from gather.deliveries.attempt import defer
from gather.deliveries.attempt_queues import usual_lane
from gather.deliveries.worker import attempts_in
from gather.wiring import Entry

handler = Entry(attempts_in(usual_lane, defer))
