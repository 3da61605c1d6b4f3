"""Moves enrollments through their steps: a queue's worker, and the tasks of their state machine."""
