import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ADDRESSES } from "../../addresses";
import { Card } from "../../design/Card";
import { CopyField } from "../../design/CopyField";
import { Disclosure } from "../../design/Disclosure";
import { ScreenLink } from "../../design/ScreenLink";
import { Status } from "../../design/Status";
import { phrase } from "../../language/catalogue";
import { formatAgo, formatDateTime } from "../../language/format";
import { meetingMessagesOptions } from "../../service/meeting-invites";
import type { SentMessage } from "../../service/records";
import { reviewQueueOptions } from "../../service/review-queue";
import styles from "./CandidateMeetings.module.css";

/** The meetings that the candidate is invited to, by what they were told of each last. */
export default function CandidateMeetings({ candidateId }: { candidateId: string }) {
  const messages = useQuery(meetingMessagesOptions(candidateId));
  const latest = latestOfEach(messages.data ?? []);
  // What cannot be read here stands on the screen of the meetings.
  if (latest.length === 0) return null;
  return (
    <Card
      actions={<ScreenLink to={ADDRESSES.meetings}>{phrase("candidate.meetings.seeAll")}</ScreenLink>}
      title={phrase("candidate.meetings")}
    >
      <WaitingAnswer candidateId={candidateId} />
      <ul className={styles.meetings}>
        {latest.map((message, at) => (
          <li className={styles.meeting} key={message.candidateMeetingId}>
            <OneMeeting at={at} message={message} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function WaitingAnswer({ candidateId }: { candidateId: string }) {
  const queue = useInfiniteQuery(reviewQueueOptions({ kind: "meeting" }));
  const items = queue.data?.pages.flatMap((page) => page.items) ?? [];
  const waits = items.some((item) => item.candidateId === candidateId);
  if (!waits) return null;
  return (
    <p>
      <Status tone="caution">{phrase("queue.meeting.reason")}</Status>{" "}
      <ScreenLink to={ADDRESSES.meetings}>{phrase("meetings.answers.offer")}</ScreenLink>
    </p>
  );
}

function OneMeeting({ message, at }: { message: SentMessage; at: number }) {
  const { subject, body, sentAt } = message;
  const link = linkOf(body);
  return (
    <>
      <Disclosure level={3} title={subject ?? phrase("candidate.meetings.told")}>
        <p className={styles.body} dir="auto">
          {body}
        </p>
      </Disclosure>
      <time className={styles.quiet} dateTime={sentAt} title={formatDateTime(sentAt)}>
        {formatAgo(sentAt)}
      </time>
      {link !== null && (
        <CopyField label={phrase("candidate.meetings.link", { number: at + 1 })} value={link} />
      )}
    </>
  );
}

/** Messages stand newest first. */
function latestOfEach(messages: readonly SentMessage[]): SentMessage[] {
  const seen = new Set<string | null>();
  return messages.filter(({ candidateMeetingId }) => {
    const isFirst = !seen.has(candidateMeetingId);
    seen.add(candidateMeetingId);
    return isFirst;
  });
}

/** Where the candidate answers, as the message has it. */
function linkOf(body: string | null): string | null {
  return body?.match(/https?:\/\/\S+\/m\/[\w-]+/)?.[0] ?? null;
}
