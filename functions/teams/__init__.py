"""Teams of an organization and their branding."""
