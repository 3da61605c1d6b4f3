"""The base of all generated models."""

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """A record or a body. Members are written in snake_case here and in camelCase on the wire.

    A member that a later version of the service adds is kept in `model_extra`. A body is sent with the
    members that were set and no others, so that `None` clears a value and leaving it out keeps it. Bounds
    are in the descriptions; the service judges them and names every fault at once.
    """

    model_config = ConfigDict(extra="allow", populate_by_name=True, protected_namespaces=(), defer_build=True)
