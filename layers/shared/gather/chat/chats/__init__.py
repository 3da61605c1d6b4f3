"""Chats of visitors with a chatbot."""
