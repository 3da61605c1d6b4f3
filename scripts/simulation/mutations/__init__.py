"""The service with a mistake in it, to see that the simulation finds it."""
