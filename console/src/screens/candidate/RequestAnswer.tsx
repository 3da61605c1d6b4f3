import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { Failure } from "../../design/Failure";
import { Field } from "../../design/Field";
import { phrase } from "../../language/catalogue";
import { answerRequestOptions } from "../../service/candidate-interviews";
import type { CandidateInterview, CandidateRequest } from "../../service/records";
import { useDraft } from "../../session/use-draft";
import { LazyExtendInvite } from "./LazyExtendInvite";
import styles from "./Requests.module.css";

const LONGEST_REPLY = 2_000;

interface RequestAnswerProps {
  candidateInterview: CandidateInterview;
  request: CandidateRequest;
}

/** Answers what a candidate has asked for, or closes it without words. */
export function RequestAnswer({ candidateInterview, request }: RequestAnswerProps) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const [reply, setReply] = useDraft(`reply:${request.id}`);
  const [isExtending, setExtending] = useState(false);
  const answering = useMutation(answerRequestOptions(candidateInterview.id, queries));
  const words = reply.trim();
  const answer = (event: SubmitEvent) => {
    event.preventDefault();
    const place = event.currentTarget.closest("li");
    const body = { requestId: request.id, reply: words === "" ? null : words };
    answering.mutate(body, {
      onSuccess: () => {
        setReply("");
        place?.focus();
        announce(phrase("request.answered"));
      },
    });
  };
  return (
    <>
      <form className={styles.form} noValidate onSubmit={answer}>
        <Field
          description={phrase("request.reply.words")}
          label={phrase("request.reply")}
          maxLength={LONGEST_REPLY}
          onChange={setReply}
          rows={2}
          value={reply}
        />
        {answering.isError && <Failure error={answering.error} />}
        <div className={styles.buttons}>
          <Button isPending={answering.isPending} look="primary" type="submit">
            {phrase(words === "" ? "request.close" : "request.answer")}
          </Button>
          {request.kind === "more_time" && (
            <Button onPress={() => setExtending(true)}>{phrase("invitation.extend.title")}</Button>
          )}
        </div>
      </form>
      {/* Beside the form: what is submitted in a dialog within it would be submitted here, too. */}
      {isExtending && (
        <LazyExtendInvite candidateInterview={candidateInterview} onClose={() => setExtending(false)} />
      )}
    </>
  );
}
