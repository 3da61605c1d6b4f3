"""The worker that reads text messages to the deployment's number."""
