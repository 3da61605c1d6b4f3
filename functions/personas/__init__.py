"""Personas of AI interviews, made anew when a question changes."""
