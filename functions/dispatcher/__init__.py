"""Turns what the table's stream brings of the outbox into deliveries and queue messages."""
