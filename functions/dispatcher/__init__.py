"""Sends what the table's stream brings of the outbox to the queues of those who act on it."""
