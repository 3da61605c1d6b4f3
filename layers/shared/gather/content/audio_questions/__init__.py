"""Audio questions."""
