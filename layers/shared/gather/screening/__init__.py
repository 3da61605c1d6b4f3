"""Candidates, their interviews, answers and results."""
