import { Checkbox } from "../../design/Checkbox";
import { Field } from "../../design/Field";
import { FormSelect } from "../../design/FormSelect";
import { phrase } from "../../language/catalogue";
import { ANSWER_KINDS } from "./answer-kinds";
import styles from "./Editor.module.css";
import {
  type AnswerKind,
  asKind,
  inOrder,
  kindsFor,
  LONGEST_NAME,
  LONGEST_TEXT,
  type QuestionItem,
  recordKind,
} from "./form";
import { Recording } from "./Recording";
import { isChanged } from "./save";
import { SurveyFields } from "./SurveyFields";
import type { Editor } from "./use-editor";

interface QuestionFieldsProps {
  question: QuestionItem;
  at: number;
  editor: Editor;
}

/** A question, how it is answered, and what belongs to that. */
export function QuestionFields({ question, at, editor }: QuestionFieldsProps) {
  const { change, faults, stored } = editor;
  const set = (members: Partial<QuestionItem>) =>
    change((form) => ({
      ...form,
      questions: form.questions.map((each) => (each.key === question.key ? { ...each, ...members } : each)),
    }));
  const isSurvey = recordKind(question.kind) === "survey";
  const isUnwritten = question.kind === "audio" && question.text === "" && question.id !== null;
  return (
    <fieldset className={styles.row}>
      <legend className={styles.rowName}>{phrase("interview.question.number", { number: at + 1 })}</legend>
      {isUnwritten ? (
        <p dir="auto">{question.title}</p>
      ) : (
        <Field
          error={faults[`question:${question.key}`]}
          label={phrase("interview.question")}
          maxLength={isSurvey ? LONGEST_NAME : LONGEST_TEXT}
          onChange={(text) => set({ text })}
          rows={2}
          value={question.text}
        />
      )}
      <div className={styles.answer}>
        {!isUnwritten && <KindChoice editor={editor} question={question} />}
        {question.audioURL !== null && !isChanged(question, stored) && (
          <Recording address={question.audioURL} number={at + 1} />
        )}
      </div>
      {isSurvey && <SurveyFields faults={faults} onChange={set} question={question} />}
      {isChanged(question, stored) && (
        <Checkbox
          description={phrase("interview.question.forAll.words")}
          isSelected={question.isForAll}
          label={phrase("interview.question.forAll")}
          onChange={(isForAll) => set({ isForAll })}
        />
      )}
    </fieldset>
  );
}

function KindChoice({ question, editor }: { question: QuestionItem; editor: Editor }) {
  const { form, change } = editor;
  const kinds = kindsFor(form.interviewType);
  const offered = kinds.includes(question.kind) ? kinds : [question.kind, ...kinds];
  const choose = (kind: AnswerKind) =>
    change((before) => ({
      ...before,
      questions: inOrder(
        before.questions.map((each) => (each.key === question.key ? asKind(each, kind) : each)),
      ),
    }));
  return (
    <FormSelect
      choices={offered.map((kind) => ({ id: kind, name: phrase(ANSWER_KINDS[kind]) }))}
      className={styles.short}
      label={phrase("interview.answer")}
      onChange={(id) => {
        const kind = offered.find((each) => each === id);
        if (kind !== undefined) choose(kind);
      }}
      value={question.kind}
    />
  );
}
