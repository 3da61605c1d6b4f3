"""The OpenAPI document of the service, made from the declarations of its routes."""
