"""A real recruiting suite, played by a simulator: a recruiter orders an interview and sees the score."""

import re
from typing import Any, Final

from demo.client import DemoClient
from demo.deviation import Deviation, expect, require
from demo.scene import Scene
from talent_screening.models import AnswerRequest, CreateIntegration

SUITE: Final = "/_local/suites/greenhouse"
EMAIL: Final = "noor@example.com"
_LINK: Final = re.compile(r"/i/([\w-]+)")
_WRITTEN: Final = (
    "When a customer is angry, I stay calm and listen until I understand the problem. "
    "I plan the work with my team, we share it, and I help colleagues until we have a solution."
)


def order_in_greenhouse(scene: Scene) -> None:
    """The customer connects Greenhouse, a recruiter orders there, and sees the score of the answers there."""
    key = _connect(scene)
    made = scene.browser.send(
        "A recruiter sends a test in Greenhouse, which a simulator plays on the local stack. It calls "
        "send_test with the key.",
        f"{SUITE}/orders",
        {
            "key": key,
            "interviewId": scene.made.interview.id,
            "candidate": {"firstName": "Noor", "lastName": "Example", "email": EMAIL},
        },
        show=("order.status", "order.orderId"),
    )["order"]
    expect("the test in Greenhouse", made["status"], "sent")
    _answer(scene)
    shown = scene.browser.look(
        "The service tells Greenhouse that the test is complete, and Greenhouse asks for the results.",
        f"{SUITE}/orders",
        _has_results,
        show=("orders[].status", "orders[].score", "refusals"),
    )
    [order] = shown["orders"]
    expect("what Greenhouse refused", shown["refusals"], [])
    expect("the test in Greenhouse", (order["orderId"], order["status"]), (made["orderId"], "complete"))
    require("the score in Greenhouse", isinstance(order["score"], int), "a score", order["score"])
    scene.page.mask(order["link"].rpartition("/")[2])
    scene.browser.open_page("The recruiter opens the link beside the score.", order["link"])


def _connect(scene: Scene) -> str:
    """The integration's key, which the customer enters in Greenhouse."""
    step = DemoClient(scene.page, scene.base_url, scene.ready["integrationsKey"]).step(
        "The customer connects Greenhouse. The password is the key that it enters there, with the address.",
        status=201,
        show=("data.integration.address", "data.integration.password"),
        mask={"data.integration.password": ""},
    )
    body = CreateIntegration(
        team_id=scene.ready["teamId"],
        name="Greenhouse",
        configuration={"apiUrl": f"{scene.base_url}{SUITE}"},
    )
    key = step.create_integration("greenhouse", body).integration.password
    if key is None:
        raise Deviation("the new integration", "a password", None)
    return key


def _answer(scene: Scene) -> None:
    """The candidate opens the link of the e-mail and answers everything."""
    messages = scene.browser.look(
        "The candidate has the invite.",
        "/_local/inbox",
        lambda document: any(each["to"] == EMAIL for each in document["messages"]),
    )["messages"]
    links = [_LINK.search(each["body"]) for each in messages if each["to"] == EMAIL]
    [token] = {link.group(1) for link in links if link}
    scene.page.mask(token)
    weekends, start, proud = scene.made.surveys
    answers = {
        **{question.id: AnswerRequest(text=_WRITTEN) for question in scene.made.questions.values()},
        weekends.id: AnswerRequest(value=True),
        start.id: AnswerRequest(option_ids=[start.options[0].id]),
        proud.id: AnswerRequest(text="A week without a complaint."),
    }
    asked = scene.candidate.step("The candidate opens the interview.", show=("data.screening.status",))
    for question in asked.get_screening(token).screening.questions:
        step = scene.candidate.step("The candidate answers.", show=("data.answer.kind",))
        step.give_answer(token, question.id, answers[question.id])
    done = scene.candidate.step("The candidate completes the interview.", show=("data.screening.status",))
    done.complete_screening(token)


def _has_results(document: Any) -> bool:
    return all(order["link"] for order in document["orders"])
