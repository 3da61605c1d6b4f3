"""Files that visitors send in a chat."""
