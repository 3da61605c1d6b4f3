"""The records that a new stack starts with.

Both modes have everything that the ready file names. `demo` adds content that a person can look at at once,
made through the stack's own API.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from administration import tenants
from administration.api_keys import create_key
from administration.articles import create_article
from administration.content import (
    Resource,
    change_meeting,
    create_questionnaire,
    create_resource,
    create_survey_question,
)
from administration.integrations import create_integration
from administration.job_families import create_job_family
from gather.content.survey_questions.models import CreateSurveyQuestion, OptionRequest, SurveyType
from gather.core.caller import Role, Scope, TeamScope
from gather.core.clock import timestamp
from gather.ports.identity import DashboardAccount
from gather.tenancy.organizations.models import CONSENT_REQUIRED, JOB_WORKFLOW
from gather.tenancy.users.storage import sign_in_address
from gather.wiring import Adapters, bootstrap
from gather.workflow.meetings.storage import MEETING
from local_stack.engines.accounts import LocalIdentity
from local_stack.seeding import example_ats
from local_stack.seeding.demo_chat import ARTICLES, add_demo_chatbot
from local_stack.seeding.demo_content import RunningApi, add_demo_content
from local_stack.seeding.demo_languages import add_demo_languages
from local_stack.seeding.demo_results import add_demo_results
from local_stack.seeding.seed_settings import SeedSettings

VENDOR = "example-ats"
ZONE = "Europe/Berlin"
PLACE = "Example Works, 12 Harbour Street, second floor"
FIRST_QUESTIONS = (
    CreateSurveyQuestion(
        type=SurveyType.YES_NO,
        title="May you work in this country?",
        include_scoring=True,
        knockout=True,
        preferred_option=True,
    ),
    CreateSurveyQuestion(
        type=SurveyType.MULTIPLE_CHOICE,
        title="How did you hear of us?",
        options=[OptionRequest(title=title) for title in ("From a friend", "On a job board", "Elsewhere")],
    ),
)
_PEOPLE = {
    "reviewer": (("Rosa", "Marten"), Role.REVIEWER),
    "manager": (("Milan", "Okafor"), Role.MANAGER),
    "administrator": (("Amira", "Lindgren"), Role.ADMINISTRATOR),
}
"""The people of the first team who sign in to the console."""
FEATURES = (JOB_WORKFLOW, "scoreCard")


@dataclass(frozen=True)
class _Tenant:
    """An organization with its teams and the user who owns its keys."""

    adapters: Adapters
    organization_id: str
    team_ids: tuple[str, ...]
    user_id: str

    @property
    def scope(self) -> TeamScope:
        return TeamScope(self.organization_id, self.team_ids[0], self.user_id)

    def team_key(self) -> str:
        return self.key("Team", team_id=self.team_ids[0])

    def sandbox_key(self) -> str:
        """A key of the sandbox that nobody owns: the sandbox has users of its own."""
        _, key = create_key(
            self.adapters.records,
            self.organization_id,
            "Trial",
            self.adapters.clock.now(),
            team_id=self.team_ids[0],
            sandbox=True,
        )
        return key

    def key(self, name: str, scope: Scope = Scope.GATHER, team_id: str | None = None) -> str:
        _, key = create_key(
            self.adapters.records,
            self.organization_id,
            name,
            self.adapters.clock.now(),
            team_id=team_id,
            user_id=self.user_id,
            scope=scope,
        )
        return key


def seed(mode: str, settings: SeedSettings) -> dict[str, Any]:
    """Writes the first records of an empty table; returns the ready file's fields that name them.

    `mode` is `demo` or `empty`. Called once in a state folder's life: the result is kept there for later
    starts. A call that was cut short leaves organizations that nothing refers to, and the next one begins
    anew.
    """
    adapters = bootstrap()
    main = _make_tenant(adapters, "Example Works", ("Careers", "Retail"), FEATURES)
    other = _make_tenant(adapters, "Other Works", ("Hiring",), FEATURES)
    plain = _make_tenant(adapters, "Plain Works", ("Hiring",), ())
    asking = _make_tenant(adapters, "Asking Works", ("Hiring",), (*FEATURES, CONSENT_REQUIRED))
    ready = {
        "organizationId": main.organization_id,
        "teamId": main.team_ids[0],
        "secondTeamId": main.team_ids[1],
        "userId": main.user_id,
        "adminKey": main.key("Administration", Scope.ADMIN),
        "apiKey": main.team_key(),
        "sandboxApiKey": main.sandbox_key(),
        "organizationKey": main.key("Organization"),
        "accountsKey": main.key("Partner", Scope.ACCOUNTS),
        "integrationsKey": main.key("Integrations", Scope.INTEGRATIONS),
        "otherOrganizationId": other.organization_id,
        "otherTeamId": other.team_ids[0],
        "otherApiKey": other.team_key(),
        "otherAdminKey": other.key("Administration", Scope.ADMIN),
        "plainApiKey": plain.team_key(),
        "plainAdminKey": plain.key("Administration", Scope.ADMIN),
        "consentApiKey": asking.team_key(),
        "consoleUsers": {
            **{what: _person(main, *names, role) for what, (names, role) in _PEOPLE.items()},
            "otherAdministrator": _person(other, "Noor", "Haddad", Role.ADMINISTRATOR),
        },
        **_integration(main, settings.base_url),
        **_resources(main),
    }
    if mode == "demo":
        api = RunningApi(f"{settings.base_url}/qsi/gather", ready["apiKey"])
        ready.update(
            add_demo_content(
                api, settings.base_url, ready["teamId"], ready["meetingId"], ready["knowledgeBaseId"]
            )
        )
        ready.update(add_demo_results(api, RunningApi(settings.base_url), ready["interviewId"]))
        # The chatbot speaks of the jobs that are there by then, all in English.
        ready.update(add_demo_chatbot(api, settings.base_url, ready["knowledgeBaseId"]))
        manager_id = ready["consoleUsers"]["manager"]["userId"]
        ready.update(add_demo_languages(api, settings.base_url, manager_id))
    return ready


def _make_tenant(
    adapters: Adapters, name: str, team_names: Sequence[str], features: Sequence[str]
) -> _Tenant:
    now = adapters.clock.now()
    organization = tenants.create_organization(adapters.records.table, name, now, features=features)
    teams = [
        tenants.create_team(
            adapters.records, organization.id, team_name, now, display_name=f"{name} {team_name}"
        )
        for team_name in team_names
    ]
    team_ids = tuple(team.id for team in teams)
    user = tenants.create_user(
        adapters.records, organization.id, "Robin", "Example", "robin@example.com", team_ids, now
    )
    return _Tenant(adapters, organization.id, team_ids, user.id)


def _person(tenant: _Tenant, first_name: str, last_name: str, role: Role) -> dict[str, str]:
    """A person of the tenant's first team who signs in to the console, and needs no invitation."""
    records, identity = tenant.adapters.records, tenant.adapters.engines.identity()
    email = f"{first_name}.{last_name}@example.com".lower()
    if isinstance(identity, LocalIdentity):
        identity.create_known_account(DashboardAccount(email, first_name, last_name))
    user = tenants.create_user(
        records,
        tenant.organization_id,
        first_name,
        last_name,
        email,
        tenant.team_ids[:1],
        tenant.adapters.clock.now(),
        is_api_user=False,
        role=role,
    )
    # The worker does the same in a moment. The console may be opened before.
    records.table.write(sign_in_address(user))
    return {"name": f"{first_name} {last_name}", "email": user.email, "userId": user.id}


def _integration(tenant: _Tenant, base_url: str) -> dict[str, Any]:
    made = create_integration(
        tenant.adapters.records,
        tenant.organization_id,
        tenant.team_ids[0],
        VENDOR,
        "Example ATS",
        example_ats.configuration(base_url),
        tenant.adapters.engines.encryption,
        tenant.adapters.clock.now(),
    )
    return {
        "integrationId": made.record.id,
        "externalJobIds": list(example_ats.JOBS),
        "vendor": made.record.vendor,
        "vendorUser": made.record.user,
        "vendorPassword": made.password,
    }


def _resources(tenant: _Tenant) -> dict[str, str]:
    titles = {
        "meetingId": (Resource.MEETING, "Interview on site"),
        "knowledgeBaseId": (Resource.KNOWLEDGE_BASE, "Working at Example Works"),
    }
    now = tenant.adapters.clock.now()
    resources = {
        field: create_resource(tenant.adapters.records, resource, tenant.scope, title, now).id
        for field, (resource, title) in titles.items()
    }
    records = tenant.adapters.records
    meeting = records.get(MEETING, tenant.scope.team_id, resources["meetingId"]).record
    starts_at = (now + timedelta(days=21)).replace(hour=9, minute=0, second=0, microsecond=0)
    arranged = {"starts_at": timestamp(starts_at), "place": PLACE, "timezone": ZONE}
    change_meeting(records, meeting, now, **arranged)
    for title, text in ARTICLES.items():
        create_article(
            tenant.adapters.records, tenant.scope.team_id, resources["knowledgeBaseId"], text, title
        )
    family = create_job_family(
        tenant.adapters.records,
        tenant.scope,
        "Operations",
        now,
        description="Whoever keeps goods and customers moving.",
    )
    return {**resources, "screeningQuestionnaireId": _questionnaire(tenant), "jobFamilyId": family.id}


def _questionnaire(tenant: _Tenant) -> str:
    """The id of a questionnaire with two questions of its own."""
    now = tenant.adapters.clock.now()
    questions = [
        create_survey_question(tenant.adapters.records, tenant.scope, question, now)
        for question in FIRST_QUESTIONS
    ]
    question_ids = [question.id for question in questions]
    return create_questionnaire(
        tenant.adapters.records, tenant.scope, "First questions", question_ids, now
    ).id
