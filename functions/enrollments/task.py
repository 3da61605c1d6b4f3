"""The task of the enrollment's state machine (assets/enrollment.asl.json)."""

from gather.wiring import Entry
from gather.workflow.enrollments.steps import take_step

handler = Entry(take_step)
