"""The review queue: what waits for the team, or for a candidate."""
