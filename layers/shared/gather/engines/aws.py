"""The engines of a deployment, on AWS services. An EngineProvider.

Adapters and clients are made on first use and kept for the life of the process.
"""

from functools import cache

from gather.core.settings import settings
from gather.engines.protocols import Assistant, Email, Evaluation, Identity, Media, Sms, Speech, Transcription


@cache
def speech() -> Speech:
    """Amazon Polly."""
    from gather.engines import aws_clients
    from gather.engines.aws_speech import PollySpeech

    return PollySpeech(aws_clients.polly)


@cache
def transcription() -> Transcription:
    """Amazon Transcribe, on recordings in the media bucket."""
    from gather.engines import aws_clients
    from gather.engines.aws_transcription import TranscribeTranscription

    return TranscribeTranscription(aws_clients.transcribe, media(), settings().media_bucket)


@cache
def evaluation() -> Evaluation:
    """A model on Amazon Bedrock."""
    from gather.engines import aws_clients
    from gather.engines.aws_evaluation import BedrockEvaluation

    return BedrockEvaluation(
        aws_clients.bedrock_runtime, aws_clients.bedrock_runtime_in_request, settings().bedrock_model_id
    )


@cache
def assistant() -> Assistant:
    """A model on Amazon Bedrock."""
    from gather.engines import aws_clients
    from gather.engines.aws_assistant import BedrockAssistant

    return BedrockAssistant(aws_clients.bedrock_runtime_in_request, settings().bedrock_model_id)


@cache
def email() -> Email:
    """Amazon Simple Email Service."""
    from gather.engines import aws_clients
    from gather.engines.aws_messages import SesEmail

    return SesEmail(aws_clients.sesv2, settings().email_sender)


@cache
def sms() -> Sms:
    """AWS End User Messaging."""
    from gather.engines import aws_clients
    from gather.engines.aws_messages import EndUserMessagingSms

    return EndUserMessagingSms(aws_clients.pinpoint_sms_voice_v2, settings().sms_origination_identity)


@cache
def media() -> Media:
    """Amazon S3."""
    from gather.engines import aws_clients
    from gather.engines.aws_media import S3Media

    return S3Media(aws_clients.s3, settings().media_bucket)


@cache
def identity() -> Identity:
    """The dashboard's user pool in Amazon Cognito."""
    from gather.engines import aws_clients
    from gather.engines.aws_identity import CognitoIdentity

    return CognitoIdentity(aws_clients.cognito_idp, settings().user_pool_id)
