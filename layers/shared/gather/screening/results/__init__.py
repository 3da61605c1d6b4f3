"""Results of candidate interviews, as integrators and readers of a share link see them."""
