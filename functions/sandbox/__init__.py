"""Routes of the sandbox: its inbox, played candidates, and time that passes."""
