"""What a candidate's request does to the workflow."""
