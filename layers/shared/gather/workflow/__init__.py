"""Jobs and the workflows that take candidates through them."""
