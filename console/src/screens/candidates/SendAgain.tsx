import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { ConfirmDialog } from "../../design/ConfirmDialog";
import { counted, phrase } from "../../language/catalogue";
import { isPast } from "../../language/days";
import { resendInvitesOptions } from "../../service/candidate-interviews";
import type { CandidateInterview } from "../../service/records";
import { useMayDo } from "../../session/use-session";
import styles from "./Candidates.module.css";

/** Sends the invites of those once more who have not answered yet. */
export function SendAgain({ chosen }: { chosen: readonly CandidateInterview[] }) {
  const mayInvite = useMayDo("inviteCandidates");
  const announce = useAnnounce();
  const [isAsking, setAsking] = useState(false);
  const open = chosen.filter(isOpen);
  const sending = useMutation(resendInvitesOptions(useQueryClient()));
  if (!mayInvite || open.length === 0) return null;
  const send = () =>
    sending.mutate(
      open.map(({ id }) => id),
      {
        onSuccess: ({ sent, refused }) => {
          announce(outcomeOf(sent, refused));
          setAsking(false);
        },
      },
    );
  return (
    <>
      {sending.isSuccess && (
        <span className={styles.soft}>{outcomeOf(sending.data.sent, sending.data.refused)}</span>
      )}
      <Button onPress={() => setAsking(true)}>{phrase("invitation.resend")}</Button>
      <ConfirmDialog
        action={phrase("progress.resend.confirm")}
        error={sending.error}
        isOpen={isAsking}
        isPending={sending.isPending}
        onClose={() => setAsking(false)}
        onConfirm={send}
        title={counted("progress.resend.title", open.length)}
        words={phrase("progress.resend.words")}
      />
    </>
  );
}

function outcomeOf(sent: number, refused: number): string {
  const words = counted("progress.resend.sent", sent);
  return refused === 0 ? words : `${words} ${counted("progress.resend.refused", refused)}`;
}

function isOpen({ completedAt, status, expiry }: CandidateInterview): boolean {
  const isClosed = status === "expired" || status === "archived" || isPast(expiry);
  return completedAt === null && !isClosed;
}
