"""The page on which a candidate leaves an organization's e-mails."""
