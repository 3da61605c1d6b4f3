"""Imports of candidates: what a client sends, how its rows are read, and what became of each."""
