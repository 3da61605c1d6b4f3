"""The content that a team writes: questions, scorecards, interviews, messages."""
