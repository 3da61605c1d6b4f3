"""The models of the Python client, by datamodel-code-generator."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from client_code.plain_document import Schema, schemas_for_clients

OPTIONS = (
    "--input-file-type=openapi",
    "--output-model-type=pydantic_v2.BaseModel",
    "--base-class=talent_screening.model.Model",
    "--target-python-version=3.11",
    "--use-annotated",
    "--snake-case-field",
    "--use-union-operator",
    "--use-standard-collections",
    "--enum-field-as-literal=all",
    "--use-double-quotes",
    "--collapse-root-models",
    "--use-schema-description",
    "--use-field-description",
    "--disable-timestamp",
    "--formatters=builtin",
)


def models(document: Schema) -> str:
    """The module of models."""
    plain = {
        "openapi": document["openapi"],
        "info": document["info"],
        "paths": {},
        "components": {"schemas": schemas_for_clients(document)},
    }
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "openapi.json", Path(folder) / "models.py"
        source.write_text(json.dumps(plain), encoding="utf-8")
        command = [
            sys.executable,
            "-m",
            "datamodel_code_generator",
            f"--input={source}",
            f"--output={target}",
        ]
        subprocess.run([*command, *OPTIONS], check=True)
        return target.read_text(encoding="utf-8")
