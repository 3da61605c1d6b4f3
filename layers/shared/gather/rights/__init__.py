"""The rights of candidates in their data: exports and erasures, and how long what is theirs is kept."""
