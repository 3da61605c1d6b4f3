"""Scorecard topics that fit most jobs, and the choice among them for one job."""

from typing import Final

from gather.ports.evaluation import EvaluationTopic
from local_stack.engines.words import stems

_MOST_TOPICS: Final = 5
_FEWEST_TOPICS: Final = 3


class _Competency:
    """A topic with the words that speak for it in a job description or a question."""

    def __init__(self, topic: str, description: str, looking_for: tuple[str, ...], keywords: str) -> None:
        self.topic = topic
        self.description = description
        self.looking_for = looking_for
        self.keywords = stems(f"{topic} {keywords}")


# The first three are taken when a text speaks for none.
_COMPETENCIES: Final = (
    _Competency(
        "Communication",
        "Explains things clearly, listens and adapts to the listener.",
        ("explains clearly", "listens to others", "asks questions"),
        "communicate explain present write speak language listen documentation stakeholders phone",
    ),
    _Competency(
        "Problem solving",
        "Finds the cause of a problem and works towards a solution.",
        (
            "describes the problem",
            "names the cause",
            "explains the solution and its result",
        ),
        "problem solve solution analyse analyze debug challenge difficult issue improve troubleshoot",
    ),
    _Competency(
        "Motivation",
        "Knows why they want this work and this employer.",
        ("reason for applying", "interest in the work", "goals for the future"),
        "motivation motivated why interest passion goal career ambition apply",
    ),
    _Competency(
        "Teamwork",
        "Works well with others towards a shared result.",
        ("worked with a team", "helped colleagues", "handled a disagreement"),
        "team together collaborate colleague cooperate partner cross-functional share help",
    ),
    _Competency(
        "Customer focus",
        "Understands what customers need and takes care of them.",
        (
            "listened to the customer",
            "solved the customer's problem",
            "stayed friendly",
        ),
        "customer client service guest support satisfaction complaint care patient retail",
    ),
    _Competency(
        "Leadership",
        "Gives direction, decides and develops others.",
        ("took responsibility", "made a decision", "supported the team"),
        "lead leader leadership manage manager mentor coach supervise delegate decision responsible",
    ),
    _Competency(
        "Organization and reliability",
        "Plans the work, keeps deadlines and pays attention to detail.",
        ("planned the work", "kept a deadline", "checked the result"),
        "organize plan deadline priority schedule detail reliable accurate time punctual shift process",
    ),
    _Competency(
        "Professional knowledge",
        "Has the knowledge and tools that the job needs.",
        (
            "names methods or tools",
            "describes own experience",
            "explains how the work is done",
        ),
        "experience technical software engineer develop python data tool system certificate degree skill",
    ),
    _Competency(
        "Adaptability",
        "Copes with change and learns quickly.",
        ("dealt with a change", "learned something new", "stayed calm"),
        "adapt change flexible learn new fast-paced pressure stress dynamic",
    ),
    _Competency(
        "Sales drive",
        "Wins and keeps business.",
        ("understood the buyer's need", "handled an objection", "reached a target"),
        "sell sales revenue target quota negotiate prospect deal account business",
    ),
)


def suggested(text: str) -> list[EvaluationTopic]:
    """Three to five topics for `text`, those it speaks for most first; the weights add up to 100."""
    found = stems(text)
    hits = {competency: len(competency.keywords & found) for competency in _COMPETENCIES}
    ranked = sorted(_COMPETENCIES, key=lambda competency: -hits[competency])
    chosen = [competency for competency in ranked if hits[competency]][:_MOST_TOPICS]
    if len(chosen) < _FEWEST_TOPICS:
        chosen = ranked[:_FEWEST_TOPICS]
    points = [1 + hits[competency] for competency in chosen]
    weights = [100 * point // sum(points) for point in points]
    weights[0] += 100 - sum(weights)
    return [_topic(competency, weight) for competency, weight in zip(chosen, weights, strict=True)]


def _topic(competency: _Competency, weight: int) -> EvaluationTopic:
    subject = competency.topic.lower()
    return EvaluationTopic(
        topic=competency.topic,
        weight=weight,
        description=competency.description,
        looking_for=competency.looking_for,
        score_descriptions={
            "level1": f"Gives no example of {subject}, or one that does not fit.",
            "level3": f"Gives one fitting example of {subject} with some detail.",
            "level5": f"Gives convincing examples of {subject} with own part, reasons and result.",
        },
    )
