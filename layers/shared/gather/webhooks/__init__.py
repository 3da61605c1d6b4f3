"""Customers' subscriptions and the deliveries of events."""
