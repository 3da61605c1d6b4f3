"""Messages to candidates, and what became of them."""
