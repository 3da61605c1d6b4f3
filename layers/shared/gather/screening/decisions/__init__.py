"""What people decide about a candidate interview."""
