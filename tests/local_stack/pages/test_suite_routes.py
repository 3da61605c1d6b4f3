"""The suites of the local stack have a page and an API each, and what they were told is only text."""

from local_stack.pages.suites import suite_page
from local_stack.suites.local_suites import create_suites
from local_stack.suites.simulator import RecordedRefusal, RecruitedPerson, SimulatedOrder, SuiteKey
from tests.local_stack.running_stack import RunningStack

AT = "/_local/suites"
HOSTILE = "<script>alert(1)</script>"


def test_each_suite_has_a_page(stack: RunningStack) -> None:
    listed = stack.call("GET", AT, headers={"Accept": "text/html"})
    page = stack.call("GET", f"{AT}/ashby", headers={"Accept": "text/html"})

    assert b"Greenhouse" in listed.body
    assert page.headers["Content-Type"].startswith("text/html")
    assert "script-src" not in page.headers["Content-Security-Policy"]
    assert b"it ends with the stack" in page.body


def test_a_suite_refuses_a_push_to_an_order_that_it_has_not(stack: RunningStack) -> None:
    assert stack.call("PATCH", f"{AT}/greenhouse/take_home_tests/1").status == 404

    listed = stack.call("GET", f"{AT}/greenhouse/orders").json
    assert listed == {"orders": [], "refusals": ["PATCH /take_home_tests/1: 404 there is no such address"]}


def test_an_order_names_what_is_missing(stack: RunningStack) -> None:
    assert stack.call("POST", f"{AT}/workable/orders", b"{").status == 400
    answer = stack.call("POST", f"{AT}/workable/orders", {"key": "k"})

    assert answer.status == 400
    assert "interviewId: Field required" in answer.json["message"]


def test_an_order_that_the_service_does_not_take_is_told(stack: RunningStack) -> None:
    # The sample has no routes of the service.
    candidate = {"firstName": "Ada", "lastName": "Lovelace", "email": "ada@example.com"}
    body = {"key": "k", "interviewId": "i", "candidate": candidate}

    answer = stack.call("POST", f"{AT}/workable/orders", body)

    assert answer.status == 502
    assert stack.call("GET", f"{AT}/workable/orders").json["orders"][0]["status"] == "not ordered"


def test_there_is_no_other_suite(stack: RunningStack) -> None:
    for method, path in (("GET", ""), ("GET", "/orders"), ("POST", "/orders"), ("PATCH", "/anything")):
        assert stack.call(method, f"{AT}/example-ats{path}").status == 404


def test_everything_that_a_suite_was_told_is_shown_as_text() -> None:
    suite = create_suites("http://127.0.0.1:3000", "http://127.0.0.1:3000")["greenhouse"]
    order = SimulatedOrder(
        id="1",
        interview_id="i",
        person=RecruitedPerson(HOSTILE, HOSTILE, HOSTILE),
        key=SuiteKey("the-password"),
        status=HOSTILE,
        partner_id=HOSTILE,
        score=HOSTILE,
        details={HOSTILE: HOSTILE},
        history=[(HOSTILE, HOSTILE)],
    )
    suite.orders["1"] = order
    suite.refusals.append(RecordedRefusal(HOSTILE, 404, HOSTILE))

    page = suite_page(suite)

    assert "<script" not in page
    assert "the-password" not in page
