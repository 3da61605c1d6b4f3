"""Conversations of AI interviews."""
