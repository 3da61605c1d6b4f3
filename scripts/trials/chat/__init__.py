"""Tries a chat engine with questions to the demo's chatbot whose answers are known."""
