import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { Failure } from "../../design/Failure";
import { useForm } from "../../design/use-form";
import { counted, currentLanguage, phrase } from "../../language/catalogue";
import { refusedMembers } from "../../service/errors";
import { saveMeetingOptions } from "../../service/meetings";
import type { Meeting } from "../../service/records";
import type { Stored } from "../../service/stored";
import styles from "./Meeting.module.css";
import { emptyForm, endedBookings, formOf, membersOf, problemsOf } from "./meeting-form";
import { MeetingFields } from "./MeetingFields";

interface MeetingFormBodyProps {
  /** The meeting that is changed; null for a new one. */
  stored: Stored<Meeting> | null;
  /** What the button says. */
  action: string;
  onSaved: (meeting: Meeting) => void;
  /** What stands beside the button. */
  children?: ReactNode;
}

/** The form of a meeting. What keeps it from being stored is told at its field. */
export function MeetingFormBody({ stored, action, onSaved, children }: MeetingFormBodyProps) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const [entered, setEntered] = useState(() =>
    stored === null ? emptyForm(currentLanguage()) : formOf(stored.record),
  );
  const saving = useMutation(saveMeetingOptions(queries));
  const problems = problemsOf(entered);
  const refused = refusedMembers(saving.error);
  const save = () =>
    saving.mutate(
      { stored, members: membersOf(entered) },
      {
        onSuccess: (meeting) => {
          announce(phrase("meetings.saved", { title: meeting.title }));
          onSaved(meeting);
        },
      },
    );
  const { wasSent, formProps } = useForm({
    error: saving.error,
    isRight: () => problems.size === 0,
    onSend: save,
  });
  const errorOf = (member: string) => {
    const problem = wasSent ? problems.get(member) : undefined;
    return problem === undefined ? refused.get(member) : phrase(problem);
  };
  const ended = endedBookings(stored?.record ?? null, entered);
  return (
    <form className={styles.form} {...formProps}>
      <MeetingFields errorOf={errorOf} form={entered} onChange={setEntered} />
      {ended > 0 && <p role="status">{counted("meetings.ended", ended)}</p>}
      {saving.isError && <Failure error={saving.error} />}
      <div className={styles.buttons}>
        <Button isPending={saving.isPending} look="primary" type="submit">
          {action}
        </Button>
        {children}
      </div>
    </form>
  );
}
