"""What a number of candidate interviews a month needs, and which limit breaks first."""
