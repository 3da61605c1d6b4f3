"""The guide for hiring teams speaks the console's words and shows pictures that `make pictures` takes."""

import json
import re

from pictures.views import VIEWS
from tests.guides.snippets import GUIDES

ENGLISH = GUIDES.parents[1] / "console" / "src" / "languages" / "en.json"
GUIDE = (GUIDES / "recruiters-week.md").read_text(encoding="utf-8")


def test_each_control_of_the_guide_is_called_so_in_the_console() -> None:
    phrases = json.loads(ENGLISH.read_text(encoding="utf-8")).values()
    named = {" ".join(name.split()) for name in re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", GUIDE)}

    assert len(named) > 15
    assert named - {phrase for phrase in phrases if isinstance(phrase, str)} == set()


def test_each_picture_of_the_guide_is_taken_by_the_command() -> None:
    shown = re.findall(r"!\[[^\]]+\]\(\.\./images/([\w-]+)\.png\)", GUIDE)

    assert [*shown] != []
    assert set(shown) == {view.name for view in VIEWS}
    assert [name for name in shown if not (GUIDES.parent / "images" / f"{name}.png").is_file()] == []
