"""The seed of the sample: a key that is made once."""

import secrets
from typing import Any


def seed(mode: str, settings: Any) -> dict[str, Any]:
    return {"seeded": mode, "tableOfSeed": settings.table_name, "apiKey": secrets.token_hex()}
