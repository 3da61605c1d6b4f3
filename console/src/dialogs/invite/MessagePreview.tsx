import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Disclosure } from "../../design/Disclosure";
import { Failure } from "../../design/Failure";
import { Skeleton } from "../../design/Skeleton";
import { phrase } from "../../language/catalogue";
import { interviewOptions } from "../../service/interviews";
import { messageGroupOptions } from "../../service/message-groups";
import type { Interview, MessageGroup } from "../../service/records";
import styles from "./Invite.module.css";

/** What the candidate will read. It is asked for when somebody looks. */
export function MessagePreview({ interviewId }: { interviewId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Disclosure level={3} onExpandedChange={setOpen} title={phrase("invite.message")}>
      {isOpen && <Message interviewId={interviewId} />}
    </Disclosure>
  );
}

function Message({ interviewId }: { interviewId: string }) {
  const interview = useQuery(interviewOptions(interviewId));
  const groupId = interview.data?.messageGroupId ?? null;
  const message = useQuery({
    ...messageGroupOptions(groupId ?? ""),
    enabled: groupId !== null,
    select: inviteOf,
  });
  if (interview.isError) return <Failure error={interview.error} />;
  if (message.isError) return <Failure error={message.error} />;
  if (interview.isPending || (groupId !== null && message.isPending)) return <Skeleton lines={4} />;
  const body = message.data?.emailBody ?? null;
  if (body === null) return <p className={styles.quiet}>{phrase("invite.message.builtIn")}</p>;
  const subject = message.data?.emailSubject ?? null;
  return (
    <div className={styles.message} dir="auto" lang={interview.data.language}>
      {subject !== null && <strong>{filled(subject, interview.data)}</strong>}
      <p className={styles.text}>{filled(body, interview.data)}</p>
    </div>
  );
}

/** What a group says to those who are invited; null where the built-in words are used. */
function inviteOf({ status, messages }: MessageGroup) {
  return status === "PUBLISHED" ? (messages.find(({ type }) => type === "INVITE") ?? null) : null;
}

/** The words of a message, with what is known before it is sent. */
function filled(text: string, interview: Interview): string {
  return text.replaceAll("{{interviewTitle}}", interview.displayName);
}
