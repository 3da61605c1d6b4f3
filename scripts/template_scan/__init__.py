"""What checkov finds in the deployed template, less what is waived with a reason."""
