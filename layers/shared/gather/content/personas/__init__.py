"""Personas of AI interviewers."""
