"""What became of messages."""
