"""Chatbots: the career-chat assistants of a team, and what is attached to them."""
