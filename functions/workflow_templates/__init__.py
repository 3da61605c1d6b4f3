"""Routes of workflow templates and their assignments."""
