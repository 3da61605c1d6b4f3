"""Meetings."""
