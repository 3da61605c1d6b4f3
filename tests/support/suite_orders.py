"""Configurations of recruiting suites, and their orders in their own words."""

from collections.abc import Mapping
from typing import Any

API = "https://suite.example.com/api"

CONFIGURATIONS: Mapping[str, Mapping[str, Any]] = {
    "greenhouse": {"apiUrl": API},
    "ashby": {"apiUrl": API, "apiKey": "ashby-key"},
    "workable": {"apiUrl": API, "accessToken": "workable-token"},
    "smartrecruiters": {
        "apiUrl": API,
        "tokenUrl": f"{API}/token",
        "companyId": "example-works",
        "clientId": "client",
        "clientSecret": "client-secret",
    },
    "lever": {
        "apiUrl": API,
        "apiKey": "lever-key",
        "signatureToken": "lever-signature",
        "triggers": [{"stageId": "stage-1", "interviewId": "0190a0b0-c0d0-7123-8456-789abcdef012"}],
    },
}
"""A valid configuration of each suite."""


def greenhouse_order(interview_id: str, **fields: Any) -> dict[str, Any]:
    """A test that Greenhouse sends."""
    candidate = {
        "first_name": "Ada",
        "last_name": "Lovelace",
        "email": "ada@example.com",
        "phone_number": "+44 (20) 7946-0018",
        "resume_url": "https://grnhse.example.com/resume?signature=1",
        "greenhouse_profile_url": "https://app.greenhouse.io/people/17681532?application_id=26234709",
    }
    return {
        "partner_test_id": interview_id,
        "candidate": candidate,
        "url": f"{API}/take_home_tests/12345",
        **fields,
    }


def ashby_order(interview_id: str, **fields: Any) -> dict[str, Any]:
    """An assessment that Ashby starts."""
    return {
        "assessment_type_id": interview_id,
        "candidate": {
            "ashby_id": "a-1",
            "first_name": "Ada",
            "last_name": "Lovelace",
            "email": "ada@example.com",
            "ashby_profile_url": "https://app.ashbyhq.com/candidates/a-1",
        },
        "application": {"ashby_id": "application-1", "status": "Active"},
        "job": {"ashby_id": "job-1", "name": "Barista", "ashby_job_url": "https://app.ashbyhq.com/jobs/1"},
        **fields,
    }


def workable_order(interview_id: str, **fields: Any) -> dict[str, Any]:
    """An assessment that Workable makes."""
    return {
        "test_id": interview_id,
        "job_shortcode": "GROOV001",
        "job_title": "Barista",
        "callback_url": f"{API}/assessments/77",
        "candidate": {
            "first_name": "Ada",
            "last_name": "Lovelace",
            "email": "ada@example.com",
            "phone": "555 0100",
        },
        **fields,
    }


def smartrecruiters_order(interview_id: str, **fields: Any) -> dict[str, Any]:
    """A package that SmartRecruiters orders."""
    return {
        "resultCallbackURL": f"{API}/assessment-api/v202010/orders/9/results",
        "candidate": {
            "id": "c-1",
            "firstName": "Ada",
            "lastName": "Lovelace",
            "email": "ada@example.com",
            "phoneNumber": "+14155550123",
        },
        "job": {"id": "j-1", "title": "Barista"},
        "assessmentPackageId": interview_id,
        "jobId": "j-1",
        "companyId": "example-works",
        "requester": {"email": "grace@example.com"},
        "fields": None,
        **fields,
    }


GREENHOUSE_REPORT: Mapping[str, Any] = {"api_call": "test_status", "errors": ["partner_score: no number"]}
"""What Greenhouse says of a response that it did not understand."""
