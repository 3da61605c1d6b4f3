"""The candidate's side of an interview, under the token of the invite."""
