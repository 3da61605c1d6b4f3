"""Sends new entries of the outbox to the queues of their workers."""
