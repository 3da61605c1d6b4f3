"""Citations of rules of docs/interface.md and of pages of decisions lead to ones that exist."""

import io
import re
import tokenize
from collections.abc import Iterator, Mapping
from itertools import groupby, pairwise
from pathlib import Path

import pytest

from tests.template.deployment import REPOSITORY

INTERFACE = REPOSITORY / "docs" / "interface.md"

_CITATION = re.compile(r"\binterface: ([^()`.]*)", re.IGNORECASE)
_REFERENCE = re.compile(r"(?P<section>[^,]+)(?:, rules? (?P<rules>\d+(?:(?:, | and | to )\d+)*))?")
_FORMER_CITATION = re.compile(r"(?:[(;] ?|\binterface and )answers: ", re.IGNORECASE)

Rules = Mapping[str, list[int]]
"""The numbers of the rules of each section, in the order of the page."""


def _rules_of(page: str) -> Rules:
    """Returns the rules of each section of the page, by its title."""
    sections = re.split(r"^## ", page, flags=re.MULTILINE)[1:]
    return {
        section.partition("\n")[0]: [
            int(number) for number in re.findall(r"^(\d+)\. ", section, re.MULTILINE)
        ]
        for section in sections
    }


def _faults(text: str, rules: Rules) -> Iterator[str]:
    """Yields the faults of the citations in a text."""
    flat = " ".join(text.split())
    if _FORMER_CITATION.search(flat):
        yield "cites `answers:`, which is not in the repository"
    for citation in _CITATION.findall(flat):
        for reference in citation.split(";"):
            yield from _reference_faults(reference.strip(), rules)


def _reference_faults(reference: str, rules: Rules) -> Iterator[str]:
    match = _REFERENCE.fullmatch(reference)
    if match is None:
        yield f"“{reference}” is no section with rules"
    elif match["section"] not in rules:
        yield f"there is no section “{match['section']}”"
    else:
        # The ends of a range stand for all of it: the rules of a section have no gaps.
        for number in map(int, re.findall(r"\d+", match["rules"] or "")):
            if number not in rules[match["section"]]:
                yield f"{match['section']} has no rule {number}"


def _texts_of_code(source: str) -> Iterator[tuple[int, str]]:
    """Yields the strings and comments of a module, each with its first line; successive comments are one."""
    tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    for token in tokens:
        if token.type == tokenize.STRING:
            yield token.start[0], token.string
    comments = [token for token in tokens if token.type == tokenize.COMMENT]
    for _, block in groupby(enumerate(comments), lambda numbered: numbered[1].start[0] - numbered[0]):
        lines = [comment for _, comment in block]
        yield lines[0].start[0], " ".join(line.string.lstrip("#") for line in lines)


def _texts() -> Iterator[tuple[str, str]]:
    """Yields every text of the repository that may cite a rule, with its place."""
    for folder in ("functions", "layers", "scripts", "tests"):
        for module in sorted((REPOSITORY / folder).rglob("*.py")):
            # The samples below are wrong on purpose.
            if module != Path(__file__) and "node_modules" not in module.parts:
                source = module.read_text()
                if re.search(r"nterface:|nswers:|ecisions?[ /]", source):
                    place = module.relative_to(REPOSITORY)
                    yield from ((f"{place}:{line}", text) for line, text in _texts_of_code(source))
    # docs/openapi.json is left out: its texts are the docstrings of the code.
    for document in (
        *REPOSITORY.glob("*.md"),
        *REPOSITORY.glob("docs/**/*.md"),
        *REPOSITORY.glob("functions/**/*.asl.json"),
        REPOSITORY / "template.yaml",
    ):
        yield str(document.relative_to(REPOSITORY)), re.sub(r"\n\s*#", "\n", document.read_text())


def test_rules_are_numbered_in_their_order() -> None:
    rules = _rules_of(INTERFACE.read_text())

    assert "Events" in rules
    assert {title: numbers for title, numbers in rules.items() if numbers[:1] != [1]} == {}
    assert [title for title, numbers in rules.items() if any(b != a + 1 for a, b in pairwise(numbers))] == []


def test_every_rule_that_is_cited_exists() -> None:
    rules = _rules_of(INTERFACE.read_text())

    assert [f"{place}: {fault}" for place, text in _texts() for fault in _faults(text, rules)] == []


def test_every_page_of_decisions_that_is_cited_exists() -> None:
    waivers = REPOSITORY / "scripts" / "template_scan" / "waivers.toml"
    texts = [*_texts(), (waivers.name, waivers.read_text())]
    cited = [
        (place, page) for place, text in texts for page in re.findall(r"\b(docs/decisions/[\w-]+\.md)", text)
    ]

    assert {"waivers.toml"} < {place for place, _ in cited}
    assert [
        f"{place}: there is no {page}" for place, page in cited if not (REPOSITORY / page).is_file()
    ] == []


def test_decisions_have_no_numbers() -> None:
    """They stand on pages by subject, so that a number would lead nowhere."""
    numbered = re.compile(r"\b[Dd]ecisions? (?:of )?\d{4}\b|\bdecisions/\d{4}")

    assert [place for place, text in _texts() if numbered.search(text)] == []


SAMPLE = """# Interface

## Lists

1. Pages have a size:

   | list | size |
   |---|---|

2. The newest record comes first.

## Audio questions

1. A script is spoken.
"""


@pytest.mark.parametrize(
    "text",
    [
        "The order of a list (interface: Lists, rule 2).",
        "Interface: Lists, rules 1 and 2; Audio questions, rule 1.",
        "Pages (interface: Lists,\n    rules 1 to 2), and speech (interface: Audio\n    questions, rule 1).",
        "What a list is (interface: Lists).",
        "`interface: Audio questions, rule 1`",
        "What a POST answers: the record.",
    ],
)
def test_a_citation_of_what_is_there_is_right(text: str) -> None:
    assert list(_faults(text, _rules_of(SAMPLE))) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("(interface: Lists, rule 3)", "Lists has no rule 3"),
        ("(interface: Lists, rules 1 to 3)", "Lists has no rule 3"),
        ("(interface: Audio questions, rule 1; Lists, rule 0)", "Lists has no rule 0"),
        ("(interface: Survey questions)", "there is no section “Survey questions”"),
        ("Interface: lists, rule 1.", "there is no section “lists”"),
        ("(interface: Lists, newest first)", "“Lists, newest first” is no section with rules"),
        ("(answers: Records)", "cites `answers:`, which is not in the repository"),
        ("(interface: Lists, rule 1; answers: Records)", "cites `answers:`, which is not in the repository"),
        ("(interface and answers: Lists)", "cites `answers:`, which is not in the repository"),
    ],
)
def test_a_citation_of_what_is_not_there_is_told(text: str, fault: str) -> None:
    assert fault in list(_faults(text, _rules_of(SAMPLE)))


def test_citations_are_found_in_docstrings_and_in_comments_of_several_lines() -> None:
    source = (
        '"""Lists (interface: Lists, rule 7)."""\n'
        "x = 1\n"
        "# Speech is made of a script (interface: Audio\n"
        "# questions, rule 8).\n"
    )

    texts = list(_texts_of_code(source))

    assert [line for line, _ in texts] == [1, 3]
    assert [fault for _, text in texts for fault in _faults(text, _rules_of(SAMPLE))] == [
        "Lists has no rule 7",
        "Audio questions has no rule 8",
    ]
