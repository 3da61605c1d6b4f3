"""The quota of an API key (interface: Limits, rule 1)."""

from datetime import timedelta

QUOTA_WINDOW = timedelta(hours=1)
HOURLY_REQUESTS = 1000
"""How many requests a key may make in each `QUOTA_WINDOW` (interface: Limits, rule 1)."""
