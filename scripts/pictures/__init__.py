"""The pictures of the documentation, taken of the console on a local stack with the demo."""
