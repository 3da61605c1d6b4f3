"""The chat: the page on which candidates talk to a chatbot, and the routes behind it."""
