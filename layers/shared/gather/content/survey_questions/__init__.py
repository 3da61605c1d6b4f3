"""Survey questions."""
