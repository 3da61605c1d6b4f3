"""Comments of colleagues on a candidate interview."""
