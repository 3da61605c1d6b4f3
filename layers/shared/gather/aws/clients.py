"""The clients of the AWS engines, and the conversion of their errors.

Time limits and retries are set here: a call gives up early enough for its worker to return the
message to the queue, and botocore's standard mode retries throttling and faults of the service with
jittered backoff, except where a repeated call would send a message twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Protocol

import botocore.session
from botocore.auth import SigV4QueryAuth
from botocore.awsrequest import AWSRequest
from botocore.config import Config
from botocore.exceptions import (
    BotoCoreError,
    ClientError,
    HTTPClientError,
    IncompleteReadError,
    ParamValidationError,
)
from botocore.exceptions import ConnectionError as BotocoreConnectionError

from gather.aws.errors import FaultKind, error_code, is_throttle, kind_of
from gather.ports.failure import EngineFailed

if TYPE_CHECKING:
    from mypy_boto3_bedrock_runtime import BedrockRuntimeClient
    from mypy_boto3_kms import KMSClient
    from mypy_boto3_pinpoint_sms_voice_v2 import PinpointSMSVoiceV2Client
    from mypy_boto3_polly import PollyClient
    from mypy_boto3_s3 import S3Client
    from mypy_boto3_secretsmanager import SecretsManagerClient
    from mypy_boto3_sesv2 import SESV2Client
    from mypy_boto3_transcribe import TranscribeServiceClient

STREAM_OPENS = timedelta(seconds=60)
STREAM_SAMPLE_RATE = 16_000
"""Samples a second of streamed speech, of 16 bits each: Transcribe's recommendation for speech."""


def polly() -> PollyClient:
    client: PollyClient = _client("polly", _config(read_timeout=20))
    return client


def transcribe() -> TranscribeServiceClient:
    client: TranscribeServiceClient = _client("transcribe", _config(read_timeout=10))
    return client


def transcribe_stream_origin() -> str:
    """The origin of Transcribe's WebSockets in this region."""
    region = botocore.session.get_session().get_config_variable("region") or ""
    return f"wss://transcribestreaming.{region}.amazonaws.com:8443"


def transcribe_stream_address(language_code: str) -> str:
    """Returns the signed address of a WebSocket to Transcribe, for one person's speech. Makes no call.

    A stream can begin within `STREAM_OPENS` and may then last longer.
    """
    session = botocore.session.get_session()
    credentials = session.get_credentials()
    if credentials is None:
        raise EngineFailed(
            retryable=True,
            for_operator=True,
            reason="The transcription engine has no credentials to sign with",
        )
    region = session.get_config_variable("region") or ""
    query = {
        "language-code": language_code,
        "media-encoding": "pcm",
        "sample-rate": str(STREAM_SAMPLE_RATE),
    }
    endpoint = transcribe_stream_origin().replace("wss://", "https://", 1)
    request = AWSRequest("GET", f"{endpoint}/stream-transcription-websocket", params=query)
    seconds = int(STREAM_OPENS.total_seconds())
    SigV4QueryAuth(credentials, "transcribe", region, expires=seconds).add_auth(request)
    return str(request.url).replace("https://", "wss://", 1)


def bedrock_runtime() -> BedrockRuntimeClient:
    """Returns a client with a long limit and one retry: models are slow, and cut off calls cost money."""
    client: BedrockRuntimeClient = _client("bedrock-runtime", _config(read_timeout=90, attempts=2))
    return client


def bedrock_runtime_in_request() -> BedrockRuntimeClient:
    """Returns a client for calls in an API request: a response must come within the gateway's 30 s."""
    client: BedrockRuntimeClient = _client("bedrock-runtime", _config(read_timeout=24, attempts=1))
    return client


def bedrock_runtime_in_conversation() -> BedrockRuntimeClient:
    """Returns a client for an interviewer, with a limit of 6 s and no retry, because the candidate waits."""
    config = _config(read_timeout=5, attempts=1, connect_timeout=1)
    client: BedrockRuntimeClient = _client("bedrock-runtime", config)
    return client


def sesv2() -> SESV2Client:
    """Returns a client that repeats nothing, because a call without an answer may have sent its message. The
    worker's task is repeated later. The limit is long, because each missed response means a second e-mail."""
    client: SESV2Client = _client("sesv2", _config(read_timeout=10, attempts=1))
    return client


def pinpoint_sms_voice_v2() -> PinpointSMSVoiceV2Client:
    """Returns a client that repeats nothing either, for the same reason."""
    config = _config(read_timeout=10, attempts=1)
    client: PinpointSMSVoiceV2Client = _client("pinpoint-sms-voice-v2", config)
    return client


def secretsmanager() -> SecretsManagerClient:
    client: SecretsManagerClient = _client("secretsmanager", _config(read_timeout=5))
    return client


def kms() -> KMSClient:
    """Returns a client with a short limit, because requests wait for it."""
    client: KMSClient = _client("kms", _config(read_timeout=3, connect_timeout=1))
    return client


class CognitoClient(Protocol):
    """The operations of Amazon Cognito user pools that the service calls."""

    def admin_create_user(self, **parameters: Any) -> dict[str, Any]: ...


def cognito_idp() -> CognitoClient:
    """Returns a client that may repeat calls: a repetition finds the account that the first call made."""
    client: CognitoClient = _client("cognito-idp", _config(read_timeout=10))
    return client


def s3() -> S3Client:
    """Returns a client for presigned addresses, which need the bucket's own regional host, Signature Version
    4, and no checksum that a browser would have to compute."""
    client: S3Client = _client(
        "s3",
        _config(read_timeout=10).merge(
            Config(
                signature_version="s3v4",
                s3={
                    "addressing_style": "virtual",
                    "us_east_1_regional_endpoint": "regional",
                },
                request_checksum_calculation="when_required",
            )
        ),
    )
    return client


def _client(service: str, config: Config) -> Any:
    """Returns botocore's own client: the session of boto3 costs a cold start and adds nothing here."""
    return botocore.session.Session().create_client(service, config=config)


def _config(read_timeout: int, attempts: int = 3, connect_timeout: int = 2) -> Config:
    return Config(
        connect_timeout=connect_timeout,
        read_timeout=read_timeout,
        retries={"mode": "standard", "total_max_attempts": attempts},
    )


@contextmanager
def engine_errors(engine: str) -> Iterator[None]:
    """Turns botocore's errors of the block into EngineFailed.

    Only the error's code is kept: messages of the services quote addresses and telephone numbers, so
    the original is not even chained.
    """
    try:
        yield
    except ClientError as error:
        kind = kind_of(error)
        raise EngineFailed(
            retryable=kind in (FaultKind.TEMPORARY, FaultKind.OPERATOR),
            opted_out=kind is FaultKind.OPTED_OUT,
            country_blocked=kind is FaultKind.COUNTRY_BLOCKED,
            for_operator=kind is FaultKind.OPERATOR,
            throttled=is_throttle(error),
            reason=f"{engine} answered {error_code(error)}",
        ) from None
    except (HTTPClientError, BotocoreConnectionError, IncompleteReadError) as error:
        raise EngineFailed(
            retryable=True, reason=f"{engine} did not answer ({type(error).__name__})"
        ) from None
    except ParamValidationError as error:
        raise EngineFailed(
            retryable=False,
            reason=f"{engine} was asked what it cannot do ({type(error).__name__})",
        ) from None
    except BotoCoreError as error:
        raise EngineFailed(
            retryable=True,
            for_operator=True,
            reason=f"{engine} could not be asked ({type(error).__name__})",
        ) from None
