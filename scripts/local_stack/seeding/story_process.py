"""Tells the demo's story once the stack is ready, in a process of its own that ends with the stack.

A chapter that was begun is never told again in a state folder's life: the state folder notes it before. What
fails is one line for the person who runs the stack, and the other chapters go on.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Final, Protocol

from local_stack.process.parent_death import die_with_parent
from local_stack.process.ready_file import write_private
from local_stack.seeding.seed_process import RESULT_FILE
from local_stack.settings import SCRIPTS, StackSettings

STORY_FILE: Final = "story.json"
_MODULE: Final = "local_stack.seeding.story_process"
_POLITE: Final = 10
"""How much less urgent than the stack the story is, for the scheduler of the machine."""


class Story(Protocol):
    """What is told: each chapter has a name."""

    def chapters(self) -> Iterable[tuple[str, Callable[[], None]]]: ...


class StoryProcess:
    """The process that tells the story; `close` ends it, wherever it is."""

    def __init__(self, settings: StackSettings, environment: Mapping[str, str]) -> None:
        """`environment` is what the functions have."""
        project = settings.project
        path = os.pathsep.join(map(str, (project / "functions", project / "layers" / "shared", SCRIPTS)))
        self._process = subprocess.Popen(
            [sys.executable, "-m", _MODULE, str(settings.state_directory)],
            env={**os.environ, **environment, "PYTHONPATH": path},
            stdin=subprocess.DEVNULL,
            preexec_fn=die_with_parent,
        )

    @property
    def process_id(self) -> int:
        return self._process.pid

    def close(self) -> None:
        """Ends the process."""
        self._process.kill()
        self._process.wait()


def read_begun(state_directory: Path) -> list[str]:
    """The chapters that were begun in a state folder."""
    try:
        begun: list[str] = json.loads((state_directory / STORY_FILE).read_text(encoding="utf-8"))["begun"]
    except (FileNotFoundError, ValueError, KeyError):
        return []
    return begun


def is_told(state_directory: Path) -> bool:
    """Whether the story has been told to its end."""
    try:
        return bool(json.loads((state_directory / STORY_FILE).read_text(encoding="utf-8")).get("isTold"))
    except (FileNotFoundError, ValueError):
        return False


def tell(state_directory: Path, story: Story) -> None:
    """Tells the chapters of `story` that were not begun, each once; prints a line for one that fails."""
    begun = read_begun(state_directory)
    for name, chapter in story.chapters():
        if name in begun:
            continue
        begun.append(name)
        write_private(state_directory / STORY_FILE, {"begun": begun})
        try:
            chapter()
        except Exception as error:  # noqa: BLE001  # whatever it is, the stack runs on
            reason = " ".join(str(error).split())
            print(f"local stack: the demo stops for {name}: {reason}", file=sys.stderr, flush=True)
    write_private(state_directory / STORY_FILE, {"begun": begun, "isTold": True})


def _tell_in_this_process(state_directory: Path) -> None:
    # Ctrl-C reaches every process of the terminal; the stack ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(_POLITE)
    seeded = json.loads((state_directory / RESULT_FILE).read_text(encoding="utf-8"))

    from local_stack.engines.espeak_speech import EspeakSpeech
    from local_stack.seeding.demo_candidate import VoiceAnswer
    from local_stack.seeding.demo_content import GatherApi, RunningApi
    from local_stack.seeding.demo_story import NEEDED, DemoStory

    if not seeded.keys() >= NEEDED:
        return
    speech = EspeakSpeech()

    def speak(text: str) -> VoiceAnswer:
        spoken = speech.synthesize(text, speech.narrators()[2].id)
        return VoiceAnswer(spoken.content, spoken.content_type)

    base_url = os.environ["BASE_URL"]
    gather = f"{base_url}/qsi/gather"
    page = RunningApi(base_url)

    @cache
    def sign_in(role: str) -> GatherApi:
        user_id = seeded["consoleUsers"][role]["userId"]
        session = page.post("/_local/sign-in", {"userId": user_id})["session"]
        return RunningApi(gather, session=session["token"])

    api = RunningApi(gather, seeded["apiKey"])
    tell(state_directory, DemoStory(api, page, seeded, base_url, sign_in, speak, page.messages))


if __name__ == "__main__":
    _tell_in_this_process(Path(sys.argv[1]))
