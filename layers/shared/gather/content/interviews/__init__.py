"""Interviews."""
