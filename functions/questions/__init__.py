"""Audio questions, the narrators that speak them, and the team's branding."""
