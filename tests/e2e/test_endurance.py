"""A round of the endurance run: what `make endurance` does for most of an hour, made small."""

import pytest

from endurance.__main__ import endure

pytestmark = [pytest.mark.slow, pytest.mark.in_process]


def test_a_killed_stack_with_a_bad_table_loses_nothing_and_repeats_nothing_without_a_reason() -> None:
    verdict = endure(deliveries=80, enrollments=3, kills=1, seed=1)

    assert verdict.is_clean, verdict
    assert verdict.expected == 80 + 4 + 3 * 6
