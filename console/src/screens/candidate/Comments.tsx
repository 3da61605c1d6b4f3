import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { Failure } from "../../design/Failure";
import { Field } from "../../design/Field";
import { Skeleton } from "../../design/Skeleton";
import { phrase } from "../../language/catalogue";
import { formatAgo, formatDateTime } from "../../language/format";
import { commentOptions, commentsOptions } from "../../service/candidate-interviews";
import { useNames } from "../../service/people";
import { useDraft } from "../../session/use-draft";
import { useMayDo } from "../../session/use-session";
import styles from "./Notes.module.css";

const LONGEST_COMMENT = 4_000;

export function Comments({ candidateInterviewId }: { candidateInterviewId: string }) {
  const comments = useQuery(commentsOptions(candidateInterviewId));
  const mayComment = useMayDo("comment");
  const nameOf = useNames();
  return (
    <Card title={phrase("comments.title")}>
      {comments.isPending && <Skeleton lines={2} />}
      {comments.isError && <Failure error={comments.error} onRetry={() => void comments.refetch()} />}
      {comments.data?.length === 0 && <p className={styles.none}>{phrase("comments.none")}</p>}
      {comments.data !== undefined && comments.data.length > 0 && (
        <ul className={styles.notes}>
          {comments.data.map(({ id, text, userId, createdAt }) => (
            <li key={id}>
              <p className={styles.who}>
                <strong dir="auto">{nameOf(userId)}</strong>
                <time dateTime={createdAt} title={formatDateTime(createdAt)}>
                  {formatAgo(createdAt)}
                </time>
              </p>
              <p className={styles.text} dir="auto">
                {text}
              </p>
            </li>
          ))}
        </ul>
      )}
      {mayComment && <CommentForm candidateInterviewId={candidateInterviewId} />}
    </Card>
  );
}

function CommentForm({ candidateInterviewId }: { candidateInterviewId: string }) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const [text, setText] = useDraft(`comment:${candidateInterviewId}`);
  const [wasSent, setSent] = useState(false);
  const adding = useMutation(commentOptions(candidateInterviewId, queries));
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    setSent(true);
    if (text.trim() === "") return;
    adding.mutate(text.trim(), {
      onSuccess: () => {
        setText("");
        setSent(false);
        announce(phrase("comment.added"));
      },
    });
  };
  return (
    <form className={styles.notes} noValidate onSubmit={add}>
      <Field
        error={wasSent && text.trim() === "" ? phrase("comment.missing") : undefined}
        label={phrase("comment.label")}
        maxLength={LONGEST_COMMENT}
        onChange={setText}
        rows={2}
        value={text}
      />
      {adding.isError && <Failure error={adding.error} />}
      <Button isPending={adding.isPending} type="submit">
        {phrase("comment.add")}
      </Button>
    </form>
  );
}
