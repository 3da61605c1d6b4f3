"""The deliveries worker: makes the attempts that come to the usual lane."""

from deliveries.attempt import defer
from deliveries.attempting import attempts_in
from deliveries.lanes import usual_lane
from gather.wiring import Entry

handler = Entry(attempts_in(usual_lane, defer))
