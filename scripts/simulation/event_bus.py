"""The events that AWS sends by itself, and which of them a rule takes.

https://docs.aws.amazon.com/transcribe/latest/dg/monitoring-events.html
"""

from typing import Any

from moto.events.models import EventPattern

from local_stack.template.resources import EventRule


def transcription_ended(job_id: str) -> dict[str, Any]:
    """The event of a transcription job that has ended."""
    return {
        "source": "aws.transcribe",
        "detail-type": "Transcribe Job State Change",
        "detail": {"TranscriptionJobName": job_id, "TranscriptionJobStatus": "COMPLETED"},
    }


def matches_pattern(rule: EventRule, event: dict[str, Any]) -> bool:
    """Whether a rule takes an event."""
    return bool(EventPattern.load(rule.pattern).matches_event(event))  # type: ignore[arg-type]  # moto types its own
