"""Inboxes of sandboxes."""
