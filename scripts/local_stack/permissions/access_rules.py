"""The permissions of a deployment: the roles of a template, the policies of its resources, and its keys.

What is encrypted with a key of the template is sent, received, read and written only by those who may use the
key too. What each action needs is in the services' guides, such as
https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-key-management.html.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from local_stack.permissions.policies import AccessRequest, Statement, is_allowed
from local_stack.permissions.role_rights import RoleRights, key_needs, key_of
from local_stack.settings import ACCOUNT_ID, REGION
from local_stack.template.resources import Template

_LEADS_TO_KEY = {
    "AWS::DynamoDB::Table": ("SSESpecification", "KMSMasterKeyId"),
    "AWS::SNS::Topic": ("KmsMasterKeyId",),
    "AWS::SQS::Queue": ("KmsMasterKeyId",),
}
_ACCOUNT = f"arn:aws:iam::{ACCOUNT_ID}:root"
_DEFAULT_PUBLISHERS = ("cloudwatch.amazonaws.com",)
"""The services that publish to a topic without a policy: SNS's default policy lets in its own account."""


class AccessRules:
    """The permissions of a template's principals. Resources, roles and keys are named by their ARNs."""

    def __init__(self, template: Template) -> None:
        self._template = template
        arn = template.intrinsics.arn
        self._managed = {
            template.intrinsics.physical_name(name): _listed(properties["PolicyDocument"])
            for name, properties in template.named("AWS::IAM::ManagedPolicy")
        }
        self._told = {
            arn(name): [*self._granted(name, properties)]
            for name, properties in template.named("AWS::IAM::Role")
        }
        self.roles = {role: tuple(map(Statement.of, told)) for role, told in self._told.items()}
        self.assumed_by: dict[str, tuple[str, ...]] = {
            arn(name): Statement.of(
                {**properties["AssumeRolePolicyDocument"]["Statement"][0], "Resource": "*"}
            ).services
            for name, properties in template.named("AWS::IAM::Role")
        }
        self._keys = dict(self._keys_of_resources())
        self._key_policies = {
            arn(name): _statements(properties["KeyPolicy"])
            for name, properties in template.named("AWS::KMS::Key")
        }
        self._policies = dict(self._policies_of_resources())

    def key_of(self, resource: str) -> str | None:
        """The key of the template that a queue, a topic, a table or a bucket is encrypted with, if any."""
        return key_of(resource, self._keys)

    def refused(self, principal: str, request: AccessRequest) -> str | None:
        """The action that a role or a service may not do; None when it may do all that the request takes.

        Of a request on something encrypted that may also be an action on the key.
        """
        for needed in self.needed(request):
            if not self._may(principal, needed):
                return needed.action
        return None

    def needed(self, request: AccessRequest) -> Iterator[AccessRequest]:
        """The request, and those on the key that its resource is encrypted with."""
        yield request
        yield from key_needs(request, self.key_of(request.resource))

    def rights_of(self, role: str) -> RoleRights:
        """The rights of a role for those who have nothing but these."""
        return RoleRights(role, self._told[role], self._keys)

    def _may(self, principal: str, request: AccessRequest) -> bool:
        key_policy = self._key_policies.get(request.resource)
        if principal in self.roles:
            is_granted = is_allowed(self.roles[principal], request)
            if key_policy is None:
                return is_granted
            # A key's policy says who decides on it: roles of the account do, once the account may.
            delegated = [each for each in key_policy if _ACCOUNT in each.others or principal in each.others]
            return is_granted and is_allowed(delegated, request)
        has_policy = key_policy is not None or request.resource in self._policies
        if request.action == "sns:Publish" and not has_policy:
            return principal in _DEFAULT_PUBLISHERS
        if key_policy is None:
            key_policy = self._policies.get(request.resource.partition("/")[0], ())
        return is_allowed(
            [each for each in key_policy if principal in each.services or not each.allows], request
        )

    def _granted(self, name: str, properties: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        for policy in properties.get("Policies", []):
            yield from _listed(policy["PolicyDocument"])
        for managed in properties.get("ManagedPolicyArns", []):
            # Those that AWS manages and SAM adds are for logs and traces.
            yield from self._managed.get(managed, [])
        physical = self._template.intrinsics.physical_name(name)
        for _, policy in self._template.named("AWS::IAM::Policy"):
            if physical in policy["Roles"]:
                yield from _listed(policy["PolicyDocument"])

    def _keys_of_resources(self) -> Iterator[tuple[str, str]]:
        by_name = {
            self._template.intrinsics.physical_name(name): self._template.intrinsics.arn(name)
            for name, _ in self._template.named("AWS::KMS::Key")
        }
        for kind, path in _LEADS_TO_KEY.items():
            for name, properties in self._template.named(kind):
                key: Any = properties
                for part in path:
                    key = key.get(part, {})
                if key:
                    yield self._template.intrinsics.arn(name), by_name.get(key, key)
        for name, properties in self._template.named("AWS::S3::Bucket"):
            rules = properties.get("BucketEncryption", {}).get("ServerSideEncryptionConfiguration", [])
            for rule in rules:
                key = rule["ServerSideEncryptionByDefault"].get("KMSMasterKeyID")
                if key:
                    yield self._template.intrinsics.arn(name), by_name.get(key, key)

    def _policies_of_resources(self) -> Iterator[tuple[str, tuple[Statement, ...]]]:
        for kind, member in (("AWS::SQS::QueuePolicy", "Queues"), ("AWS::SNS::TopicPolicy", "Topics")):
            for _, properties in self._template.named(kind):
                for named in properties[member]:
                    yield self._arn_named(named), _statements(properties["PolicyDocument"])
        for _, properties in self._template.named("AWS::S3::BucketPolicy"):
            yield f"arn:aws:s3:::{properties['Bucket']}", _statements(properties["PolicyDocument"])

    def _arn_named(self, reference: str) -> str:
        """The ARN of what a Ref gives: a queue's is its URL, a topic's its ARN."""
        if reference.startswith("arn:"):
            return reference
        return f"arn:aws:sqs:{REGION}:{ACCOUNT_ID}:{reference.rpartition('/')[2]}"


def _statements(document: Mapping[str, Any]) -> tuple[Statement, ...]:
    return tuple(map(Statement.of, _listed(document)))


def _listed(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    told = document["Statement"]
    return told if isinstance(told, list) else [told]
