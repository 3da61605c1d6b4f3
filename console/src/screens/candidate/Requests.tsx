import { useQuery } from "@tanstack/react-query";
import { Card } from "../../design/Card";
import { Failure } from "../../design/Failure";
import { Status } from "../../design/Status";
import { phrase, type PhraseName } from "../../language/catalogue";
import { formatAgo, formatDateTime } from "../../language/format";
import { requestsOptions } from "../../service/candidate-interviews";
import type { CandidateInterview, CandidateRequest } from "../../service/records";
import { useMayDo } from "../../session/use-session";
import { RequestAnswer } from "./RequestAnswer";
import styles from "./Requests.module.css";

const WORDS: Readonly<Record<CandidateRequest["kind"], PhraseName>> = {
  more_time: "request.more_time",
  other_format: "request.other_format",
  question: "request.question",
  withdraw: "request.withdraw",
};

interface RequestsProps {
  candidateInterview: CandidateInterview;
  candidateName: string;
}

/** What the candidate has asked for: open requests first, with the means to answer them. */
export function Requests({ candidateInterview, candidateName }: RequestsProps) {
  const mayAnswer = useMayDo("answerRequests");
  const requests = useQuery(requestsOptions(candidateInterview.id));
  if (requests.isError) return <Failure error={requests.error} onRetry={() => void requests.refetch()} />;
  if (requests.data === undefined || requests.data.length === 0) return null;
  const sorted = requests.data.toSorted(
    (one, other) => Number(one.status === "done") - Number(other.status === "done"),
  );
  return (
    <Card title={phrase("request.title")}>
      <ul className={styles.requests}>
        {sorted.map((request) => (
          <li className={styles.request} key={request.id} tabIndex={-1}>
            <p className={styles.who}>
              <strong dir="auto">{candidateName}</strong> {phrase(WORDS[request.kind])}{" "}
              <time
                className={styles.quiet}
                dateTime={request.createdAt}
                title={formatDateTime(request.createdAt)}
              >
                {formatAgo(request.createdAt)}
              </time>
            </p>
            {request.text !== null && (
              <blockquote className={styles.text} dir="auto">
                {request.text}
              </blockquote>
            )}
            {request.status === "open" && !mayAnswer && (
              <p className={styles.quiet}>{phrase("request.forManagers")}</p>
            )}
            {request.status === "open" && mayAnswer && (
              <RequestAnswer candidateInterview={candidateInterview} request={request} />
            )}
            {request.status === "done" && <Done request={request} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Done({ request }: { request: CandidateRequest }) {
  return (
    <>
      {request.reply !== null && (
        <p className={styles.reply} dir="auto">
          {request.reply}
        </p>
      )}
      {request.doneAt !== null && (
        <p>
          <Status tone="good">{phrase("request.done", { ago: formatAgo(request.doneAt) })}</Status>
        </p>
      )}
    </>
  );
}
