"""The fingerprint of what an evaluation judges (interface: Provenance, rules 2 and 3).

Two inputs with the same content have the same hash: what is asked, how it is scored, what was answered. Ids,
times and people are left out, so that two candidates who say the same are recognized as such.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gather.content.questions.models import Question
from gather.content.scorecards.models import Topic
from gather.content.survey_questions.models import SurveyQuestion
from gather.screening.answers.models import StoredAnswer


def input_hash(
    questions: Sequence[Question], answers: Mapping[str, StoredAnswer], topics: Iterable[Topic]
) -> str:
    """The SHA-256 of the questions with their answers, by question id, and of the scorecard's topics."""
    return hash_content(
        {
            "questions": [
                {**_asked(question), "answer": _given(question, answers.get(question.id))}
                for question in questions
            ],
            "scorecard": [_topic(topic) for topic in topics],
        }
    )


def hash_content(content: object) -> str:
    """The SHA-256 of what JSON can hold, whatever the order of its members."""
    text = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def _asked(question: Question) -> dict[str, Any]:
    asked = {"kind": question.asked.kind.value, "title": question.title, "wording": question.wording}
    survey = question.survey
    if survey is None:
        return asked
    return {
        **asked,
        "type": survey.type.value,
        "scoring": [
            survey.include_scoring,
            question.knockout,
            survey.select_all_for_full_score,
            survey.preferred_option,
        ],
        "options": [[option.title, float(option.weight or 0), option.preferred] for option in survey.options],
    }


def _given(question: Question, answer: StoredAnswer | None) -> dict[str, Any] | None:
    """The content of an answer; options are told by their titles, in the order of the question."""
    if answer is None:
        return None
    return {
        "text": answer.transcription if answer.transcription is not None else answer.text,
        "value": answer.value,
        "options": _chosen(question.survey, answer.option_ids or ()),
        "unheard": answer.is_without_weight,
    }


def _chosen(survey: SurveyQuestion | None, option_ids: Sequence[str]) -> list[str]:
    options = survey.options if survey else ()
    return [option.title for option in options if option.id in option_ids]


def _topic(topic: Topic) -> dict[str, Any]:
    return {**topic.model_dump(by_alias=True, exclude_none=True), "weight": float(topic.weight)}
