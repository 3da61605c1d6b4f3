"""The queues, and the event sources that invoke functions with their messages."""
