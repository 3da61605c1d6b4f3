"""Webhook deliveries: attempts at receivers, the first from a queue, retries from a state machine."""
