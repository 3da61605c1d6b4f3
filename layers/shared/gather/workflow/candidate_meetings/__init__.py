"""Candidate meetings: invites of candidates to meetings."""
