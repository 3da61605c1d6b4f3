"""Job families."""
