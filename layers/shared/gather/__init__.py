"""The Talent Screening Service: what two or more of its functions share."""
