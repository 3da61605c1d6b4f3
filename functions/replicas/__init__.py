"""Routes of replicas."""
