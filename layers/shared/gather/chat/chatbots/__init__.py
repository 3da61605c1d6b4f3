"""Chatbots."""
