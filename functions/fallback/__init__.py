"""Answers what no route takes."""
