"""Sends five requests by the generated Python client: URL KEY."""

import sys

import openapi_client
from openapi_client import CandidatesApi, Configuration, CreateCandidate, CreateInterview, InterviewsApi

url, key = sys.argv[1:]
with openapi_client.ApiClient(Configuration(host=url, api_key={"apiKey": key})) as client:
    interview = InterviewsApi(client).create_interview(
        CreateInterview(title="Generated", displayName="Generated", interviewType="standard")
    )
    assert interview.data.interview.title == "Generated"
    candidates = CandidatesApi(client)
    for email in ("python@example.com", "pydantic@example.com"):
        person = CreateCandidate(firstName="Ada", lastName="Example", email=email, phone="+14155550123")
        assert candidates.create_candidate(person).data.first_name == "Ada"
    first = candidates.list_candidates(cursor="", page_size=1)
    assert len(first.data.candidates) == 1
    assert first.meta.next_cursor
    second = candidates.list_candidates(cursor=first.meta.next_cursor, page_size=1)
    assert second.data.candidates[0].id != first.data.candidates[0].id
