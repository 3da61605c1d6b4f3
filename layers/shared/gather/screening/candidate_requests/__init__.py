"""What candidates ask the team for: more time, another format, an answer, or to withdraw."""
