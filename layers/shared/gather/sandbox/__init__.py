"""The sandbox of an organization: its inbox, played candidates, and time that passes."""
