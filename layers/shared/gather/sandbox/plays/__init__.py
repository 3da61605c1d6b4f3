"""Played candidates of sandboxes."""
