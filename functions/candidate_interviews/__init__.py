"""Candidate interviews: invites, status and results."""
