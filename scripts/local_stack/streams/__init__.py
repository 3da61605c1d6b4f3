"""The event sources that invoke functions with the changes of the table."""
