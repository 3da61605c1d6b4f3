#!/usr/bin/env python3
"""Builds the shared layer: the package gather and its libraries, trimmed to what the service calls.

    python scripts/layer/build.py --target DIR --platform lambda [--architecture arm64|x86_64]
    python scripts/layer/build.py --target DIR --platform host [--python INTERPRETER]

`lambda` is for the deployed runtime, whatever the host; `host` is the same for this machine, so that
what is deployed can be run and measured here. DIR becomes an import root.
"""

import argparse
import io
import shutil
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from layer import botocore_data, bytecode, certificates, docstrings, locked_libraries, parts
from layer.dataclass_recorder import PACKAGES
from layer.patches import botocore_documentation, dataclass_methods, powertools_batches, powertools_packages
from layer.services import OPERATIONS

REPOSITORY = Path(__file__).resolve().parents[2]
FUNCTIONS = REPOSITORY / "functions"
DEFAULT_ARCHITECTURE = "arm64"
_LOCK = "layer"

MEGABYTE = 1024 * 1024
LARGEST_ZIP = {"arm64": 8.3 * MEGABYTE, "x86_64": 9.0 * MEGABYTE}
"""Bytes by architecture: the same libraries, compiled for x86_64, are 0.7 MB larger."""

# Parts of the libraries that nothing here reaches: command lines, what pydantic keeps of its version 1, the
# OpenAPI document that powertools would make and its view in a browser, a copy of the time zones, other
# implementations of TLS and proxies, the compiler of C interfaces, of which PyNaCl needs the backend alone,
# htpy for other frameworks, the compiled half of markupsafe, which saves 0.1 ms of a page, and the tools of
# powertools for what this service does by itself or not at all.
UNUSED = (
    "bin",
    "cffi",
    "pycparser",
    "pydantic/class_validators.py",
    "pydantic/color.py",
    "pydantic/datetime_parse.py",
    "pydantic/decorator.py",
    "pydantic/deprecated",
    "pydantic/env_settings.py",
    "pydantic/error_wrappers.py",
    "pydantic/experimental",
    "pydantic/generics.py",
    "pydantic/json.py",
    "pydantic/mypy.py",
    "pydantic/parse.py",
    "pydantic/schema.py",
    "pydantic/tools.py",
    "pydantic/typing.py",
    "pydantic/utils.py",
    "pydantic/v1",
    "pydantic/validators.py",
    "aws_lambda_powertools/event_handler/middlewares/async_utils.py",
    "aws_lambda_powertools/event_handler/middlewares/openapi_validation.py",
    "aws_lambda_powertools/event_handler/middlewares/schema_validation.py",
    "aws_lambda_powertools/event_handler/openapi/dependant.py",
    "aws_lambda_powertools/event_handler/openapi/encoders.py",
    "aws_lambda_powertools/event_handler/openapi/models.py",
    "aws_lambda_powertools/event_handler/openapi/params.py",
    "aws_lambda_powertools/event_handler/openapi/schema_generator.py",
    "aws_lambda_powertools/event_handler/openapi/swagger_ui",
    "aws_lambda_powertools/logging/formatters/datadog.py",
    "aws_lambda_powertools/metrics/provider/datadog",
    "aws_lambda_powertools/utilities/auth_alpha",
    "aws_lambda_powertools/utilities/circuit_breaker",
    "aws_lambda_powertools/utilities/data_masking",
    "aws_lambda_powertools/utilities/feature_flags",
    "aws_lambda_powertools/utilities/idempotency",
    "aws_lambda_powertools/utilities/kafka",
    "aws_lambda_powertools/utilities/metadata",
    "aws_lambda_powertools/utilities/parameters",
    "aws_lambda_powertools/utilities/streaming",
    "aws_lambda_powertools/utilities/validation",
    "annotated_types/test_cases.py",
    "botocore/crt/auth.py",
    "botocore/stub.py",
    "dateutil/easter.py",
    "dateutil/rrule.py",
    "dateutil/tz/win.py",
    "dateutil/tzwin.py",
    "dateutil/zoneinfo",
    "htpy/django.py",
    "htpy/html2htpy.py",
    "htpy/starlette.py",
    "idna/__main__.py",
    "idna/cli.py",
    "idna/codec.py",
    "idna/compat.py",
    "markupsafe/_speedups*",
    "nacl/hash.py",
    "nacl/hashlib.py",
    "nacl/public.py",
    "nacl/pwhash",
    "nacl/signing.py",
    "urllib3/contrib/emscripten",
    "urllib3/contrib/pyopenssl.py",
    "urllib3/contrib/socks.py",
    "urllib3/http2/connection.py",
)


class LibraryPatch(Protocol):
    """A module of `layer.patches` that changes libraries alone."""

    def apply(self, libraries: Path) -> None:
        """Change the libraries below an import root. Raises ValueError when one is not as expected."""


LIBRARY_PATCHES: Mapping[str, LibraryPatch] = {
    "botocore_documentation": botocore_documentation,
    "powertools_batches": powertools_batches,
    "powertools_packages": powertools_packages,
}
DATACLASS_METHODS = "dataclass_methods"
PATCHES = (DATACLASS_METHODS, *LIBRARY_PATCHES)
"""The modules of `layer.patches`."""


def build(
    target: Path,
    platform: str,
    python: str,
    architecture: str = DEFAULT_ARCHITECTURE,
    without: str | None = None,
) -> None:
    """Fill `target`, which is emptied first; `architecture` is that of the platform `lambda`.

    `without` names one of PATCHES that is not applied, to measure what it gains.

    Raises CalledProcessError when the libraries can't be had, ValueError when a library no longer has what is
    to be kept of it.
    """
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    wheels = locked_libraries.wheels_of(architecture) if platform == "lambda" else None
    locked_libraries.install(_LOCK, target, wheels, python)
    _trim(target, without)
    docstrings.leave_out(target)
    for package in PACKAGES:
        shutil.copytree(
            REPOSITORY / "layers" / "shared" / package,
            target / package,
            ignore=shutil.ignore_patterns("__pycache__", "*.pyc", "py.typed", "README.md"),
        )
        docstrings.leave_out(target / package)
    if platform == "host":
        if without != DATACLASS_METHODS:
            dataclass_methods.precompile(target, FUNCTIONS, target, python)
        bytecode.compile_with(python, target, str(target))
        return
    if without != DATACLASS_METHODS and (runtime := bytecode.runtime_python()):
        with TemporaryDirectory() as libraries:
            # Those of the other platform can't be imported here.
            locked_libraries.install(_LOCK, Path(libraries), None, runtime)
            _trim(Path(libraries), without)
            dataclass_methods.precompile(target, FUNCTIONS, Path(libraries), runtime)
    bytecode.compile_for_lambda(target, "/opt/python")


def _trim(libraries: Path, without: str | None) -> None:
    """Leave of the libraries what the service uses, and patch them.

    Raises ValueError when one has changed.
    """
    delete_unused(libraries)
    botocore_data.trim(libraries / "botocore" / "data", OPERATIONS)
    certificates.trim(libraries / "botocore" / "cacert.pem")
    for name, patch in LIBRARY_PATCHES.items():
        if name != without:
            patch.apply(libraries)


def zipped_size(folder: Path) -> int:
    """Bytes of `folder` as a zip file, as it is uploaded."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                archive.write(file, file.relative_to(folder))
    return buffer.tell()


def delete_unused(target: Path) -> None:
    """Delete UNUSED, tests, type stubs and bytecode. Raises ValueError when a part of UNUSED is not there."""
    parts.delete(target, UNUSED)
    for entry in sorted(target.rglob("*")):
        if entry.name in ("tests", "__pycache__") or entry.suffix in (".pyi", ".pyc"):
            parts.delete_entry(entry)
    for folder in target.glob("*.dist-info"):
        for entry in list(folder.iterdir()):
            if entry.name == "METADATA":
                _leave_head(entry)
            else:
                parts.delete_entry(entry)
    for leftover in target.glob(".*"):
        parts.delete_entry(leftover)


def _leave_head(metadata: Path) -> None:
    """Leave what names a library and its version, to scanners for weaknesses; a page about it follows."""
    head, _, _ = metadata.read_text(encoding="utf-8").partition("\n\n")
    metadata.write_text(f"{head}\n", encoding="utf-8")


def main() -> int:
    """Build as the command line says and print the size. Returns 1 when the layer is too large."""
    parser = argparse.ArgumentParser(description="Build the shared layer.")
    parser.add_argument("--target", type=Path, required=True, help="the folder to fill, an import root")
    parser.add_argument("--platform", choices=("lambda", "host"), default="lambda")
    parser.add_argument(
        "--architecture", choices=locked_libraries.architectures(), default=DEFAULT_ARCHITECTURE
    )
    parser.add_argument("--python", default=sys.executable, help="interpreter of the platform `host`")
    options = parser.parse_args()
    build(options.target.resolve(), options.platform, options.python, options.architecture)
    size = zipped_size(options.target)
    print(f"Layer for {options.platform}: {size / MEGABYTE:.2f} MB zipped")
    largest = LARGEST_ZIP[options.architecture]
    if options.platform == "lambda" and size > largest:
        print(f"The layer may be {largest / MEGABYTE:g} MB at most.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
