from collections.abc import Iterator

import pytest

from tests.local_stack.running_stack import RunningStack


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningStack]:
    """One stack on the sample for all tests that do not stop it, with waits sixty times faster."""
    state = tmp_path_factory.mktemp("stack")
    with RunningStack(
        state,
        GATHER_TIME_SCALE="60",
        GATHER_SEED="empty",
        GATHER_AVATAR_PLAYER_URL="https://avatars.example/player",
    ) as running:
        yield running
