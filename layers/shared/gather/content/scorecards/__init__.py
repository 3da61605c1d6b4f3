"""Scorecards."""
