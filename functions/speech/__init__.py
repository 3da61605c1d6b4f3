"""Speaks the scripts of audio questions."""
