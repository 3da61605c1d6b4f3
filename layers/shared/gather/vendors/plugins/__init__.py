"""The vendors that the service knows: each module here is one, named as in its addresses, with `_` for `-`."""
