import { useMutation, useQueryClient } from "@tanstack/react-query";
import { lazy, useState } from "react";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { Facts } from "../../design/Facts";
import { Failure } from "../../design/Failure";
import { Loaded } from "../../design/Loaded";
import { phrase } from "../../language/catalogue";
import { isPast } from "../../language/days";
import { formatDateTime } from "../../language/format";
import { resendInviteOptions } from "../../service/candidate-interviews";
import type { CandidateInterview } from "../../service/records";
import { useMayDo } from "../../session/use-session";
import { LazyExtendInvite } from "./LazyExtendInvite";
import styles from "./Invitation.module.css";

const StatusChoice = lazy(() => import("./StatusChoice"));

/** When the candidate was invited, until when they can answer, and what became of it. */
export function Invitation({ candidateInterview }: { candidateInterview: CandidateInterview }) {
  const { inviteSentAt, expiry, completedAt } = candidateInterview;
  const mayInvite = useMayDo("inviteCandidates");
  const mayDecide = useMayDo("decide");
  const isOver = isPast(expiry);
  const facts: [string, string][] = [
    [
      phrase("invitation.sent"),
      inviteSentAt === null ? phrase("invitation.never") : formatDateTime(inviteSentAt),
    ],
    completedAt === null
      ? [phrase(isOver ? "invitation.ended" : "invitation.open"), formatDateTime(expiry)]
      : [phrase("invitation.completed"), formatDateTime(completedAt)],
  ];
  return (
    <Card title={phrase("invitation.title")}>
      <Facts facts={facts} />
      {mayDecide && completedAt !== null && (
        <Loaded>
          <StatusChoice candidateInterview={candidateInterview} />
        </Loaded>
      )}
      {mayInvite && completedAt === null && (
        <InviteActions candidateInterview={candidateInterview} isOver={isOver} />
      )}
    </Card>
  );
}

interface InviteActionsProps {
  candidateInterview: CandidateInterview;
  isOver: boolean;
}

function InviteActions({ candidateInterview, isOver }: InviteActionsProps) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const [isExtending, setExtending] = useState(false);
  const resending = useMutation(resendInviteOptions(candidateInterview.id, queries));
  const resend = () =>
    resending.mutate(undefined, { onSuccess: () => announce(phrase("invitation.resent")) });
  return (
    <>
      <div className={styles.buttons}>
        {!isOver && (
          <Button isPending={resending.isPending} onPress={resend} size="small">
            {phrase("invitation.resend")}
          </Button>
        )}
        <Button onPress={() => setExtending(true)} size="small">
          {phrase("invitation.extend")}
        </Button>
      </div>
      {resending.isSuccess && <p className={styles.done}>{phrase("invitation.resent")}</p>}
      {resending.isError && <Failure error={resending.error} />}
      {isExtending && (
        <LazyExtendInvite candidateInterview={candidateInterview} onClose={() => setExtending(false)} />
      )}
    </>
  );
}
