"""The task of the evaluation's state machine (assets/evaluation.asl.json)."""

from gather.screening.evaluations.steps import take_step
from gather.wiring import Entry

handler = Entry(take_step)
