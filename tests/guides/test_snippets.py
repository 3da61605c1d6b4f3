"""No code block of a guide is left untried."""

import pytest

from tests.guides.snippets import GUIDES, snippets

TRIED = {
    "agents.md": {"python", "sh", "json desktop", "json vscode"},
    "connect.md": {"python", "python plugin", "sh setup"},
    "first-interview.md": {"python", "sh", "sh setup"},
    "going-live.md": {"python", "sh account"},
    "moving-in.md": {"python", "csv", "sh"},
    "recruiters-week.md": set(),
    "requests.md": {"python"},
    "webhooks.md": {
        *("python", "python shortest", "python flask", "python fastapi", "python lambda"),
        *("js express", "js verify"),
    },
    "workflows.md": {"python"},
}
"""The programs of each guide that a test in this folder runs."""


def test_every_guide_is_in_the_index() -> None:
    guides = {file.name for file in GUIDES.glob("*.md")} - {"README.md"}
    index = (GUIDES / "README.md").read_text(encoding="utf-8")

    assert guides == set(TRIED)
    assert {guide for guide in guides if f"({guide})" not in index} == set()


@pytest.mark.parametrize("guide", TRIED)
def test_every_program_is_tried(guide: str) -> None:
    blocks = snippets(guide)
    fences = (GUIDES / guide).read_text(encoding="utf-8").count("\n```")

    assert {f"{each.language} {each.label}".strip() for each in blocks} == TRIED[guide]
    assert fences == 2 * len(blocks)
