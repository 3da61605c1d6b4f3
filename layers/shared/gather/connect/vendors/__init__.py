"""The vendors that the service knows: each module is one, named as in its addresses, with `_` for `-`."""
