import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Card } from "../../design/Card";
import { Failure } from "../../design/Failure";
import { phrase } from "../../language/catalogue";
import { decideOptions, decisionsOptions } from "../../service/candidate-interviews";
import type { DecisionWord, ReviewItem } from "../../service/records";
import { nextItem, type QueueFilter, reviewQueueOptions } from "../../service/review-queue";
import { useDraft } from "../../session/use-draft";
import { useMayDo } from "../../session/use-session";
import { DecisionForm } from "../../dialogs/decide/DecisionForm";
import { DecisionList } from "./DecisionList";
import { DecisionStored } from "./DecisionStored";
import styles from "./DecisionPanel.module.css";

interface DecisionPanelProps {
  candidateInterviewId: string;
  isCompleted: boolean;
  queue: QueueFilter;
}

interface Stored {
  decision: DecisionWord;
  /** What to go on with; null when nothing else waits. */
  next: ReviewItem | null;
}

/** What people decide, and then the way to the next item of the queue. */
export function DecisionPanel({ candidateInterviewId, isCompleted, queue }: DecisionPanelProps) {
  const queries = useQueryClient();
  const mayDecide = useMayDo("decide");
  const decisions = useQuery(decisionsOptions(candidateInterviewId));
  const waiting = useInfiniteQuery(reviewQueueOptions(queue));
  const deciding = useMutation(decideOptions(candidateInterviewId, queries));
  const [reason, setReason] = useDraft(`reason:${candidateInterviewId}`);
  const [stored, setStored] = useState<Stored | null>(null);
  const [isAgain, setAgain] = useState(false);

  const store = (decision: DecisionWord, notify: boolean) => {
    const items = waiting.data?.pages.flatMap((page) => page.items) ?? [];
    const next = nextItem(items, candidateInterviewId);
    const body = { decision, reason: reason.trim(), notify };
    deciding.mutate(body, {
      onSuccess: () => {
        setStored({ decision, next });
        setReason("");
      },
    });
  };
  const decideAgain = () => {
    setStored(null);
    setAgain(true);
  };
  return (
    <Card className={styles.panel} title={phrase("decision.title")}>
      {decisions.isError && <Failure error={decisions.error} onRetry={() => void decisions.refetch()} />}
      {mayDecide && stored === null && (
        <DecisionForm
          error={deciding.error}
          isCompleted={isCompleted}
          isPending={deciding.isPending}
          onReasonChange={setReason}
          onStore={store}
          reason={reason}
          takesFocus={isAgain}
        />
      )}
      {stored !== null && (
        <DecisionStored
          decision={stored.decision}
          next={stored.next}
          onDecideAgain={decideAgain}
          queue={queue}
        />
      )}
      {decisions.data !== undefined && decisions.data.length > 0 && (
        <DecisionList decisions={decisions.data} />
      )}
    </Card>
  );
}
