"""Résumés of candidates."""
