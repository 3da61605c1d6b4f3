"""The report of a trial, as Markdown."""

from collections.abc import Mapping, Sequence
from statistics import median

from gather.screening.conversations.models import TurnKind, TurnRole
from trials.interview.faults import find_faults
from trials.interview.transcript import Transcript
from trials.interview.turns import ScriptedTurn


def report(engine: str, transcripts: Sequence[Transcript], *, with_all: bool) -> str:
    """The faults, a line for each candidate, then the transcripts: of those with faults, or of all."""
    found = {transcript.candidate.name: find_faults(transcript) for transcript in transcripts}
    without = sum(not each for each in found.values())
    lines = [
        f"# Interview trial: {engine}",
        "",
        f"{without} of {len(transcripts)} interviews without a fault. {_figures(transcripts)}",
        "",
        "| candidate | faults | turns | follow-ups | plain turns after a failure | tokens |",
        "|---|---|---|---|---|---|",
        *(_row(transcript, found) for transcript in transcripts),
    ]
    for transcript in transcripts:
        if with_all or found[transcript.candidate.name]:
            lines += ["", *_transcript(transcript, found)]
    return "\n".join(lines)


def turn_report(turns: Sequence[tuple[ScriptedTurn, Sequence[str]]]) -> str:
    """How many single turns have no fault, and the faults of the others."""
    without = sum(not found for _, found in turns)
    faults = [f"- {turn.language}, “{turn.says}”: {'; '.join(found)}" for turn, found in turns if found]
    return "\n".join(["", f"{without} of {len(turns)} single turns without a fault.", *faults])


def _figures(transcripts: Sequence[Transcript]) -> str:
    seconds = sorted(second for transcript in transcripts for second in transcript.seconds)
    tokens = sum(transcript.conversation.tokens for transcript in transcripts)
    slowest = seconds[-1] if seconds else 0.0
    middle = median(seconds) if seconds else 0.0
    return f"A response took {middle:.2f} s (median), at most {slowest:.2f} s. {tokens} tokens in all."


def _row(transcript: Transcript, found: Mapping[str, Sequence[str]]) -> str:
    follow_ups = sum(turn.kind is TurnKind.FOLLOW_UP for turn in transcript.turns)
    name = transcript.candidate.name
    cells = (
        name,
        "; ".join(found[name]) or "none",
        len(transcript.turns),
        follow_ups,
        transcript.fallbacks,
        transcript.conversation.tokens,
    )
    return f"| {' | '.join(str(cell) for cell in cells)} |"


def _transcript(transcript: Transcript, found: Mapping[str, Sequence[str]]) -> list[str]:
    name = transcript.candidate.name
    lines = [f"## {name}", ""]
    lines += [f"- {fault}" for fault in found[name]] + [""] * bool(found[name])
    for turn in transcript.turns:
        speaker = "Interviewer" if turn.role is TurnRole.INTERVIEWER else "ScriptedCandidate"
        text = " ".join(turn.text[:600].split()) or "…"
        lines.append(f"{turn.sequence}. **{speaker}** ({turn.kind}): {text}")
    return lines
