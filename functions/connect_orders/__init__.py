"""Routes of a vendor's data: what may be ordered, orders and their results."""
