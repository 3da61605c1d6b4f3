import { useQueries, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { candidateInterviewAddress } from "../../addresses";
import { useBlindness } from "../../design/blindness";
import { InterviewStatus } from "../../design/InterviewStatus";
import { Score } from "../../design/Score";
import { ScreenLink } from "../../design/ScreenLink";
import { Skeleton } from "../../design/Skeleton";
import { Status } from "../../design/Status";
import { type Column, Table } from "../../design/Table";
import type { TableSelection } from "../../design/TableSelection";
import { phrase } from "../../language/catalogue";
import { formatDate, formatDateTime } from "../../language/format";
import { interviewChoicesOptions, interviewOptions } from "../../service/interviews";
import type { CandidateInterview } from "../../service/records";
import { DECISIONS } from "../../dialogs/decide/decisions";
import styles from "./Candidates.module.css";
import type { Taker, Takers } from "./use-takers";

interface InterviewTableProps {
  interviews: readonly CandidateInterview[];
  takers: Takers;
  /** Whether the best stand first, so that each has a rank. */
  isRanking: boolean;
  isPending: boolean;
  footer: ReactNode;
  selection: TableSelection<CandidateInterview>;
}

export function InterviewTable({ interviews, takers, isRanking, ...rest }: InterviewTableProps) {
  const titles = useTitles(interviews);
  const [isBlind] = useBlindness();
  const ranks = ranksOf(interviews);
  const columns: Column<CandidateInterview>[] = [
    {
      id: "candidate",
      title: phrase("progress.candidate"),
      isRowHeader: true,
      cell: (interview) => (
        <div className={styles.who}>
          {isRanking && interview.score !== null && !isBlind && (
            <span className={styles.rank}>
              {phrase("progress.rank", { rank: ranks.get(interview.id) ?? 0 })}
            </span>
          )}
          <Candidate interview={interview} taker={takers.get(interview.id)} />
        </div>
      ),
    },
    {
      id: "interview",
      title: phrase("progress.interview.title"),
      cell: ({ interviewId }) => <bdi>{titles.get(interviewId)}</bdi>,
    },
    {
      id: "status",
      title: phrase("progress.status.title"),
      cell: ({ status }) => <InterviewStatus status={status} />,
    },
    {
      id: "score",
      title: phrase("scoreForm.score"),
      cell: ({ score }) => (score === null || isBlind ? null : <Score score={score} />),
    },
    {
      id: "decision",
      title: phrase("decision.title"),
      cell: ({ id }) => decisionOf(takers.get(id)),
    },
    { id: "when", title: phrase("progress.when"), cell: (interview) => <When interview={interview} /> },
  ];
  return (
    <Table
      {...rest}
      columns={columns}
      keyOf={({ id }) => id}
      label={phrase("candidate.interviews")}
      rows={interviews}
    />
  );
}

function Candidate({ interview, taker }: { interview: CandidateInterview; taker: Taker | undefined }) {
  if (taker === undefined) return <Skeleton />;
  const way = { candidateName: taker.name, candidateInterviewId: interview.id };
  return (
    <ScreenLink
      className={styles.name}
      to={candidateInterviewAddress(interview.candidateId, interview.id)}
      way={way}
    >
      <bdi>{taker.name}</bdi>
    </ScreenLink>
  );
}

function decisionOf(taker: Taker | undefined): ReactNode {
  if (taker?.decision === undefined || taker.decision === null) return null;
  const { past, tone } = DECISIONS[taker.decision];
  return <Status tone={tone}>{phrase(past)}</Status>;
}

/** The place of each by its score; the same score has the same place. */
function ranksOf(interviews: readonly CandidateInterview[]): ReadonlyMap<string, number> {
  const scores = interviews.map(({ score }) => score);
  return new Map(interviews.map(({ id, score }) => [id, scores.indexOf(score) + 1]));
}

/** When the candidate was invited, and until when they can answer or when they were done. */
function When({ interview }: { interview: CandidateInterview }) {
  const { completedAt, inviteSentAt, expiry } = interview;
  const [words, time] =
    completedAt === null
      ? (["progress.open", expiry] as const)
      : (["progress.completed", completedAt] as const);
  return (
    <div className={styles.when}>
      <span title={formatDateTime(time)}>{phrase(words, { date: formatDate(time) })}</span>
      {inviteSentAt !== null && (
        <span title={formatDateTime(inviteSentAt)}>
          {phrase("progress.invited", { date: formatDate(inviteSentAt) })}
        </span>
      )}
    </div>
  );
}

/** The titles of the interviews: those of the list to choose from, and of each that is not in it. */
function useTitles(interviews: readonly CandidateInterview[]): ReadonlyMap<string, string> {
  const choices = useQuery(interviewChoicesOptions());
  const known = new Map(choices.data?.map(({ id, title }) => [id, title]));
  const ids = new Set(interviews.map(({ interviewId }) => interviewId));
  const missing = choices.isPending ? [] : [...ids].filter((id) => !known.has(id));
  const found = useQueries({ queries: missing.map(interviewOptions) });
  found.forEach(({ data }) => data !== undefined && known.set(data.id, data.title));
  return known;
}
