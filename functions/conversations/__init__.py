"""Conversations with chatbots, to be read."""
