"""The functions' processes, their runtime API, and what invokes them: the schedules and the recovery."""
