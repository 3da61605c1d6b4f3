import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { meetingAddress, meetingEditAddress } from "../../addresses";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { Failure } from "../../design/Failure";
import { QueueLink } from "../../design/QueueLink";
import { phrase } from "../../language/catalogue";
import { formatAgo, formatDateTime } from "../../language/format";
import { findMeetingStep } from "../../service/meeting-invites";
import type { ReviewItem } from "../../service/records";
import { reviewQueueOptions } from "../../service/review-queue";
import { useMayDo } from "../../session/use-session";
import { MoreButton } from "../../design/MoreButton";
import styles from "./MeetingAnswers.module.css";

const QUEUE = { kind: "meeting" } as const;

/** Candidates whom a meeting does not suit: they have declined it, or have asked for another time. */
export function MeetingAnswers() {
  const queue = useInfiniteQuery(reviewQueueOptions(QUEUE));
  const items = queue.data?.pages.flatMap((page) => page.items) ?? [];
  if (queue.isError) return <Failure error={queue.error} onRetry={() => void queue.refetch()} />;
  if (items.length === 0) return null;
  return (
    <Card title={phrase("meetings.answers")}>
      <p className={styles.quiet}>{phrase("meetings.answers.words")}</p>
      <ul className={styles.answers}>
        {items.map((item) => (
          <li className={styles.answer} key={`${item.candidateId ?? ""} ${item.jobId ?? ""} ${item.since}`}>
            <Answer item={item} />
          </li>
        ))}
      </ul>
      <MoreButton pages={queue} />
    </Card>
  );
}

function Answer({ item }: { item: ReviewItem }) {
  const mayManage = useMayDo("manageMeetings");
  return (
    <>
      <p className={styles.words}>
        <QueueLink className={styles.name} item={item} queue={QUEUE}>
          <span dir="auto">{item.candidateName}</span>
        </QueueLink>
        <span className={styles.quiet} dir="auto">
          {item.title}
        </span>
        <time className={styles.quiet} dateTime={item.since} title={formatDateTime(item.since)}>
          {formatAgo(item.since)}
        </time>
      </p>
      <OpenMeeting item={item} mayManage={mayManage} />
    </>
  );
}

/** Leads to the meeting of the candidate's step, which the queue does not name. */
function OpenMeeting({ item, mayManage }: { item: ReviewItem; mayManage: boolean }) {
  const [, navigate] = useLocation();
  const { candidateId, jobId } = item;
  const opening = useMutation({
    mutationFn: async () =>
      jobId === null || candidateId === null ? null : findMeetingStep(jobId, candidateId),
    onSuccess: (step) => {
      if (step === null) return;
      const again = new URLSearchParams({ again: step.id, name: item.candidateName ?? "" });
      navigate(
        mayManage
          ? `${meetingEditAddress(step.artifactId)}?${again.toString()}`
          : meetingAddress(step.artifactId),
      );
    },
  });
  return (
    <div>
      <Button isPending={opening.isPending} onPress={() => opening.mutate()} size="small">
        {phrase(mayManage ? "meetings.answers.offer" : "meetings.answers.open")}
        <span className="visually-hidden" dir="auto">
          {item.candidateName}
        </span>
      </Button>
      {opening.isError && <Failure error={opening.error} />}
      {opening.isSuccess && opening.data === null && (
        <p role="alert">{phrase("meetings.answers.notFound")}</p>
      )}
    </div>
  );
}
