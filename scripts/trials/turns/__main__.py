"""`python -m trials.turns [--all] [--latency MILLISECONDS]`: try the ends of turns, and interruptions."""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from werkzeug.wrappers import Request, Response

from gather.core.language import DEFAULT_LANGUAGE
from local_stack.engine_server.routes import turns_engine
from local_stack.http.keep_alive_server import KeepAliveServer
from local_stack.models.store import ModelMissing, path_of
from local_stack.process.ports import free_port
from local_stack.settings import HOST, PROJECT
from screening.pages.invite_phrases import phrases
from trials.turns.material import FOLDER, Scenario, answers, interruptions
from trials.turns.report import TurnOutcome, answers_table, interruptions_table, read

PAGE = PROJECT / "functions" / "screening" / "assets" / "scripts" / "conversation"
LATENCY_MILLISECONDS = 250
MODELS = ("piper-joe", "silero-vad", "smart-turn", "whisper-base")
_PATIENCE_SECONDS = 30


def main() -> int:
    """Try all and print the tables; 2 where something that it needs is missing."""
    parser = argparse.ArgumentParser(prog="trials.turns", description="Try the ends of turns.")
    parser.add_argument("--all", action="store_true", help="print what was cut off or waited long")
    parser.add_argument("--latency", type=int, default=LATENCY_MILLISECONDS, help="milliseconds of the judge")
    options = parser.parse_args()
    node = shutil.which("node")
    try:
        folders = {name: path_of(name) for name in MODELS}
    except ModelMissing as missing:
        print(f"turn-trial: {missing}", file=sys.stderr)
        return 2
    if node is None:
        print("turn-trial: Node is missing.", file=sys.stderr)
        return 2
    learned, held_out = list(answers("utterances.toml")), list(answers("held_out.toml"))
    over = list(interruptions())
    with _Judge(folders) as url:
        lines = _hear(node, [*learned, *held_out, *over], url, options.latency)
    spent = lines.pop()["spent"]
    for title, scenarios in (("Chosen by", learned), ("Held out", held_out)):
        heard = read(scenarios, lines)
        print(f"{title}\n\n{answers_table(heard)}\n")
        if options.all:
            print("\n".join(_remarkable(heard)), "\n")
    heard = read(over, lines)
    print(f"{interruptions_table(heard)}\n")
    if options.all:
        print(
            "\n".join(
                f"stopped: {each.scenario.name}" for each in heard if each.is_judged and each.interrupted
            )
        )
    print(
        f"{len(spent)} judgements took {np.median(spent):.0f} ms at the median and"
        f" {np.percentile(spent, 95):.0f} ms at 95% on this machine; {options.latency} ms were counted."
    )
    return 0


class _Judge:
    """The engine of `POST /v1/turns`, served in this process, with time to hear every word."""

    def __init__(self, folders: dict[str, Path]) -> None:
        self._engine = turns_engine(folders, patience=_PATIENCE_SECONDS)

    def __enter__(self) -> str:
        port = free_port()
        self._server = KeepAliveServer(port, Request.application(self._respond))
        self._server.start()
        return f"http://{HOST}:{port}"

    def __exit__(self, *_: object) -> None:
        self._server.close()

    def _respond(self, request: Request) -> Response:
        return self._engine(request)


def _hear(node: str, scenarios: Sequence[Scenario], url: str, latency: int) -> list[dict[str, Any]]:
    """What the page's scripts do with the scenarios, and how long the judgements took."""
    texts = phrases(DEFAULT_LANGUAGE)
    with tempfile.TemporaryDirectory() as folder:
        listed = []
        for number, each in enumerate(scenarios):
            file = Path(folder) / f"{number}.pcm"
            file.write_bytes((np.clip(each.sound, -1, 1) * 32_767).astype("<i2").tobytes())
            listed.append(
                {
                    "name": each.name,
                    "file": str(file),
                    "interviewerSpeaks": each.interviewer_speaks,
                    "isEcho": each.kind == "echo",
                }
            )
        given = Path(folder) / "scenarios.json"
        given.write_text(
            json.dumps(
                {
                    "scenarios": listed,
                    "page": str(PAGE),
                    "unfinishedWords": texts["unfinishedWords"].split(),
                    "listeningWords": texts["listeningWords"].split(),
                }
            )
        )
        printed = subprocess.run(
            [node, str(FOLDER / "page.mjs"), str(given), url, str(latency)],
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        ).stdout
    return [json.loads(line) for line in printed.splitlines()]


def _remarkable(heard: Sequence[TurnOutcome]) -> list[str]:
    """The utterances that the judge cut off, or after which the candidate waited more than a second."""
    return [
        f"{'cut off' if each.is_cut_off else f'waited {each.wait or 0:.2f} s'}: {each.scenario.name}"
        for each in heard
        if each.is_judged and (each.is_cut_off or (each.wait or 0) > 1)
    ]


if __name__ == "__main__":
    raise SystemExit(main())
