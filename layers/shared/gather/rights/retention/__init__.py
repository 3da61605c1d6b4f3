"""Retention: for how long what is a candidate's is stored."""
