"""The deployed files beside the functions' own code: small, complete, and the same as the tested ones."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from botocore import xform_name
from botocore.session import Session

from layer import botocore_data, build, ciphers, locked_libraries, package_function, pdf_reader
from layer.services import OPERATIONS
from tests.template.deployment import REPOSITORY, declared, declared_functions, package_of

SOURCES = sorted(
    file for folder in ("layers/shared", "functions") for file in (REPOSITORY / folder).rglob("*.py")
)

MAKE_EVERY_CLIENT = """
import botocore.session, pydantic
import aws_lambda_powertools.event_handler, aws_lambda_powertools.utilities.batch
from botocore import xform_name
from layer.services import OPERATIONS
import gather.core.aws, gather.wiring
for service, operations in OPERATIONS.items():
    client = botocore.session.Session().create_client(service, region_name="eu-central-1")
    assert all(hasattr(client, xform_name(operation)) for operation in operations)
    print(client.meta.endpoint_url)
for module in (botocore, pydantic, gather):
    assert module.__file__.startswith({target!r}), module.__file__
"""

IMPORT_EVERY_HANDLER = """
from importlib import import_module
for module in {modules!r}:
    import_module(module)
"""


def test_the_operations_in_the_layer_are_those_that_the_code_calls() -> None:
    """A call of an operation that was trimmed away would fail only when deployed."""
    session = Session()
    text = "\n".join(source.read_text() for source in SOURCES)
    # A method of that name, no function of a service or a storage, or the name in quotes, as presigned
    # addresses take it.
    called = set(re.findall(r"(?:(?<!service)(?<!storage)\.(?=\w+\()|[\"'])(\w+)", text))
    for service, kept in OPERATIONS.items():
        unused = {operation for operation in kept if xform_name(operation) not in called}
        assert not unused, f"nothing calls {unused} of {service}"
        known = {xform_name(name): name for name in session.get_service_model(service).operation_names}
        missing = {known[name] for name in called & known.keys()} - _kept_by_any(known, kept)
        assert not missing, f"{service} lacks {missing} in layer.services"


def _write(file: Path, content: object) -> None:
    file.write_text(json.dumps(content))


def _kept_by_any(known: dict[str, str], kept: tuple[str, ...]) -> set[str]:
    """Names that several services share count as kept when one of them keeps them."""
    elsewhere = {operation for operations in OPERATIONS.values() for operation in operations}
    return set(kept) | {name for name in known.values() if name in elsewhere}


def test_a_model_keeps_what_its_operations_need_and_nothing_else(tmp_path: Path) -> None:
    service = tmp_path / "sample"
    for version, operations in (
        ("2020-01-01", {}),
        ("2024-01-01", {"Get": {"input": {"shape": "In"}}, "Drop": {}}),
    ):
        folder = service / version
        folder.mkdir(parents=True)
        _write(
            folder / "service-2.json",
            {
                "metadata": {"endpointPrefix": "sample"},
                "operations": operations,
                "shapes": {
                    "In": {
                        "type": "structure",
                        "members": {"documentation": {"shape": "Text"}},
                        "documentation": "x",
                    },
                    "Text": {"type": "string"},
                    "Unused": {"type": "string"},
                },
            },
        )
        _write(folder / "endpoint-rule-set-1.json", {"version": "1.0"})
    (tmp_path / "other").mkdir()
    _write(tmp_path / "endpoints.json", {"partitions": [{"services": {"sample": {}, "other": {}}}]})

    botocore_data.trim(tmp_path, {"sample": ("Get",)})

    [folder] = service.iterdir()
    model = json.loads((folder / "service-2.json").read_text())
    assert folder.name == "2024-01-01"
    assert model["operations"] == {"Get": {"input": {"shape": "In"}}}
    assert model["shapes"] == {
        "In": {"type": "structure", "members": {"documentation": {"shape": "Text"}}},
        "Text": {"type": "string"},
    }
    assert json.loads((tmp_path / "endpoints.json").read_text()) == {
        "partitions": [{"services": {"sample": {}}}]
    }
    assert not (tmp_path / "other").exists()


def test_an_operation_that_does_not_exist_stops_the_build(tmp_path: Path) -> None:
    folder = tmp_path / "sample" / "2024-01-01"
    folder.mkdir(parents=True)
    _write(folder / "service-2.json", {"metadata": {}, "operations": {}, "shapes": {}})
    _write(folder / "endpoint-rule-set-1.json", {})

    with pytest.raises(ValueError, match="sample has no operation Get"):
        botocore_data.trim(tmp_path, {"sample": ("Get",)})


@pytest.mark.parametrize("function", sorted(declared_functions()))
def test_a_function_is_packaged_from_its_handler_s_folder(function: str) -> None:
    template = (REPOSITORY / "template.yaml").read_text()

    assert package_function.package_of(template, function) == package_of(function)


def packaged(function: str, target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Packages a function for the default architecture, as the command does."""
    command = ["package_function.py", function, str(target), build.DEFAULT_ARCHITECTURE]
    monkeypatch.setattr(sys, "argv", command)
    assert package_function.main() == 0


@pytest.mark.parametrize("function", ["ChatFunction", "ScreeningFunction"])
def test_a_function_is_packaged_with_what_its_pages_are_made_of(
    function: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packaged(function, tmp_path, monkeypatch)

    folder = package_of(function)
    assets = Path(folder, "assets")
    source = REPOSITORY / "functions" / assets
    parts = {
        file.relative_to(source): file.read_bytes()
        for kind in ("css", "html", "js")
        for file in source.rglob(f"*.{kind}")
        if "scripts" not in file.relative_to(source).parts
    }
    assert len(parts) >= 3
    assert {name: (tmp_path / assets / name).read_bytes() for name in parts} == parts
    assert not (tmp_path / assets / "scripts").exists()


def test_no_two_builds_package_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SAM publishes a version of a function where its package differs, and sees no other layer."""
    builds = [tmp_path / "first", tmp_path / "second"]
    for build_folder in builds:
        packaged("TeamsFunction", build_folder, monkeypatch)

    first, second = ((folder / package_function.RELEASE).read_text() for folder in builds)
    assert first != second


def test_a_trimmed_part_that_a_library_no_longer_has_stops_the_build(tmp_path: Path) -> None:
    """Its replacement may be in the layer again, or a function may need it."""
    with pytest.raises(ValueError, match=r"the libraries have no .+ any more"):
        build.delete_unused(tmp_path)
    with pytest.raises(ValueError, match=r"pycryptodome has no .+ any more"):
        ciphers.trim(tmp_path)


@pytest.mark.slow
def test_the_trimmed_layer_imports_every_handler_makes_every_client_and_leaves_the_installed_libraries_alone(
    tmp_path: Path,
) -> None:
    import botocore

    installed = Path(botocore.__file__).parent / "data" / "endpoints.json"
    before = installed.read_bytes()

    build.build(tmp_path, "host", sys.executable)

    modules = [
        ".".join(file.relative_to(REPOSITORY / "functions").with_suffix("").parts)
        for file in SOURCES
        if file.is_relative_to(REPOSITORY / "functions") and file.stem != "__init__"
    ]
    script = MAKE_EVERY_CLIENT.format(target=str(tmp_path)) + IMPORT_EVERY_HANDLER.format(modules=modules)
    roots = [tmp_path, REPOSITORY / "scripts", REPOSITORY / "functions"]
    answer = subprocess.run(
        [sys.executable, "-S", "-c", script],
        env={"PYTHONPATH": ":".join(map(str, roots)), "ENGINES": "gather.aws.engines"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    assert len(answer.stdout.split()) == len(OPERATIONS)
    assert installed.read_bytes() == before


def test_the_layer_can_be_built_for_each_architecture_that_the_functions_may_have() -> None:
    parameter = declared()["Parameters"]["Architecture"]
    metadata = declared()["Resources"]["SharedLayer"]["Metadata"]

    assert sorted(parameter["AllowedValues"]) == locked_libraries.architectures()
    assert parameter["Default"] == build.DEFAULT_ARCHITECTURE
    assert metadata["BuildArchitecture"] == {"Ref": "Architecture"}
    folder = locked_libraries.PLATFORMS.relative_to(REPOSITORY) / "${Architecture}"
    assert metadata["WorkingDirectory"]["Fn::Sub"] == str(folder)


def machine_of(compiled: Path) -> str:
    """Returns the processor that a compiled file is for, from its ELF header."""
    return {b"\x3e\x00": "x86_64", b"\xb7\x00": "aarch64"}[compiled.read_bytes()[18:20]]


@pytest.mark.slow
def test_sam_builds_what_is_deployed_without_docker(tmp_path: Path) -> None:
    built = built_by_sam(tmp_path / "built")

    for function in declared_functions():
        check_package(built, function, "aarch64")
    check_layer(built, build.DEFAULT_ARCHITECTURE, "aarch64")
    build.build(tmp_path / "again", "lambda", sys.executable)
    first, again = contents(built / "SharedLayer" / "python"), contents(tmp_path / "again")
    assert first.keys() == again.keys()
    assert [file for file in first if first[file] != again[file]] == []


@pytest.mark.slow
def test_sam_builds_for_other_processors(tmp_path: Path) -> None:
    [carrier, *_] = [each for each in declared_functions() if package_of(each) in pdf_reader.FUNCTIONS]

    built = built_by_sam(tmp_path, carrier, "--parameter-overrides", "Architecture=x86_64")

    check_package(built, carrier, "x86_64")
    check_layer(built, "x86_64", "x86_64")


def built_by_sam(target: Path, *options: str) -> Path:
    """Build the stack, or a function that is named, with the layer. Returns the folder of what was built."""
    sam = Path(sys.executable).with_name("sam")
    command = [str(sam), "build", *options, "--build-dir", str(target)]
    answer = subprocess.run(
        [*command, "--template-file", str(REPOSITORY / "template.yaml"), "--base-dir", str(REPOSITORY)],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    return target


def check_package(built: Path, function: str, processor: str) -> None:
    """A function's package has its code and what it carries, and nothing else."""
    folder, package = built / function, package_of(function)
    carried = pdf_reader.LIBRARIES.values() if package in pdf_reader.FUNCTIONS else ()
    assert {entry.name for entry in folder.iterdir()} == {package, package_function.RELEASE, *carried}
    if carried:
        assert machine_of(folder / "Crypto" / "Cipher" / "_raw_cbc.abi3.so") == processor


def check_layer(built: Path, architecture: str, processor: str) -> None:
    """The layer is for a processor, within its size, and tells scanners its libraries."""
    layer = built / "SharedLayer" / "python"
    assert [file.name for file in layer.glob("pydantic_core/*.so")] == [
        f"_pydantic_core.cpython-313-{processor}-linux-gnu.so"
    ]
    assert (layer / "gather" / "core" / "settings.py").is_file()
    [described] = layer.glob("botocore-*.dist-info")
    assert [file.name for file in described.iterdir()] == ["METADATA"]
    assert "\nVersion: " in (described / "METADATA").read_text()
    assert build.zipped_size(layer) <= build.LARGEST_ZIP[architecture]


def contents(folder: Path) -> dict[Path, bytes]:
    """The files below a folder, by their place in it."""
    return {file.relative_to(folder): file.read_bytes() for file in folder.rglob("*") if file.is_file()}
