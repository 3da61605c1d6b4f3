"""Chatbots and their conversations."""
