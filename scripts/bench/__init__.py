"""Measurements of the service: cold and warm starts, round trips, listings, the local stack (docs/performance.md)."""
