"""Exports of what is stored about a candidate."""
