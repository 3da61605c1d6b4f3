"""Makes the deliveries of an event, batch by batch."""
