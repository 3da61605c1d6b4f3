"""The bundles that functions serve are those of the scripts beside them."""

from pathlib import Path
from subprocess import CalledProcessError

import pytest

from page_scripts import bundles
from page_scripts.__main__ import run


@pytest.fixture
def program() -> Path:
    found = bundles.esbuild()
    if found is None:
        pytest.skip("esbuild is not installed")
    return found


@pytest.fixture
def functions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of functions, of which one has a page with a script of two modules."""
    folder = tmp_path / "functions"
    scripts = folder / "cups" / "assets" / "scripts"
    (scripts / "cup").mkdir(parents=True)
    (scripts / "page.js").write_text('import { fill } from "./cup/fill.js";\nfill("tea");\n')
    (scripts / "cup" / "fill.js").write_text("export const fill = (drink) => { document.title = drink; };\n")
    monkeypatch.setattr(bundles, "PROJECT", tmp_path)
    monkeypatch.setattr(bundles, "FUNCTIONS", folder)
    return folder


def test_every_bundle_is_up_to_date(program: Path) -> None:
    assert bundles.out_of_date(program) == []
    assert run(["--check"]) == 0


def test_what_an_entry_imports_is_in_its_bundle(program: Path, functions: Path) -> None:
    bundles.bundle(program)

    [bundle] = functions.glob("*/assets/bundles/*.js")
    assert bundle == functions / "cups" / "assets" / "bundles" / "page.js"
    assert "import" not in bundle.read_text()
    assert '"tea"' in bundle.read_text()


def test_a_changed_module_and_a_removed_entry_make_bundles_out_of_date(
    program: Path, functions: Path
) -> None:
    bundles.bundle(program)
    assets = functions / "cups" / "assets"
    (assets / "bundles" / "gone.js").write_text("")
    (assets / "scripts" / "cup" / "fill.js").write_text("export const fill = (drink) => alert(drink);\n")

    stale = bundles.out_of_date(program)

    assert stale == [assets / "bundles" / name for name in ("gone.js", "page.js")]
    bundles.remove_unused()
    bundles.bundle(program)
    assert bundles.out_of_date(program) == []


def test_an_import_of_a_name_that_no_module_has_is_refused(program: Path, functions: Path) -> None:
    (functions / "cups" / "assets" / "scripts" / "cup" / "fill.js").write_text("export const pour = 1;\n")

    with pytest.raises(CalledProcessError):
        bundles.bundle(program)


def test_without_esbuild_the_bundles_stay_as_they_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("page_scripts.__main__.esbuild", lambda: None)

    assert run([]) == run(["--check"]) == 0
    assert "without esbuild" in capsys.readouterr().err
