"""How long a candidate waits in a conversation on the local stack: for a turn, and for its first sound."""
