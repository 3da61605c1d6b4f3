"""Messages to people: by which channels, how they look, when they go out, and what became of them."""
