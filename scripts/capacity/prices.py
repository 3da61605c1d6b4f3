"""What a candidate interview costs, by the public prices of us-east-1 beyond the free tier, in November 2026.

Those of Lambda, DynamoDB and API Gateway stand in `bench.estimates`, the others in docs/operations.md, Costs.
Messages by SMS, storage, logs and metrics are not among them.
"""

from collections.abc import Mapping
from typing import Final

from bench.estimates import (
    HTTP_API_MILLION,
    LAMBDA_GIGABYTE_SECOND,
    LAMBDA_MILLION_REQUESTS,
    READ_UNITS_MILLION,
    WRITE_UNITS_MILLION,
)
from capacity.assumptions import RECORDING_MINUTES, SPOKEN_TURN_SECONDS, TOKENS
from capacity.limits import DeployedLimits
from capacity.needs import InterviewNeeds

_MILLION: Final = 1e6
_QUEUE_REQUESTS_MILLION: Final = 0.40
_REQUESTS_OF_A_MESSAGE: Final = 3
"""A message is sent, received and deleted."""
_TRANSITION: Final = 0.025 / 1000
_TRANSCRIBED_MINUTE: Final = 0.024
_SPOKEN_CHARACTER: Final = 16 / _MILLION
_TOKEN_READ, _TOKEN_WRITTEN = 0.06 / _MILLION, 0.24 / _MILLION
_EMAIL: Final = 0.10 / 1000
_STORED: Final = 0.005 / 1000
"""A PUT of S3."""


def dollars_by_part(needs: InterviewNeeds, deployed: DeployedLimits) -> Mapping[str, float]:
    """The dollars of a candidate interview, by what they are paid for."""
    calls = needs.engine_calls
    gigabyte_seconds = sum(
        each.invocations * deployed.seconds(each.name) * deployed.megabytes(each.name) / 1024
        for each in needs.functions
    )
    invocations = sum(each.invocations for each in needs.functions)
    jobs, streams = calls.get("transcription.start", 0), calls.get("transcription.stream", 0)
    tokens = [(calls.get(call, 0), *amounts) for call, amounts in TOKENS.items()]
    return {
        "DynamoDB": (needs.write_units * WRITE_UNITS_MILLION + needs.read_units * READ_UNITS_MILLION)
        / _MILLION,
        "Lambda": gigabyte_seconds * LAMBDA_GIGABYTE_SECOND["arm64"]
        + invocations * LAMBDA_MILLION_REQUESTS / _MILLION,
        "API Gateway": needs.requests * HTTP_API_MILLION / _MILLION,
        "SQS": sum(needs.messages.values()) * _REQUESTS_OF_A_MESSAGE * _QUEUE_REQUESTS_MILLION / _MILLION,
        "Step Functions": sum(needs.transitions.values()) * _TRANSITION,
        "Transcribe": (jobs * RECORDING_MINUTES + streams * SPOKEN_TURN_SECONDS / 60) * _TRANSCRIBED_MINUTE,
        "Polly": needs.spoken_characters * _SPOKEN_CHARACTER,
        "Bedrock": sum(
            count * (read * _TOKEN_READ + written * _TOKEN_WRITTEN) for count, read, written in tokens
        ),
        "SES": calls.get("email.send", 0) * _EMAIL,
        "S3": (jobs + calls.get("media.put", 0)) * _STORED,
    }
