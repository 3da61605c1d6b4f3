"""By which channels and when somebody may be written to."""
