"""Chatbots and their chats with visitors."""
