import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from "react";
import { Button } from "../../design/Button";
import { Checkbox } from "../../design/Checkbox";
import { Failure } from "../../design/Failure";
import { Field } from "../../design/Field";
import { useShortcut } from "../../design/shortcuts/registry";
import { phrase } from "../../language/catalogue";
import type { DecisionWord } from "../../service/records";
import { DecisionButton } from "./DecisionButton";
import { DECISION_WORDS } from "./decisions";
import styles from "./DecisionForm.module.css";

interface DecisionFormProps {
  reason: string;
  onReasonChange: (reason: string) => void;
  /** Before it is complete an interview can only be rejected. */
  isCompleted: boolean;
  isPending: boolean;
  /** Why the last attempt was not stored; null otherwise. */
  error: unknown;
  onStore: (decision: DecisionWord, notify: boolean) => void;
  /** Whether the person has asked to decide again. */
  takesFocus: boolean;
}

const LONGEST_REASON = 2_000;
const STORE_KEYS = "Control+Enter";

/** A decision and its reason. Choosing one leads to the reason; Control and Enter store both. */
export function DecisionForm(properties: DecisionFormProps) {
  const { reason, onReasonChange, isCompleted, isPending, error, onStore, takesFocus } = properties;
  const [decision, setDecision] = useState<DecisionWord | null>(null);
  const [notify, setNotify] = useState(false);
  const [wasSent, setSent] = useState(false);
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  useShortcut({ keys: STORE_KEYS, label: phrase("decision.store") });
  useEffect(() => {
    if (decision !== null) field.current?.focus();
  }, [decision]);

  const choose = (word: DecisionWord) => {
    setDecision(word);
    field.current?.focus();
  };
  const store = () => {
    setSent(true);
    if (decision === null || isPending) return;
    if (reason.trim() === "") field.current?.focus();
    else onStore(decision, notify && decision !== "hold");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    // What an input method has not written yet would be missing.
    if (event.nativeEvent.isComposing) return;
    event.preventDefault();
    store();
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    store();
  };
  return (
    // The keys come from the fields of the form.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form className={styles.form} noValidate onKeyDown={onKeyDown} onSubmit={onSubmit}>
      <div className={styles.words}>
        {DECISION_WORDS.filter((word) => isCompleted || word === "reject").map((word, at) => (
          <DecisionButton
            isChosen={word === decision}
            key={word}
            onChoose={() => choose(word)}
            takesFocus={takesFocus && at === 0}
            word={word}
          />
        ))}
      </div>
      {!isCompleted && <p className={styles.quiet}>{phrase("decision.onlyReject")}</p>}
      {decision !== null && (
        <>
          <Field
            description={phrase("decision.reason.words")}
            error={wasSent && reason.trim() === "" ? phrase("decision.missing") : undefined}
            inputRef={field}
            label={phrase("decision.reason")}
            maxLength={LONGEST_REASON}
            onChange={onReasonChange}
            rows={3}
            value={reason}
          />
          {decision !== "hold" && (
            <Checkbox
              description={phrase("decision.notify.words")}
              isSelected={notify}
              label={phrase("decision.notify")}
              onChange={setNotify}
            />
          )}
          <Button keyShortcuts={STORE_KEYS} isPending={isPending} look="primary" type="submit">
            {phrase("decision.store")}
          </Button>
          {error !== null && <Failure error={error} />}
        </>
      )}
    </form>
  );
}
