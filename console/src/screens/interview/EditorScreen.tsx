import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { interviewAddress } from "../../addresses";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { ScreenHeading } from "../../design/shell/ScreenHeading";
import { Status } from "../../design/Status";
import { phrase } from "../../language/catalogue";
import { Actions } from "./Actions";
import { Basics } from "./Basics";
import { Conversation } from "./Conversation";
import styles from "./Editor.module.css";
import type { InterviewForm } from "./form";
import { INTERVIEW_STATUSES } from "./interview-words";
import { LeaveGuard } from "./LeaveGuard";
import { Questions } from "./Questions";
import { SaveBar } from "./SaveBar";
import { Scorecard } from "./Scorecard";
import { Settings } from "./Settings";
import { type Editor, useEditor } from "./use-editor";

interface EditorScreenProps {
  form: InterviewForm;
  stored: InterviewForm;
  /** Reads a stored interview again, when others have changed it meanwhile. */
  onReadAgain?: () => void;
}

/** The editor of a stored interview or of a new one. */
export function EditorScreen({ form: opened, stored, onReadAgain }: EditorScreenProps) {
  const editor = useEditor({
    form: opened,
    stored,
    draftName: opened.interviewId ?? `new-interview:${opened.jobId ?? ""}`,
  });
  const { form } = editor;
  const parts = useRef<HTMLDivElement>(null);
  useFocusOnFault(parts, editor);
  const save = useSaveAndGoOn(editor, opened.interviewId === null);
  return (
    <>
      <ScreenHeading
        actions={opened.interviewId === null ? undefined : <Actions editor={editor} save={save} />}
        below={opened.interviewId === null ? undefined : <StatusLine status={editor.stored.status} />}
        title={opened.interviewId === null ? phrase("interviews.new") : editor.stored.title}
      />
      {editor.wasRestored && <RestoredNotice onDiscard={editor.discard} />}
      {/* Keys of the fields within: nothing that a pointer would do. */}
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        className={styles.parts}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void save();
        }}
        ref={parts}
      >
        <Basics editor={editor} />
        <Questions editor={editor} />
        <Scorecard editor={editor} />
        {form.interviewType === "ai_interviewer" && <Conversation editor={editor} />}
        <Settings editor={editor} />
      </div>
      <SaveBar editor={editor} onReadAgain={onReadAgain} onSave={() => void save()} />
      <LeaveGuard editor={editor} save={save} />
    </>
  );
}

/** Saves; a new interview is gone on with at its own address. */
function useSaveAndGoOn(editor: Editor, isNew: boolean): () => Promise<boolean> {
  const [, navigate] = useLocation();
  const announce = useAnnounce();
  return async () => {
    const saved = await editor.save();
    if (saved === null) return false;
    announce(phrase("interview.saved"));
    if (isNew && saved.interviewId !== null) navigate(interviewAddress(saved.interviewId), { replace: true });
    return true;
  };
}

/** Puts the focus on the first field that is wrong, once it is known. */
function useFocusOnFault(parts: { current: HTMLElement | null }, { faults }: Editor): void {
  useEffect(() => {
    if (Object.keys(faults).length === 0) return;
    parts.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults, parts]);
}

function StatusLine({ status }: { status: number }) {
  const known = INTERVIEW_STATUSES[status];
  return known === undefined ? null : <Status tone={known.tone}>{phrase(known.name)}</Status>;
}

function RestoredNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div className={styles.notice}>
      <p>{phrase("interview.restored")}</p>
      <Button onPress={onDiscard} size="small">
        {phrase("interview.discard")}
      </Button>
    </div>
  );
}
