"""Responds to what no route takes."""
