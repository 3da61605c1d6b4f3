"""The catalogues of translators: whole, with the values of the English phrases, and compiled."""

from dataclasses import replace
from gettext import c2py
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from catalogues import files
from catalogues.files import compiled, faults, generate, read, translations, updated
from catalogues.parts import ProductPart, catalogue_file
from gather.core.catalogue import Catalogue, Plural, Source
from gather.core.language import plural_category, plurals

EVERY = [pytest.param(part, language, id=f"{part.name}-{language}") for part, language in translations()]
GERMAN = (
    'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
    'msgctxt "hello"\nmsgid "Hello {name}"\nmsgstr "Hallo {name}"\n\n'
    'msgctxt "left"\nmsgid "One is left"\nmsgid_plural "{count} are left"\n'
    'msgstr[0] "Noch eins"\nmsgstr[1] "Noch {count}"\n'
)


@pytest.mark.parametrize(("part", "language"), EVERY)
def test_a_catalogue_is_whole(part: ProductPart, language: str) -> None:
    assert faults(part, language) == []


@pytest.mark.parametrize(("part", "language"), EVERY)
def test_a_catalogue_is_kept_as_the_tool_writes_it(part: ProductPart, language: str) -> None:
    assert catalogue_file(part, language).read_text(encoding="utf-8") == updated(part, language)


@pytest.mark.parametrize(("part", "language"), EVERY)
def test_translators_tools_choose_the_form_that_the_service_chooses(part: ProductPart, language: str) -> None:
    with catalogue_file(part, language).open("rb") as opened:
        catalog = read_po(opened)
    index = c2py(catalog.plural_expr)

    assert [plurals(language)[index(count)] for count in range(1000)] == [
        plural_category(language, count) for count in range(1000)
    ]


def test_what_is_compiled_is_up_to_date() -> None:
    stale = [path for path, content in generate().items() if path.read_text(encoding="utf-8") != content]

    assert stale == []


class TestAPart:
    @pytest.fixture
    def part(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ProductPart:
        """A part whose German catalogue fits its English."""
        monkeypatch.setattr(files, "catalogue_file", lambda _part, language: tmp_path / f"{language}.po")
        (tmp_path / "de.po").write_text(GERMAN, encoding="utf-8")
        phrases: Source = {"hello": "Hello {name}", "left": Plural("One is left", "{count} are left")}
        part = ProductPart("greetings", phrases, tmp_path)
        (tmp_path / "de.json").write_text(compiled(part, "de"), encoding="utf-8")
        return part

    def test_speaks_the_languages_that_it_knows(self, part: ProductPart) -> None:
        catalogue = Catalogue(part.english, part.compiled)
        german = catalogue.texts("de-AT")

        assert faults(part, "de") == []
        assert german["hello"] == "Hallo {name}"
        assert [german.counted("left", count) for count in (1, 2)] == ["Noch eins", "Noch 2"]
        assert catalogue.texts("ja").counted("left", 5) == "5 are left"
        assert german.for_script()["left"] == {"one": "Noch eins", "other": "Noch {count}"}

    @pytest.mark.parametrize(
        ("english", "fault"),
        [
            ({"hello": "Hello {firstName}"}, "hello was translated from another English phrase"),
            ({"bye": "Bye"}, "bye is not translated"),
        ],
    )
    def test_notices_what_changed_in_english(
        self, part: ProductPart, english: dict[str, str], fault: str
    ) -> None:
        changed = replace(part, english={**part.english, **english})

        assert [each.partition(": ")[2] for each in faults(changed, "de")] == [fault]

    def test_notices_a_value_that_english_does_not_have(self, part: ProductPart, tmp_path: Path) -> None:
        (tmp_path / "de.po").write_text(GERMAN.replace("Hallo {name}", "Hallo {nmae}"), encoding="utf-8")

        assert "hello has other values" in faults(part, "de")[0]

    def test_keeps_a_translation_whose_english_changed_for_the_translator(
        self, part: ProductPart, tmp_path: Path
    ) -> None:
        changed = replace(part, english={**part.english, "hello": "Good day {name}"})

        (tmp_path / "de.po").write_text(updated(changed, "de"), encoding="utf-8")

        assert read(tmp_path / "de.po")["hello"].fuzzy
        assert read(tmp_path / "de.po")["hello"].string == "Hallo {name}"
