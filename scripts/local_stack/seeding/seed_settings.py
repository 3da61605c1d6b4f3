"""The settings of a seed: the stack that it fills."""

import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class SeedSettings:
    """The addresses and names of the running stack. The environment is that of the functions."""

    base_url: str
    table_name: str
    media_bucket: str
    state_directory: Path


def read_seed_settings() -> SeedSettings:
    """The settings, from the environment that the stack gives to its functions."""
    return SeedSettings(
        base_url=os.environ["BASE_URL"],
        table_name=os.environ["TABLE_NAME"],
        media_bucket=os.environ["MEDIA_BUCKET"],
        state_directory=Path(os.environ["GATHER_STATE_DIR"]),
    )
