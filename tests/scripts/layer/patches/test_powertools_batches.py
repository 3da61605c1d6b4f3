"""Powertools' batches do without pydantic's models of their records in the layer."""

from pathlib import Path

import pytest

from layer.patches import powertools_batches
from tests.scripts.layer.patches.stock_libraries import loaded_by


def test_a_library_that_asks_for_pydantic_in_another_way_stops_the_build(tmp_path: Path) -> None:
    types = tmp_path / "aws_lambda_powertools" / "utilities" / "batch" / "types.py"
    types.parent.mkdir(parents=True)
    types.write_text("has_pydantic = True\n")

    with pytest.raises(ValueError, match="asks for pydantic in another way now"):
        powertools_batches.apply(tmp_path)


def test_stock_batches_load_the_models_of_all_records_once_pydantic_is_loaded() -> None:
    """The patch may go when they do not."""
    loaded = loaded_by("import pydantic, aws_lambda_powertools.utilities.batch")

    assert "aws_lambda_powertools.utilities.parser.models" in loaded
