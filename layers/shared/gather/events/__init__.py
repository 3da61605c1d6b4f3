"""The events that the service tells its receivers, and the tasks that it leaves to workers."""
