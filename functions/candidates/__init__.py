"""Candidates: the people who are screened."""
