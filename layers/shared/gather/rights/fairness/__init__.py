"""Fairness reports."""
