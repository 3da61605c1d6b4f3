"""Replicas: the avatars of AI interviews."""
