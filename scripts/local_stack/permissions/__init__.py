"""The permissions of roles: read from the template, and checked at each call of an AWS client."""
