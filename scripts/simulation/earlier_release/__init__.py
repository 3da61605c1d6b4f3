"""What the release before this one has written that may still be under way when this one takes over."""
