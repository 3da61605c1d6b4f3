"""One line of steps for every route."""
