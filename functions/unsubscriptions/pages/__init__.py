"""The page of an unsubscribe link."""
