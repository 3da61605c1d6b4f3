import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { Dialog } from "../../design/Dialog";
import { Failure } from "../../design/Failure";
import { Field } from "../../design/Field";
import { phrase } from "../../language/catalogue";
import { dayOf, endOfDay, isPast } from "../../language/days";
import { formatDateTime } from "../../language/format";
import { changeExpiryOptions } from "../../service/candidate-interviews";
import type { CandidateInterview } from "../../service/records";
import styles from "./ExtendInvite.module.css";

const DAYS_MORE = 7;

export interface ExtendInviteProps {
  candidateInterview: CandidateInterview;
  onClose: () => void;
}

/** Sets until when the candidate can answer; a week from now or from the present end is proposed. */
export default function ExtendInvite({ candidateInterview, onClose }: ExtendInviteProps) {
  return (
    <Dialog isOpen onClose={onClose} title={phrase("invitation.extend.title")}>
      <ExtendForm candidateInterview={candidateInterview} onClose={onClose} />
    </Dialog>
  );
}

function ExtendForm({ candidateInterview, onClose }: ExtendInviteProps) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const extending = useMutation(changeExpiryOptions(candidateInterview.id, queries));
  const [day, setDay] = useState(() => proposedDay(candidateInterview.expiry));
  const [wasSent, setSent] = useState(false);
  const expiry = endOfDay(day);
  const isFuture = expiry !== undefined && !isPast(expiry);
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    setSent(true);
    if (!isFuture) return;
    extending.mutate(expiry, {
      onSuccess: (changed) => {
        announce(phrase("invitation.extended", { date: formatDateTime(changed.expiry) }));
        onClose();
      },
    });
  };
  return (
    <form className={styles.form} noValidate onSubmit={save}>
      <Field
        error={wasSent && !isFuture ? phrase("invitation.extend.missing") : undefined}
        label={phrase("invitation.extend.date")}
        onChange={setDay}
        type="date"
        value={day}
      />
      {extending.isError && <Failure error={extending.error} />}
      <Button isPending={extending.isPending} look="primary" type="submit">
        {phrase("invitation.extend.save")}
      </Button>
    </form>
  );
}

function proposedDay(expiry: string): string {
  const from = new Date(Math.max(Date.parse(expiry), Date.now()));
  from.setDate(from.getDate() + DAYS_MORE);
  return dayOf(from);
}
