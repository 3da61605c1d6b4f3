"""Knowledge bases: the articles that chatbots and interviewers answer from."""
