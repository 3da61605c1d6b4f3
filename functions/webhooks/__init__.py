"""Webhook configurations and the log of their deliveries."""
