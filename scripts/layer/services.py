"""The AWS operations that the service calls. The layer's botocore knows these and no others.

A call that is missing here fails in the layer alone, so a test compares this table with the code, in
both directions.
"""

from typing import Final

OPERATIONS: Final[dict[str, tuple[str, ...]]] = {
    "bedrock-runtime": ("Converse",),
    "cognito-idp": ("AdminCreateUser",),
    "dynamodb": (
        "BatchGetItem",
        "DeleteItem",
        "GetItem",
        "PutItem",
        "Query",
        "TransactWriteItems",
        "UpdateItem",
    ),
    "kms": ("Decrypt", "Encrypt"),
    "pinpoint-sms-voice-v2": ("SendTextMessage",),
    "polly": ("SynthesizeSpeech",),
    "s3": (
        "AbortMultipartUpload",
        "CompleteMultipartUpload",
        "CreateMultipartUpload",
        "DeleteObject",
        "GetObject",
        "HeadObject",
        "ListObjectVersions",
        "ListObjectsV2",
        "PutObject",
        "UploadPart",
    ),
    "secretsmanager": ("GetSecretValue",),
    "sesv2": ("GetAccount", "SendEmail"),
    "sqs": ("SendMessageBatch",),
    "stepfunctions": ("DescribeExecution", "SendTaskSuccess", "StartExecution", "StopExecution"),
    "transcribe": ("GetTranscriptionJob", "StartTranscriptionJob"),
}
