"""Message groups: the texts that a team writes for its candidates."""
