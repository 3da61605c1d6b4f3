"""Plays the candidates of sandboxes."""
