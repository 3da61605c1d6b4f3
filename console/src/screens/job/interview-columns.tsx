import { InterviewStatus } from "../../design/InterviewStatus";
import type { Column } from "../../design/Table";
import { phrase } from "../../language/catalogue";
import { formatAgo, formatDateTime, formatNumber } from "../../language/format";
import type { CandidateInterview } from "../../service/records";
import { CandidateName } from "./CandidateName";
import styles from "./StepGroup.module.css";

interface NamedColumns {
  names: ReadonlyMap<string, string> | undefined;
  isNamed: boolean;
  isBlind: boolean;
}

/** The columns of candidate interviews: who, how far, since when, with which score. */
export function interviewColumns({ names, isNamed, isBlind }: NamedColumns): Column<CandidateInterview>[] {
  return [
    {
      id: "name",
      title: phrase("job.column.candidate"),
      isRowHeader: true,
      cell: ({ id, candidateId }) => (
        <CandidateName
          candidateId={candidateId}
          candidateInterviewId={id}
          isNamed={isNamed}
          name={names?.get(candidateId)}
        />
      ),
    },
    {
      id: "state",
      title: phrase("jobs.column.status"),
      cell: (interview) => <Standing interview={interview} />,
    },
    {
      id: "score",
      title: phrase("job.column.score"),
      align: "end",
      cell: ({ score }) =>
        isBlind ? phrase("job.score.hidden") : score === null ? null : <strong>{formatNumber(score)}</strong>,
    },
  ];
}

function Standing({ interview }: { interview: CandidateInterview }) {
  const { status, completedAt, inviteSentAt, createdAt } = interview;
  const since = completedAt ?? inviteSentAt ?? createdAt;
  return (
    <span className={styles.state}>
      <InterviewStatus status={status} />
      <time className={styles.quiet} dateTime={since} title={formatDateTime(since)}>
        {formatAgo(since)}
      </time>
    </span>
  );
}
