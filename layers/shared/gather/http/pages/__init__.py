"""The parts that the pages of all functions share: the skeleton, a team's branding and the looks."""
