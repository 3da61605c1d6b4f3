"""How a decision of a person moves a workflow."""
