"""What a team writes: questions, scorecards, interviews, messages."""
