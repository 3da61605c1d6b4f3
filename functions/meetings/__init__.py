"""Routes of meetings."""
