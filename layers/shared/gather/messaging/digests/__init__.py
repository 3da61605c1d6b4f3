"""Digests: one e-mail a day with the news of candidates."""
