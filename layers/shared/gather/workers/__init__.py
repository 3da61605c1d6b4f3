"""The runners of queues, streams and schedules."""
