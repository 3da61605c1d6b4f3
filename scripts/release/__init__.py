"""Deploys a release with SAM CLI, and has CloudFormation take it back when the API fails."""
