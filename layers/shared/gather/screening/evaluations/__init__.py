"""Evaluations of candidate interviews: scores, summaries and where they come from."""
