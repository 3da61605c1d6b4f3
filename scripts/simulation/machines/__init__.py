"""State machines: definitions in the Amazon States Language, run in virtual time, one state after another."""
