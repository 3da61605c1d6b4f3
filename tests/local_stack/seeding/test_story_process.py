"""The demo's story: each chapter is told once in a state folder's life, and what fails is one line."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from local_stack.seeding.demo_story import NEEDED
from local_stack.seeding.story_process import STORY_FILE, StoryProcess, is_told, read_begun, tell
from local_stack.settings import StackSettings


class Story:
    """A story of which each chapter notes that it was told; `failing` raise."""

    def __init__(self, *names: str, failing: tuple[str, ...] = ()) -> None:
        self.told: list[str] = []
        self._names = names
        self._failing = failing

    def chapters(self) -> Iterator[tuple[str, Callable[[], None]]]:
        for name in self._names:
            yield name, partial(self._tell, name)

    def _tell(self, name: str) -> None:
        self.told.append(name)
        if name in self._failing:
            raise RuntimeError("POST /jobs: 409\nsecond line")


def test_chapters_are_told_once_whatever_becomes_of_the_stack(tmp_path: Path) -> None:
    first, second = Story("Nia", "Linh"), Story("Nia", "Linh", "Petra")

    tell(tmp_path, first)
    tell(tmp_path, second)

    assert first.told == ["Nia", "Linh"]
    assert second.told == ["Petra"]
    assert read_begun(tmp_path) == ["Nia", "Linh", "Petra"]
    assert is_told(tmp_path)


def test_a_chapter_that_was_cut_short_is_not_told_again(tmp_path: Path) -> None:
    class CutShort(Story):
        def chapters(self) -> Iterator[tuple[str, Callable[[], None]]]:
            yield "Nia", self._stop

        def _stop(self) -> None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tell(tmp_path, CutShort())
    assert not is_told(tmp_path)
    again = Story("Nia")
    tell(tmp_path, again)

    assert again.told == []


def test_what_fails_is_one_line_and_the_others_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    story = Story("Nia", "Linh", failing=("Nia",))

    tell(tmp_path, story)

    assert story.told == ["Nia", "Linh"]
    assert capsys.readouterr().err == ("local stack: the demo stops for Nia: POST /jobs: 409 second line\n")


def test_a_file_that_cannot_be_read_counts_as_none(tmp_path: Path) -> None:
    (tmp_path / STORY_FILE).write_text("{")

    assert read_begun(tmp_path) == []


def test_a_folder_of_an_earlier_version_has_no_story(tmp_path: Path) -> None:
    (tmp_path / "seed.json").write_text('{"apiKey": "key", "jobId": "job"}')

    ended = subprocess.run(
        [sys.executable, "-m", "local_stack.seeding.story_process", str(tmp_path)],
        capture_output=True,
        timeout=60,
        check=False,
    )

    assert (ended.returncode, ended.stderr) == (0, b"")
    assert not (tmp_path / STORY_FILE).exists()


def test_the_process_ends_when_the_stack_closes_it(tmp_path: Path) -> None:
    (tmp_path / "seed.json").write_text(json.dumps({**dict.fromkeys(NEEDED, "any"), "consoleUsers": {}}))
    settings = StackSettings(3000, None, "demo", 1, tmp_path)
    # Nobody answers here, so that the story waits at its first request.
    story = StoryProcess(settings, {"BASE_URL": "http://192.0.2.1"})

    story.close()

    assert not Path(f"/proc/{story.process_id}").exists()
