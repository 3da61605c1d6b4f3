"""The engines of a deployment, on AWS services.

Adapters and clients are made on first use and kept as long as their provider.
"""

from functools import cache

from gather.core.settings import Settings
from gather.ports.assistant import Assistant
from gather.ports.encryption import Encryption
from gather.ports.evaluation import Evaluation
from gather.ports.identity import Identity
from gather.ports.interviewer import Avatar, Interviewer
from gather.ports.ledger import LedgerStore
from gather.ports.made_once import made_once
from gather.ports.media import Media
from gather.ports.messages import Email, KeptMessages, Sms
from gather.ports.provider import EngineProvider
from gather.ports.speech import Speech
from gather.ports.transcription import Transcription
from gather.ports.turn_detection import TurnDetection


def provide(settings: Settings) -> EngineProvider:
    """The engines of a deployment with `settings`."""
    return AwsEngines(settings)


class AwsEngines:
    """An EngineProvider."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @made_once
    def speech(self) -> Speech:
        """Amazon Polly."""
        from gather.aws import clients
        from gather.aws.speech import PollySpeech

        return PollySpeech(cache(clients.polly))

    @made_once
    def transcription(self) -> Transcription:
        """Amazon Transcribe, on recordings in the media bucket."""
        from gather.aws import clients
        from gather.aws.transcription import TranscribeTranscription

        return TranscribeTranscription(cache(clients.transcribe), self.media(), self._settings.media_bucket)

    @made_once
    def turn_detection(self) -> TurnDetection:
        """None."""
        from gather.aws.turn_detection import NoTurnDetection

        return NoTurnDetection()

    @made_once
    def evaluation(self) -> Evaluation:
        """A model on Amazon Bedrock."""
        from gather.aws import clients
        from gather.aws.bedrock import BedrockModel
        from gather.language_model import evaluation

        model_id = self._settings.bedrock_model_id
        return evaluation.ModelEvaluation(
            BedrockModel(evaluation.ENGINE, cache(clients.bedrock_runtime), model_id),
            BedrockModel(evaluation.ENGINE, cache(clients.bedrock_runtime_in_request), model_id),
        )

    @made_once
    def assistant(self) -> Assistant:
        """A model on Amazon Bedrock."""
        from gather.aws import clients
        from gather.aws.bedrock import BedrockModel
        from gather.language_model import assistant

        client = cache(clients.bedrock_runtime_in_request)
        return assistant.ModelAssistant(
            BedrockModel(assistant.ENGINE, client, self._settings.bedrock_model_id)
        )

    @made_once
    def interviewer(self) -> Interviewer:
        """A model on Amazon Bedrock."""
        from gather.aws import clients
        from gather.aws.bedrock import BedrockModel
        from gather.language_model import interviewer

        client = cache(clients.bedrock_runtime_in_conversation)
        return interviewer.ModelInterviewer(
            BedrockModel(interviewer.ENGINE, client, self._settings.interviewer_model_id)
        )

    @made_once
    def avatar(self) -> Avatar:
        """The player at the deployment's AvatarPlayerUrl."""
        from gather.aws.player_avatar import PlayerAvatar

        return PlayerAvatar(self._settings.avatar_player_url)

    @made_once
    def email(self) -> Email:
        """Amazon Simple Email Service."""
        from gather.aws import clients
        from gather.aws.messages import SesEmail

        return SesEmail(
            cache(clients.sesv2), self._settings.email_sender, self._settings.email_configuration_set
        )

    @made_once
    def sms(self) -> Sms:
        """AWS End User Messaging."""
        from gather.aws import clients
        from gather.aws.messages import EndUserMessagingSms

        settings = self._settings
        return EndUserMessagingSms(
            cache(clients.pinpoint_sms_voice_v2),
            settings.sms_origination_identity,
            settings.sms_parts_a_second,
        )

    @made_once
    def kept_messages(self) -> KeptMessages:
        """None."""
        from gather.aws.messages import NoKeptMessages

        return NoKeptMessages()

    @made_once
    def media(self) -> Media:
        """Amazon S3."""
        from gather.aws import clients
        from gather.aws.media import S3Media

        return S3Media(cache(clients.s3), self._settings.media_bucket)

    @made_once
    def identity(self) -> Identity:
        """The dashboard's user pool in Amazon Cognito."""
        from gather.aws import clients
        from gather.aws.identity import CognitoIdentity

        return CognitoIdentity(cache(clients.cognito_idp), self._settings.user_pool_id)

    @made_once
    def encryption(self) -> Encryption:
        """AWS Key Management Service."""
        from gather.aws import clients
        from gather.aws.encryption import KmsEncryption

        return KmsEncryption(cache(clients.kms), self._settings.data_key)

    @made_once
    def ledger(self) -> LedgerStore:
        """Amazon S3."""
        from gather.aws import clients
        from gather.aws.ledger import S3LedgerStore

        return S3LedgerStore(cache(clients.s3), self._settings.ledger_bucket)
