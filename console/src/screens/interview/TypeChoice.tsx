import { type KeyboardEvent, useId, useRef } from "react";
import { phrase, type PhraseName } from "../../language/catalogue";
import { INTERVIEW_TYPES, type InterviewType } from "../../service/interviews";
import { asType } from "./form";
import { INTERVIEW_TYPE_NAMES } from "./interview-words";
import styles from "./TypeChoice.module.css";
import type { Editor } from "./use-editor";

const WORDS: Readonly<Record<InterviewType, PhraseName>> = {
  standard: "interviewType.standard.words",
  ai_interviewer: "interviewType.ai_interviewer.words",
  questionnaire: "interviewType.questionnaire.words",
};

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** The kind of a new interview, which never changes afterwards. The arrow keys go from one to the next. */
export function TypeChoice({ editor }: { editor: Editor }) {
  const { form, change } = editor;
  const id = useId();
  const tiles = useRef<HTMLDivElement>(null);
  const choose = (type: InterviewType) => change((before) => asType(before, type));
  const step = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (by === undefined || event.altKey) return;
    event.preventDefault();
    const at = INTERVIEW_TYPES.indexOf(form.interviewType) + by;
    const next = INTERVIEW_TYPES.at(at % INTERVIEW_TYPES.length);
    if (next === undefined) return;
    choose(next);
    tiles.current?.querySelector<HTMLElement>(`[data-type="${next}"]`)?.focus();
  };
  return (
    <div>
      <p className={styles.legend} id={id}>
        {phrase("interview.type")}
      </p>
      {/* The keys are those of the radio buttons within. */}
      {/* eslint-disable-next-line jsx-a11y/interactive-supports-focus */}
      <div aria-labelledby={id} className={styles.types} onKeyDown={step} ref={tiles} role="radiogroup">
        {INTERVIEW_TYPES.map((type) => (
          <button
            aria-checked={form.interviewType === type}
            className={styles.type}
            data-type={type}
            key={type}
            onClick={() => choose(type)}
            role="radio"
            tabIndex={form.interviewType === type ? 0 : -1}
            type="button"
          >
            <span className={styles.name}>{phrase(INTERVIEW_TYPE_NAMES[type])}</span>
            <span className={styles.words}>{phrase(WORDS[type])}</span>
          </button>
        ))}
      </div>
    </div>
  );
}
