"""The candidate's side of a meeting that a workflow asks for."""
