"""Measurements: cold and warm starts, round trips, listings, the local stack (docs/performance.md)."""
