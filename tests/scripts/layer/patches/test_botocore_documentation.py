"""The layer has no writers of botocore's documentation, and botocore's clients do without them."""

from pathlib import Path

import pytest

from layer.patches import botocore_documentation
from tests.scripts.layer.patches.stock_libraries import loaded_by


def test_a_class_of_docstrings_that_is_not_there_any_more_stops_the_build(tmp_path: Path) -> None:
    docs = tmp_path / "botocore" / "docs"
    docs.mkdir(parents=True)
    (docs / "docstring.py").write_text("class ClientMethodDocstring(LazyLoadedDocstring): pass\n")

    with pytest.raises(ValueError, match=r"docstring\.py has no WaiterDocstring any more"):
        botocore_documentation.apply(tmp_path)


def test_a_stock_client_loads_the_writers_of_documentation() -> None:
    """The patch may go when it does not."""
    assert "botocore.docs.service" in loaded_by("import botocore.client")
