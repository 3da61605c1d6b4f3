"""Round trips to the table and the units that they take, route by route."""

from bench.calls import HandlerSetting, Refused, families
from bench.figures import Figure, Report
from bench.metered_table import Meter
from bench.tenants import Tenant, add_key, add_tenant
from gather.core.caller import Scope
from gather.wiring import process_adapters
from tests.support.route_requests import ROUTE_REQUESTS, WITHOUT_REQUEST
from tests.support.setting import GATHER

CREATE_TARGET, GET_TARGET, LIST_TARGET, COMPLETE_TARGET = 2, 1, 1, 5

# The requests with a target: creates, reads of a record, first pages of lists, and the end of an interview.
_CREATES = {
    f"POST {GATHER}/{name}"
    for name in (
        "candidates",
        "questions",
        "survey-questions",
        "ai-text-questions",
        "interviews",
        "candidate-interviews",
        "jobs",
        "webhooks",
        "workflow-templates",
    )
}
_LISTS = {
    f"GET {GATHER}/{name}"
    for name in (
        "candidates",
        "questions",
        "survey-questions",
        "ai-text-questions",
        "interviews",
        "candidate-interviews",
        "jobs",
        "job-families",
        "webhooks",
        "webhook-deliveries",
        "workflow-templates",
    )
}
_GETS = {
    f"GET {GATHER}/{name}"
    for name in (
        "candidates/{candidateId}",
        "questions/{questionId}",
        "survey-questions/{surveyQuestionId}",
        "ai-text-questions/{aiTextQuestionId}",
        "interviews/{interviewId}",
        "interviews/{interviewId}/score-card-template",
        "candidate-interviews/{candidateInterviewId}",
        "jobs/{id}",
        "webhooks/{id}",
        "workflow-templates/{id}",
    )
}
_COMPLETION = "POST /screening/{inviteToken}/complete"


def measure_trips(meter: Meter, report: Report) -> None:
    """Each route that the handlers declare, warm, with its own records there before."""
    report.heading("Round trips to the table, authentication included, and units by route (warm)")
    known = families()
    setting = setting_of(add_tenant(process_adapters().records.table), known)
    for route in known:
        build = ROUTE_REQUESTS.get(route)
        if build is None:
            report.note(f"{route}: {WITHOUT_REQUEST.get(route, 'no request')}")
            continue
        try:
            setting.send(route, build(setting))
            request = build(setting)
            meter.reset()
            setting.send(route, request)
        except Refused as refused:
            report.note(f"not measured: {refused}")
            continue
        units = f"{meter.read_units:g} read, {meter.write_units:g} write units"
        counts = {"read units": meter.read_units, "write units": meter.write_units}
        report.add(Figure("trips", route, meter.round_trips, "round trips", _target(route), units, counts))


def setting_of(tenant: Tenant, known: dict[str, str]) -> HandlerSetting:
    """A tenant with the keys of all scopes."""
    table = process_adapters().records.table
    admin_key = add_key(table, tenant.scope, Scope.ADMIN)
    scope = tenant.scope
    assert scope.user_id is not None, "tenants are made with a user"
    return HandlerSetting(
        scope.organization_id,
        scope.team_id,
        scope.user_id,
        tenant.key,
        admin_key,
        accounts_key=add_key(table, scope, Scope.ACCOUNTS),
        integrations_key=add_key(table, scope, Scope.INTEGRATIONS),
        families=known,
    )


def _target(route: str) -> int | None:
    if route in _CREATES:
        return CREATE_TARGET
    if route in _GETS:
        return GET_TARGET
    if route == _COMPLETION:
        return COMPLETE_TARGET
    return LIST_TARGET if route in _LISTS else None
