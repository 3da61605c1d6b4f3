"""Answers of candidates."""
