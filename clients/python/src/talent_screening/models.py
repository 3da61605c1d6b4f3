"""The bodies that are sent and the records that are answered, by their names in the OpenAPI document."""

from talent_screening.generated.models import *  # noqa: F403  # all that is generated is public
