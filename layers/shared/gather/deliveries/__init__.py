"""Deliveries of events to webhooks: when, by which queue, signed, logged, and sent again."""
