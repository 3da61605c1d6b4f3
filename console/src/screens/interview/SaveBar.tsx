import { Button } from "../../design/Button";
import { Failure } from "../../design/Failure";
import { phrase, type PhraseName } from "../../language/catalogue";
import styles from "./Editor.module.css";
import { isConflict, type SaveFailure, type SaveStep } from "./save";
import type { Editor } from "./use-editor";

interface SaveBarProps {
  editor: Editor;
  onSave: () => void;
  onReadAgain?: (() => void) | undefined;
}

/** What is stored by now, when it failed half way. */
const STORED_BEFORE: Readonly<Record<SaveStep, PhraseName | null>> = {
  questions: null,
  interview: null,
  scorecard: "interview.failed.scorecard",
  job: "interview.failed.job",
};

/** Saves, and says what is not saved. It stays in sight; its button stands where it covers no small ones. */
export function SaveBar({ editor, onSave, onReadAgain }: SaveBarProps) {
  const { isDirty, isSaving, failure, faults } = editor;
  const isFaulty = Object.keys(faults).length > 0;
  return (
    <div className={styles.bar}>
      {failure !== null && <Failed editor={editor} failure={failure} onReadAgain={onReadAgain} />}
      <div className={styles.barRow}>
        <Button isPending={isSaving} keyShortcuts="Control+Enter" look="primary" onPress={onSave}>
          {phrase("shared.save")}
        </Button>
        <p className={styles.barWords}>{phrase(stateOf(isDirty, isSaving, isFaulty))}</p>
      </div>
    </div>
  );
}

function stateOf(isDirty: boolean, isSaving: boolean, isFaulty: boolean): PhraseName {
  if (isSaving) return "interview.saving";
  if (isFaulty) return "interview.incomplete";
  return isDirty ? "interview.unsaved" : "interview.allSaved";
}

interface FailedProps {
  failure: SaveFailure;
  onReadAgain: (() => void) | undefined;
  editor: Editor;
}

function Failed({ failure, onReadAgain, editor }: FailedProps) {
  const before = STORED_BEFORE[failure.step];
  if (isConflict(failure) && onReadAgain !== undefined) {
    return (
      <div className={styles.conflict} role="alert">
        <p>{phrase("interview.conflict")}</p>
        <div className={styles.buttons}>
          <Button
            onPress={() => {
              editor.discard();
              onReadAgain();
            }}
            size="small"
          >
            {phrase("interview.conflict.read")}
          </Button>
          <Button onPress={() => void editor.overwrite()} size="small">
            {phrase("interview.conflict.overwrite")}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <>
      {before !== null && <p className={styles.barWords}>{phrase(before)}</p>}
      <Failure error={failure.reason} />
    </>
  );
}
