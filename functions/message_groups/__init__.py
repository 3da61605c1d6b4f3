"""Routes of message groups."""
