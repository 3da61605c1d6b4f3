"""The whole service in one process, in virtual time, in an order of events that a seed decides."""
