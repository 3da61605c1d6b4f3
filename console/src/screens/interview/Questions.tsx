import { useRef, useState } from "react";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { PlusIcon } from "../../design/icons";
import { Reorderable } from "../../design/Reorderable";
import { phrase } from "../../language/catalogue";
import styles from "./Editor.module.css";
import { focusWithin } from "./focus-within";
import { inOrder, newQuestion, type QuestionItem, recordKind, usualKind } from "./form";
import { LazyLibrary } from "./LazyDialogs";
import { QuestionFields } from "./QuestionFields";
import type { Editor } from "./use-editor";

const MOST_QUESTIONS = 100;

/** What candidates are asked, in the order in which they meet it. */
export function Questions({ editor }: { editor: Editor }) {
  const { form, change, faults } = editor;
  const { questions, interviewType } = form;
  const [isChoosing, setChoosing] = useState(false);
  const part = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const add = (added: readonly QuestionItem[]) => {
    change((before) => ({ ...before, questions: inOrder([...before.questions, ...added]) }));
    focusWithin(part, added[0]?.key);
  };
  const kinds = new Set(questions.map(({ kind }) => recordKind(kind)));
  return (
    <Card title={phrase("interview.questions")}>
      <div className={styles.part} ref={part}>
        {questions.length === 0 && (
          <p className={faults.questions === undefined ? styles.quiet : styles.wrong}>
            {faults.questions ?? phrase("interview.questions.empty")}
          </p>
        )}
        {kinds.size > 1 && <p className={styles.quiet}>{phrase("interview.questions.order")}</p>}
        <Reorderable
          focusAfterLast={() => addButton.current?.focus()}
          items={questions}
          keyOf={({ key }) => key}
          mayPass={(one, other) => recordKind(one.kind) === recordKind(other.kind)}
          nameOf={(_, at) => phrase("interview.question.number", { number: at + 1 })}
          onChange={(next) => change((before) => ({ ...before, questions: next }))}
        >
          {(question, at) => <QuestionFields at={at} editor={editor} question={question} />}
        </Reorderable>
        <div className={styles.buttons}>
          <Button
            isDisabled={questions.length >= MOST_QUESTIONS}
            onPress={() => add([newQuestion(usualKind(interviewType))])}
            ref={addButton}
          >
            <PlusIcon />
            {phrase("interview.question.add")}
          </Button>
          <Button look="quiet" onPress={() => setChoosing(true)}>
            {phrase("interview.library.open")}
          </Button>
        </div>
      </div>
      {isChoosing && (
        <LazyLibrary
          interviewType={interviewType}
          onChoose={add}
          onClose={() => setChoosing(false)}
          taken={questions}
        />
      )}
    </Card>
  );
}
