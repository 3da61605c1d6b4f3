"""Requests for the Connect routes, with the records that they need."""

from collections.abc import Callable
from functools import partial
from typing import Any

from gather.core.identifiers import new_id
from tests.support import suite_orders as suites
from tests.support.records import add_interview_with_question
from tests.support.setting import GATHER, Request, Setting

ACCOUNT = {"name": "Bean Bar", "externalId": "crm-7"}
VENDOR = "example-ats"
CONFIGURATION = {"baseUrl": "https://ats.example.com/api", "apiToken": "token"}
INTEGRATION = {"name": "Our ATS", "configuration": CONFIGURATION}

_ACCOUNTS = "/connect/accounts"
_ACCOUNT = f"{_ACCOUNTS}/{{accountId}}"
_VENDOR = "/connect/{vendor}"
_INTEGRATION = f"{_VENDOR}/integrations/{{integrationId}}"


def _account(setting: Setting) -> str:
    made: str = setting.send(f"POST {_ACCOUNTS}", Request(body=ACCOUNT))["data"]["account"]["id"]
    return made


def _integration(setting: Setting) -> str:
    made = setting.send(f"POST {_VENDOR}/integrations", _of_vendor(INTEGRATION))
    integration_id: str = made["data"]["integration"]["id"]
    return integration_id


def _of_vendor(body: object = None) -> Request:
    return Request({"vendor": VENDOR}, body=body)


def _of_account(body: object, setting: Setting) -> Request:
    return Request({"accountId": _account(setting)}, body=body)


def _of_integration(body: object, setting: Setting) -> Request:
    return Request({"vendor": VENDOR, "integrationId": _integration(setting)}, body=body)


def _one_integration(setting: Setting) -> dict[str, str]:
    """The query that names the integration which all orders are for."""
    if "integration" not in setting.kept:
        setting.kept["integration"] = _integration(setting)
    return {"integrationId": setting.kept["integration"]}


def _order_body(setting: Setting) -> dict[str, Any]:
    candidate = {"id": new_id(), "firstName": "Ada", "lastName": "King", "email": "ada@example.com"}
    interview_id = add_interview_with_question(setting)
    return {"interviewId": interview_id, "reference": new_id(), "candidate": candidate}


def _place(setting: Setting) -> Request:
    return Request({"vendor": VENDOR}, _one_integration(setting), _order_body(setting))


def _data(setting: Setting) -> Request:
    return Request({"vendor": VENDOR}, _one_integration(setting))


def _of_order(setting: Setting) -> Request:
    placed = setting.send(f"POST {_VENDOR}/orders", _place(setting))
    return Request({"vendor": VENDOR, "orderId": placed["data"]["order"]["id"]}, _one_integration(setting))


def _of_suite(vendor: str, setting: Setting) -> dict[str, str]:
    """The query that names an integration with a suite."""
    if vendor not in setting.kept:
        body = {"name": vendor, "configuration": suites.CONFIGURATIONS[vendor]}
        made = setting.send(f"POST {_VENDOR}/integrations", Request({"vendor": vendor}, body=body))
        setting.kept[vendor] = made["data"]["integration"]["id"]
    return {"integrationId": setting.kept[vendor]}


def _suite(vendor: str, body: object, setting: Setting) -> Request:
    return Request({}, _of_suite(vendor, setting), body)


def _suite_order(vendor: str, body_of: Callable[..., dict[str, Any]], setting: Setting) -> Request:
    return Request({}, _of_suite(vendor, setting), body_of(add_interview_with_question(setting)))


def _of_test(setting: Setting) -> Request:
    made = setting.send(
        "POST /connect/greenhouse/send_test", _suite_order("greenhouse", suites.greenhouse_order, setting)
    )
    return Request({}, {**_of_suite("greenhouse", setting), **made})


def _of_assessment(setting: Setting) -> Request:
    made = setting.send(
        "POST /connect/ashby/assessment.start", _suite_order("ashby", suites.ashby_order, setting)
    )
    return Request({}, _of_suite("ashby", setting), made["results"])


def _of_package(setting: Setting) -> Request:
    path = {"assessmentPackageId": add_interview_with_question(setting)}
    return Request(path, _of_suite("smartrecruiters", setting))


def _of_company(setting: Setting) -> Request:
    company = suites.CONFIGURATIONS["smartrecruiters"]["companyId"]
    return Request({"companyId": company}, _of_suite("smartrecruiters", setting))


CONNECT_WITHOUT_REQUEST = {
    "POST /connect/lever/webhooks/{integrationId}": "takes a signature and no key",
    "POST /connect/smartrecruiters/oauth/token": "takes a form and no key",
    f"POST {GATHER}/jobs/assign-ats": "asks an ATS",
    f"GET {_VENDOR}/health": "asks the vendor and not the table",
}

CONNECT_REQUESTS: dict[str, Callable[[Setting], Request]] = {
    f"POST {_ACCOUNTS}": lambda setting: Request(body=ACCOUNT),
    f"GET {_ACCOUNTS}": lambda setting: Request(),
    f"GET {_ACCOUNT}": lambda setting: _of_account(None, setting),
    f"PATCH {_ACCOUNT}": lambda setting: _of_account({"name": "Bean Bars"}, setting),
    f"DELETE {_ACCOUNT}": lambda setting: _of_account(None, setting),
    f"POST {_VENDOR}/integrations": lambda setting: _of_vendor(INTEGRATION),
    f"GET {_VENDOR}/integrations": lambda setting: _of_vendor(),
    f"GET {_INTEGRATION}": lambda setting: _of_integration(None, setting),
    f"PATCH {_INTEGRATION}": lambda setting: _of_integration({"name": "Their ATS"}, setting),
    f"DELETE {_INTEGRATION}": lambda setting: _of_integration(None, setting),
    f"POST {_VENDOR}/config/validate": lambda setting: _of_vendor({"configuration": CONFIGURATION}),
    f"GET {_VENDOR}/catalog": _data,
    f"POST {_VENDOR}/orders": _place,
    f"GET {_VENDOR}/orders": _data,
    f"GET {_VENDOR}/orders/{{orderId}}": _of_order,
    f"GET {_VENDOR}/orders/{{orderId}}/pushes": _of_order,
    f"GET {_VENDOR}/results/{{orderId}}": _of_order,
    "GET /connect/greenhouse/list_tests": partial(_suite, "greenhouse", None),
    "POST /connect/greenhouse/send_test": partial(_suite_order, "greenhouse", suites.greenhouse_order),
    "GET /connect/greenhouse/test_status": _of_test,
    "POST /connect/greenhouse/response_error": partial(_suite, "greenhouse", suites.GREENHOUSE_REPORT),
    "POST /connect/ashby/assessment.list": partial(_suite, "ashby", {}),
    "POST /connect/ashby/assessment.start": partial(_suite_order, "ashby", suites.ashby_order),
    "POST /connect/ashby/assessment.cancel": _of_assessment,
    "GET /connect/workable/tests": partial(_suite, "workable", None),
    "POST /connect/workable/assessments": partial(_suite_order, "workable", suites.workable_order),
    "GET /connect/smartrecruiters/packages": partial(_suite, "smartrecruiters", None),
    "GET /connect/smartrecruiters/packages/{assessmentPackageId}": _of_package,
    "POST /connect/smartrecruiters/packages/orders": partial(
        _suite_order, "smartrecruiters", suites.smartrecruiters_order
    ),
    "DELETE /connect/smartrecruiters/integrations/companies/{companyId}": _of_company,
}
