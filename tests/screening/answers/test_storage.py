"""What an evaluation learns of an answer is kept with it, and brings back none that was erased meanwhile."""

from gather.content.questions.asked_question import QuestionKind
from gather.core.identifiers import new_id
from gather.screening.answers import storage
from gather.screening.answers.models import StoredAnswer, TranscriptionProblem
from gather.table.records import Records

TEAM, INTERVIEW = new_id(), new_id()


def test_what_is_heard_of_an_erased_answer_is_not_kept(records: Records) -> None:
    answer = StoredAnswer(
        question_id=new_id(),
        kind=QuestionKind.AUDIO,
        media_id=new_id(),
        answered_at="2026-03-04T05:06:07.000Z",
    )

    storage.save_transcription(records.table, TEAM, INTERVIEW, answer, "What was said.", None, None)
    storage.save_unheard(records.table, TEAM, INTERVIEW, answer, 1, TranscriptionProblem.RECORDING)

    assert records.table.get(storage.ANSWER.key(TEAM, INTERVIEW, answer.question_id)) is None
