"""Every key string of the table, and nothing else knows them (docs/data-model.md explains each).

Tenancy is in the partition key: a record is read by its team and its id together, so another
tenant's id is simply absent.
"""

from dataclasses import dataclass

HEAD = "HEAD"
RECORD = "RECORD"
BUCKETS_PER_CHUNK = 256
ORGANIZATIONS = "ORGANIZATIONS"
"""The partition of the search index that lists every organization."""


@dataclass(frozen=True, slots=True)
class Key:
    """A primary key of the table."""

    pk: str
    sk: str

    def attributes(self) -> dict[str, dict[str, str]]:
        """The key in DynamoDB's own JSON."""
        return {"pk": {"S": self.pk}, "sk": {"S": self.sk}}


def organization(organization_id: str) -> Key:
    """An organization; its teams and users share the partition."""
    return Key(f"ORGANIZATION#{organization_id}", "ORGANIZATION")


def team(organization_id: str, team_id: str) -> Key:
    """A team of an organization."""
    return Key(f"ORGANIZATION#{organization_id}", f"TEAM#{team_id}")


def user(organization_id: str, user_id: str) -> Key:
    """A user of an organization."""
    return Key(f"ORGANIZATION#{organization_id}", f"USER#{user_id}")


def user_email(organization_id: str, email_hash: str) -> Key:
    """From an e-mail address, by its hash, to the one user of an organization who has it."""
    return Key(f"ORGANIZATION#{organization_id}#EMAIL#{email_hash}", "POINTER")


def credential(key_hash: str) -> Key:
    """An API key, by the SHA-256 of the key: what authentication reads and counts on."""
    return Key(f"CREDENTIAL#{key_hash}", RECORD)


def credential_pointer(credential_id: str) -> Key:
    """From a credential's id to its hash."""
    return Key(f"CREDENTIALID#{credential_id}", "POINTER")


def organization_credential(organization_id: str, credential_id: str) -> Key:
    """From an organization to the hashes of its credentials; one partition lists them."""
    return Key(f"ORGANIZATION#{organization_id}#CREDENTIALS", credential_id)


def integration(organization_id: str, integration_id: str) -> Key:
    """An organization's integration with a vendor; one partition lists them."""
    return Key(f"ORGANIZATION#{organization_id}#INTEGRATIONS", integration_id)


def integration_user(vendor: str, user: str) -> Key:
    """The Basic credentials of an integration, by their user: what authentication reads and counts on."""
    return Key(f"INTEGRATIONUSER#{vendor}#{user}", RECORD)


def external_job(organization_id: str, integration_id: str, external_job_id: str) -> Key:
    """From a job of an integration's ATS to the one job that it was assigned as."""
    return Key(f"ORGANIZATION#{organization_id}#INTEGRATION#{integration_id}", f"JOB#{external_job_id}")


def account(organization_id: str, account_id: str) -> Key:
    """An account of a partner, whose organization it is."""
    return Key(f"ORGANIZATION#{organization_id}#ACCOUNT#{account_id}", RECORD)


def accounts(organization_id: str) -> str:
    """All accounts of a partner."""
    return f"ORGANIZATION#{organization_id}#ACCOUNT"


def record(team_id: str, kind: str, record_id: str) -> Key:
    """A record of a team."""
    return Key(f"TEAM#{team_id}#{kind}#{record_id}", RECORD)


def part(team_id: str, kind: str, record_id: str, part_kind: str, part_id: str) -> Key:
    """A part stored beside its record, such as an answer beside its candidate interview."""
    return Key(f"TEAM#{team_id}#{kind}#{record_id}", f"{part_kind}#{part_id}")


def team_set(team_id: str, kind: str, record_id: str) -> Key:
    """A record of a small set that is read as one partition, such as a team's webhooks."""
    return Key(f"TEAM#{team_id}#{kind}S", record_id)


def team_set_size(team_id: str, kind: str) -> Key:
    """How many records a small set of a team has."""
    return Key(f"TEAM#{team_id}#{kind}S#SIZE", "SIZE")


def answer(team_id: str, candidate_interview_id: str, question_id: str) -> Key:
    """A candidate's answer to one question."""
    return part(team_id, "CANDIDATE_INTERVIEW", candidate_interview_id, "ANSWER", question_id)


def evaluation(team_id: str, candidate_interview_id: str) -> Key:
    """The outcome of a candidate interview's latest evaluation."""
    return part(team_id, "CANDIDATE_INTERVIEW", candidate_interview_id, "EVALUATION", "LATEST")


def reminder(team_id: str, candidate_interview_id: str) -> Key:
    """The reminder that a candidate interview is still to get."""
    return part(team_id, "CANDIDATE_INTERVIEW", candidate_interview_id, "REMINDER", "NEXT")


def job_family_member(team_id: str, job_family_id: str, job_id: str) -> Key:
    """A job that is in a family, beside the family."""
    return part(team_id, "JOB_FAMILY", job_family_id, "JOB", job_id)


def unassigned_job(organization_id: str, job_id: str) -> Key:
    """A job that is in no team of its organization any more."""
    return Key(f"ORGANIZATION#{organization_id}#UNASSIGNED_JOBS", job_id)


def is_answer(sk: str) -> bool:
    """Whether a sort key of a candidate interview's partition is that of an answer."""
    return sk.startswith("ANSWER#")


def is_evaluation(sk: str) -> bool:
    """Whether a sort key of a candidate interview's partition is that of its evaluation."""
    return sk.startswith("EVALUATION#")


def recording(team_id: str, candidate_interview_id: str, media_id: str) -> Key:
    """A recording that a candidate announced; apart from its candidate interview, which is read whole."""
    return Key(_recordings(team_id, candidate_interview_id), f"RECORDING#{media_id}")


def recordings_size(team_id: str, candidate_interview_id: str) -> Key:
    """How many recordings were announced for a candidate interview."""
    return Key(_recordings(team_id, candidate_interview_id), "SIZE")


def _recordings(team_id: str, candidate_interview_id: str) -> str:
    return f"TEAM#{team_id}#CANDIDATE_INTERVIEW#{candidate_interview_id}#RECORDINGS"


def active_scorecard(team_id: str, interview_id: str) -> Key:
    """The one place of an interview's active scorecard template."""
    return part(team_id, "INTERVIEW", interview_id, "SCORECARD", "ACTIVE")


def scorecard_version(team_id: str, interview_id: str, template_id: str, version: int) -> Key:
    """An earlier or current version of a scorecard template."""
    return part(team_id, "INTERVIEW", interview_id, "SCORECARD", f"{template_id}#{version:06d}")


def is_scorecard(sk: str) -> bool:
    """Whether a sort key of an interview's partition is that of a scorecard template or a version of one."""
    return sk.startswith("SCORECARD#")


def persona(team_id: str, interview_id: str) -> Key:
    """What the interviewer of an AI interview is told."""
    return part(team_id, "INTERVIEW", interview_id, "PERSONA", "LATEST")


def default_message_group(team_id: str, group_type: str) -> Key:
    """From a team and a type to its default message group."""
    return Key(f"TEAM#{team_id}#MESSAGE_GROUP_DEFAULTS", group_type)


def invite(token: str) -> Key:
    """From an invite token to its candidate interview."""
    return Key(f"INVITE#{token}", "POINTER")


def share(token: str) -> Key:
    """From a share token to its candidate interview."""
    return Key(f"SHARE#{token}", "POINTER")


def chatbot_pointer(chatbot_id: str) -> Key:
    """From a chatbot's id to its team, which the address of its page does not tell."""
    return Key(f"CHATBOTID#{chatbot_id}", "POINTER")


def conversation_message(team_id: str, conversation_id: str, sequence: int) -> Key:
    """A message of a conversation, by its `sequenceOrder`; the sort keys are in its order."""
    return part(team_id, "CONVERSATION", conversation_id, "MESSAGE", f"{sequence:010d}")


def active_enrollment(team_id: str, job_id: str, candidate_id: str) -> Key:
    """Held while a candidate is enrolled in a job, so that nobody is twice at the same time."""
    return Key(f"TEAM#{team_id}#ENROLLED#{job_id}#{candidate_id}", "POINTER")


def enrollment_step(step_id: str) -> Key:
    """From a step of an enrollment to the enrollment."""
    return Key(f"ENROLLMENTSTEP#{step_id}", "POINTER")


def job_workflow(team_id: str, job_id: str, source: str) -> Key:
    """The one assignment of a source that a job has."""
    return part(team_id, "JOB", job_id, "WORKFLOW", source)


def job_family_workflow(team_id: str, job_family_id: str) -> Key:
    """The one assignment that a job family has."""
    return part(team_id, "JOB_FAMILY", job_family_id, "WORKFLOW", "job_family")


def template_assignment(team_id: str, template_id: str, assignment_id: str) -> Key:
    """An assignment beside its workflow template; one query reads a template with all of them."""
    return part(team_id, "WORKFLOW_TEMPLATE", template_id, "ASSIGNMENT", assignment_id)


def workflow_assignment(team_id: str, assignment_id: str) -> Key:
    """From an assignment's id to its template and its target."""
    return Key(f"TEAM#{team_id}#WORKFLOW_ASSIGNMENT#{assignment_id}", "POINTER")


def meeting_invite(token: str) -> Key:
    """From the token of a meeting's invite to the candidate's meeting."""
    return Key(f"MEETINGINVITE#{token}", "POINTER")


def chat_turn(team_id: str, conversation_id: str, message_id: str) -> Key:
    """A candidate's message by the id that the page gave it, so that a repeated one is known."""
    return part(team_id, "CONVERSATION", conversation_id, "TURN", message_id)


def chat_usage(chatbot_id: str, what: str, hour: str) -> Key:
    """How often a chatbot was used for something in an hour."""
    return Key(f"CHATBOTID#{chatbot_id}#USAGE", f"{what}#{hour}")


def article(team_id: str, knowledge_base_id: str, article_id: str) -> Key:
    """An article of a knowledge base."""
    return part(team_id, "KNOWLEDGE_BASE", knowledge_base_id, "ARTICLE", article_id)


def articles(team_id: str, knowledge_base_id: str) -> tuple[str, str]:
    """The partition of a knowledge base, and what the sort keys of its articles begin with."""
    return f"TEAM#{team_id}#KNOWLEDGE_BASE#{knowledge_base_id}", "ARTICLE#"


def order_reference(integration_id: str, reference_hash: str) -> Key:
    """From a vendor's own reference, by its hash, to the one order that an integration has of it."""
    return Key(f"ORDERREFERENCE#{integration_id}#{reference_hash}", "POINTER")


def ordered_candidate(team_id: str, person_hash: str) -> Key:
    """From the person of an order, by a hash of the vendor's id or the e-mail address, to the candidate."""
    return Key(f"TEAM#{team_id}#ORDEREDCANDIDATE#{person_hash}", "POINTER")


def outbox(entry_id: str) -> Key:
    """An event or a task that waits for the dispatcher."""
    return Key(f"OUTBOX#{entry_id}", "OUTBOX")


def idempotency(credential_id: str, key: str) -> Key:
    """The first answer to a POST with an `Idempotency-Key`."""
    return Key(f"IDEMPOTENCY#{credential_id}#{key}", "ANSWER")


def listing(team_id: str, kind: str) -> str:
    """All records of a kind in a team."""
    return f"TEAM#{team_id}#{kind}"


def sublisting(team_id: str, kind: str, by: str, by_id: str) -> str:
    """The records of a kind that belong to another record, such as a candidate's interviews."""
    return f"TEAM#{team_id}#{kind}#{by}#{by_id}"


def listing_head(partition: str) -> Key:
    """The counter of a listing: how many records were ever added."""
    return Key(f"LISTING#{partition}", HEAD)


def listing_chunk(partition: str, bucket: int) -> Key:
    """The archived and removed counts of the 256 buckets around `bucket`."""
    return Key(f"LISTING#{partition}", f"CHUNK#{bucket // BUCKETS_PER_CHUNK:06d}")


def listing_sort(active: bool, bucket: int, record_id: str) -> str:
    """The place of a record in its listing; active records sort after archived ones."""
    return f"{int(active)}#{bucket:08d}#{record_id}"


def due(schedule: str) -> str:
    """Everything that a schedule has to do, in the order of its times."""
    return f"DUE#{schedule}"
