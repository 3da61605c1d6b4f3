"""The deployed template, as CloudFormation reads it."""
