"""The AWS services around the functions: moto as a server, with objects that outlive a stop."""
