"""Records each run in a file; says that there is more to do until it has run twice for a moment."""

from sample.journal import record_run as handler

__all__ = ["handler"]
