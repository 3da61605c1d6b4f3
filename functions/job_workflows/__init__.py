"""Routes of the workflows of jobs: what governs them, who is enrolled."""
