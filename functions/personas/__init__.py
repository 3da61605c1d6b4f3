"""The worker that refreshes the personas of AI interviews when a question changes."""
