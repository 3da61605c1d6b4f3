"""The candidate's side, under the invite's token, and the shared results page."""
