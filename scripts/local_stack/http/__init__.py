"""An HTTP server with connections that stay open, for the gateway and for the AWS services."""
