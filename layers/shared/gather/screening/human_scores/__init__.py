"""Scores that people give."""
