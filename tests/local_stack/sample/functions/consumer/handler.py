"""Records each batch that it is given in a file, and fails where the records ask for it."""

from sample.journal import record_batch as handler

__all__ = ["handler"]
