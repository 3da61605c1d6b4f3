"""The engines of a deployment, on the services of AWS."""
