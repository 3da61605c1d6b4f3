"""A task of the state machine: fails as often as its input says, then answers it."""

from sample.journal import record_task as handler

__all__ = ["handler"]
