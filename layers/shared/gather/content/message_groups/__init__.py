"""Message groups: what candidates are written."""
