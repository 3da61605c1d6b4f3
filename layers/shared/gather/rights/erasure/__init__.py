"""Erasures of candidates."""
