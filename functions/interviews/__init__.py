"""Routes of interviews."""
