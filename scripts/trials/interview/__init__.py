"""Twenty scripted candidates and more, who try an interviewer's patience, and a judge of what it said."""
