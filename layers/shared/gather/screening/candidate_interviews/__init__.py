"""Candidate interviews: one candidate's way through one interview."""
