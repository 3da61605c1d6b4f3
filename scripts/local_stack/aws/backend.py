"""The AWS services around the functions, by moto in this process: queues, objects, state machines, events.

State machines run their real definitions; a task that invokes a function comes to the function pool.
"""

import json
import logging
import threading
from collections.abc import Callable, Iterator
from typing import Any

from moto.awslambda.models import LambdaBackend
from moto.core.config import default_user_config
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, MotoRequestHandler, create_backend_app
from moto.s3.models import S3Backend, s3_backends
from moto.sqs.models import SQSBackend, sqs_backends
from moto.stepfunctions.parser.asl.utils import boto_client

from local_stack.aws.object_files import ObjectFiles
from local_stack.clients import local_client
from local_stack.functions import loop_detection
from local_stack.functions.pool import FunctionNotFound, FunctionPool
from local_stack.functions.runtime_api import Outcome
from local_stack.http.keep_alive_server import Application, KeepAliveConnection, KeepAliveServer
from local_stack.permissions.role_rights import RoleRights
from local_stack.settings import ACCOUNT_ID, HOST, REGION
from local_stack.template.resources import EventRule, Template
from local_stack.workflows.state_machines import client_factory, create_state_machine
from local_stack.workflows.unsupported_tasks import replace_unsupported_tasks

_QUEUE_ATTRIBUTES = (
    "DelaySeconds",
    "MaximumMessageSize",
    "MessageRetentionPeriod",
    "ReceiveMessageWaitTimeSeconds",
    "VisibilityTimeout",
)


class AwsBackend:
    """moto as a server on loopback. `endpoint` serves every service but the table."""

    def __init__(self, port: int, objects: ObjectFiles) -> None:
        """`port` 0 takes any. Serves from `start` on."""
        default_user_config["stepfunctions"] = {"execute_state_machine": True}
        application = DomainDispatcherApplication(create_backend_app)
        self._objects = objects
        self._server = KeepAliveServer(port, self._save_objects(application), _MotoConnection)
        logging.getLogger("werkzeug").setLevel(logging.ERROR)

    @property
    def port(self) -> int:
        return self._server.port

    @property
    def address(self) -> str:
        return f"{HOST}:{self.port}"

    @property
    def endpoint(self) -> str:
        return f"http://{self.address}"

    @property
    def queues(self) -> SQSBackend:
        return sqs_backends[ACCOUNT_ID][REGION]

    def start(self, table_endpoint: str, rights_of: Callable[[str], RoleRights]) -> None:
        """Begins to serve; state machines reach the table at `table_endpoint`, as their roles allow."""
        boto_client.boto_client_for = client_factory(self.endpoint, table_endpoint, rights_of)
        # moto's states take that function when they are imported, which this does.
        replace_unsupported_tasks()
        from local_stack.workflows.executions import parse_definitions_once, wait_in_one_thread

        wait_in_one_thread()
        parse_definitions_once()
        self._server.start()

    def close(self) -> None:
        self._server.close()

    def build(self, template: Template, pool: FunctionPool) -> None:
        """Makes the template's buckets, queues, machines and rules, with the objects of earlier runs."""
        _invoke_functions_of(pool)
        for logical_id, properties in template.named("AWS::S3::Bucket"):
            self._create_bucket(template.intrinsics.physical_name(logical_id), properties)
        queues = list(template.named("AWS::SQS::Queue"))
        for logical_id, properties in sorted(queues, key=lambda queue: "RedrivePolicy" in queue[1]):
            self._create_queue(template.intrinsics.physical_name(logical_id), properties)
        client = local_client("stepfunctions", self.endpoint)
        for machine in template.state_machines():
            create_state_machine(client, machine)
        for rule in template.event_rules():
            self._create_rule(rule)

    def _create_bucket(self, name: str, properties: dict[str, Any]) -> None:
        store: S3Backend = s3_backends[ACCOUNT_ID]["aws"]
        store.create_bucket(name, REGION)
        if "VersioningConfiguration" in properties:
            store.put_bucket_versioning(name, properties["VersioningConfiguration"]["Status"])
        if "ObjectLockConfiguration" in properties:
            retention = properties["ObjectLockConfiguration"]["Rule"]["DefaultRetention"]
            store.put_object_lock_configuration(name, True, retention["Mode"], int(retention["Days"]), 0)
        rules = properties.get("CorsConfiguration", {}).get("CorsRules")
        if rules:
            client = local_client("s3", self.endpoint)
            client.put_bucket_cors(
                Bucket=name, CORSConfiguration={"CORSRules": [_cors_rule(rule) for rule in rules]}
            )
        self._objects.restore(store, name)

    def _create_queue(self, name: str, properties: dict[str, Any]) -> None:
        attributes: dict[str, Any] = {
            key: str(properties[key]) for key in _QUEUE_ATTRIBUTES if key in properties
        }
        if "RedrivePolicy" in properties:
            attributes["RedrivePolicy"] = json.dumps(properties["RedrivePolicy"])
        self.queues.create_queue(name, **attributes)

    def _create_rule(self, rule: EventRule) -> None:
        client = local_client("events", self.endpoint)
        client.put_rule(Name=rule.name, EventPattern=rule.pattern)
        targets = [{"Id": target_id, "Arn": arn} for target_id, arn in rule.targets.items()]
        client.put_targets(Rule=rule.name, Targets=targets)

    def _save_objects(self, application: Application) -> Application:
        """Saves every object in its file before the writer is told that it is stored."""

        def respond(environ: dict[str, Any], start_response: Any) -> Iterator[bytes]:
            # WSGI hands over the path's bytes as if they were Latin-1.
            loop_detection.set_request_trace(environ.get("HTTP_X_AMZN_TRACE_ID"))
            path = environ.get("PATH_INFO", "").encode("latin-1").decode("utf-8", "replace")
            bucket, _, key = path.lstrip("/").partition("/")
            if not self._objects.keeps(bucket):
                yield from application(environ, start_response)
                return
            # A presigned URL carries no such header, and moto would read the body to find the service meant.
            environ.setdefault(
                "HTTP_AUTHORIZATION", f"AWS4-HMAC-SHA256 Credential=local/0/{REGION}/s3/aws4_request"
            )
            response = list(application(environ, start_response))
            if environ["REQUEST_METHOD"] in ("PUT", "POST", "DELETE"):
                self._objects.save(s3_backends[ACCOUNT_ID]["aws"], bucket, key)
            yield from response

        return respond


class _MotoConnection(KeepAliveConnection, MotoRequestHandler):
    """moto reads more of a request's headers than werkzeug does."""


def _invoke_functions_of(pool: FunctionPool) -> None:
    """Sends moto's invocations of functions, by state machines and by the Lambda API, to the pool."""

    def invoke(
        self: LambdaBackend,
        function_name: str,
        qualifier: str | None,
        body: Any,
        headers: Any,
        response_headers: Any,
    ) -> bytes:
        payload = body.encode() if isinstance(body, str) else body or b"{}"
        if headers.get("X-Amz-Invocation-Type") == "Event":
            threading.Thread(target=pool.invoke, args=(function_name, payload), daemon=True).start()
            return b""
        try:
            outcome = pool.invoke(function_name, payload)
        except FunctionNotFound:
            outcome = Outcome(
                json.dumps(
                    {"errorType": "ResourceNotFoundException", "errorMessage": function_name}
                ).encode(),
                True,
            )
        if outcome.failed:
            response_headers["x-amz-function-error"] = "Unhandled"
        return outcome.payload

    LambdaBackend.invoke = invoke  # type: ignore[method-assign]  # moto has no setting for where functions run


def _cors_rule(rule: dict[str, Any]) -> dict[str, Any]:
    names = {"ExposedHeaders": "ExposeHeaders", "MaxAge": "MaxAgeSeconds", "Id": "ID"}
    return {names.get(key, key): value for key, value in rule.items()}
