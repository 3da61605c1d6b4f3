"""The environment of a function, read once and typed.

The template sets these variables; only the bootstrap (gather.wiring) reads `os.environ`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class CompatibleServer:
    """A server that speaks OpenAI's protocol, and the model of it that is used; without a URL there is none.

    The key is given, or stored in the secret of `key_secret`. A server may want none.
    """

    url: str = ""
    name: str = ""
    key: str = field(default="", repr=False)
    key_secret: str = ""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a deployment. A value that a function does not need may be empty.

    `table_client` is `direct` or `botocore`.
    `sms_parts_a_second` is how many parts of text messages the sender takes in a second, 0 for no limit.
    `limits_clients` says whether who asks without a key may send `client_requests_an_hour` from one address.
    `data_key` is the ARN of the key that customers' secrets are encrypted with. `connect_url` is the address
    of the Connect domain; without one, Connect is at the address of the request.
    `issuer_url` is the OpenID Connect issuer at which people sign in to the console, and `console_url` the
    console's address where people can sign in to it.
    `team_deliveries` and `team_evaluations` are how many attempts of deliveries, and how many evaluations, a
    team may have under way at once.
    `edge_secrets` show that a request came by the edge; where there are any, no other one is taken.
    `speech_voices` are the voices of the speech server by narrators' names, as `joanna=nova,*=alloy`.
    `time_scale` is how many times faster the pauses between attempts pass: more than 1 on a local stack only.
    """

    table_name: str
    table_client: str
    media_bucket: str
    ledger_bucket: str
    notification_queue_url: str
    speech_queue_url: str
    evaluation_queue_url: str
    persona_queue_url: str
    dashboard_account_queue_url: str
    fan_out_queue_url: str
    delivery_queue_url: str
    slow_delivery_queue_url: str
    enrollment_queue_url: str
    play_queue_url: str
    push_queue_url: str
    scorecard_preview_queue_url: str
    data_rights_queue_url: str
    import_queue_url: str
    retry_state_machine_arn: str
    evaluation_state_machine_arn: str
    enrollment_state_machine_arn: str
    base_url: str
    header_prefix: str
    engines: str
    email_sender: str
    email_configuration_set: str
    sms_origination_identity: str
    sms_parts_a_second: int
    bedrock_model_id: str
    interviewer_model_id: str
    model_server: CompatibleServer
    transcription_server: CompatibleServer
    speech_server: CompatibleServer
    speech_voices: str
    avatar_player_url: str
    user_pool_id: str
    issuer_url: str
    sign_in_client_id: str
    issuer_verifies_addresses: bool
    console_url: str
    data_key: str
    connect_url: str
    allow_private_webhook_addresses: bool
    limits_clients: bool
    client_requests_an_hour: int
    team_deliveries: int
    team_evaluations: int
    edge_secrets: tuple[str, ...] = field(repr=False)
    time_scale: float

    @property
    def has_servers(self) -> bool:
        """Whether there is any server beside the default engines."""
        return any(each.url for each in (self.model_server, self.transcription_server, self.speech_server))


def load(environment: Mapping[str, str]) -> Settings:
    """Settings from the variables of `environment`."""

    def text(name: str, default: str = "") -> str:
        return environment.get(name, default)

    def server(kind: str) -> CompatibleServer:
        return CompatibleServer(
            url=text(f"{kind}_URL"),
            name=text(f"{kind}_NAME"),
            key=text(f"{kind}_KEY"),
            key_secret=text(f"{kind}_KEY_SECRET"),
        )

    client_requests_an_hour = int(text("CLIENT_REQUESTS_PER_HOUR", "3000"))
    base_url = text("BASE_URL").rstrip("/")
    return Settings(
        table_name=text("TABLE_NAME"),
        table_client=text("TABLE_CLIENT", "direct"),
        media_bucket=text("MEDIA_BUCKET"),
        ledger_bucket=text("LEDGER_BUCKET"),
        notification_queue_url=text("NOTIFICATION_QUEUE_URL"),
        speech_queue_url=text("SPEECH_QUEUE_URL"),
        evaluation_queue_url=text("EVALUATION_QUEUE_URL"),
        persona_queue_url=text("PERSONA_QUEUE_URL"),
        dashboard_account_queue_url=text("DASHBOARD_ACCOUNT_QUEUE_URL"),
        fan_out_queue_url=text("FAN_OUT_QUEUE_URL"),
        delivery_queue_url=text("DELIVERY_QUEUE_URL"),
        slow_delivery_queue_url=text("SLOW_DELIVERY_QUEUE_URL"),
        enrollment_queue_url=text("ENROLLMENT_QUEUE_URL"),
        play_queue_url=text("PLAY_QUEUE_URL"),
        push_queue_url=text("PUSH_QUEUE_URL"),
        scorecard_preview_queue_url=text("SCORECARD_PREVIEW_QUEUE_URL"),
        data_rights_queue_url=text("DATA_RIGHTS_QUEUE_URL"),
        import_queue_url=text("IMPORT_QUEUE_URL"),
        retry_state_machine_arn=text("RETRY_STATE_MACHINE_ARN"),
        evaluation_state_machine_arn=text("EVALUATION_STATE_MACHINE_ARN"),
        enrollment_state_machine_arn=text("ENROLLMENT_STATE_MACHINE_ARN"),
        base_url=base_url,
        header_prefix=text("HEADER_PREFIX", "X-Service-"),
        engines=text("ENGINES", "gather.aws.engines"),
        email_sender=text("EMAIL_SENDER"),
        email_configuration_set=text("EMAIL_CONFIGURATION_SET"),
        sms_origination_identity=text("SMS_ORIGINATION_IDENTITY"),
        sms_parts_a_second=int(text("SMS_PARTS_PER_SECOND", "0")),
        bedrock_model_id=text("BEDROCK_MODEL_ID"),
        interviewer_model_id=text("INTERVIEWER_MODEL_ID") or text("BEDROCK_MODEL_ID"),
        model_server=server("MODEL"),
        transcription_server=server("TRANSCRIPTION"),
        speech_server=server("SPEECH"),
        speech_voices=text("SPEECH_VOICES"),
        avatar_player_url=text("AVATAR_PLAYER_URL"),
        user_pool_id=text("USER_POOL_ID"),
        issuer_url=text("ISSUER_URL").rstrip("/"),
        sign_in_client_id=text("SIGN_IN_CLIENT_ID"),
        issuer_verifies_addresses=text("ISSUER_VERIFIES_ADDRESSES") == "true",
        console_url=f"{base_url}/console" if text("OFFERS_CONSOLE") == "true" else "",
        data_key=text("DATA_KEY"),
        connect_url=text("CONNECT_URL").rstrip("/"),
        allow_private_webhook_addresses=text("ALLOW_PRIVATE_WEBHOOK_ADDRESSES") == "true",
        limits_clients=text("LIMITS_CLIENTS") == "true" and client_requests_an_hour > 0,
        client_requests_an_hour=client_requests_an_hour,
        team_deliveries=int(text("TEAM_DELIVERIES", "5")),
        team_evaluations=int(text("TEAM_EVALUATIONS", "10")),
        edge_secrets=tuple(filter(None, (text("EDGE_SECRET"), text("OTHER_EDGE_SECRET")))),
        time_scale=float(text("GATHER_TIME_SCALE", "1")),
    )
