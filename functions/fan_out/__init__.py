"""Turns an event into the deliveries that it has, some at a time."""
